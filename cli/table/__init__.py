"""The table in the terminal: who sits there, what they are asked, what they can type, and what is kept when they leave."""
