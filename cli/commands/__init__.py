"""One module for each command: its arguments, its help with an example, and a call of what does the work."""
