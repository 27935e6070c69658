"""What a seat sees of a match, drawn in the terminal. Enters a `View`, leave things that rich can print."""
