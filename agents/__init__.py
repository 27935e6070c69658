"""Players of the machine: each decides from what a seat may know. One file an agent, found by name."""
