"""Players that are no people. Each gets what a seat may know and a budget, and names an option with its reasons.

`registry.player("mcts:2s", seed)` makes one; calling it with a match whose decision is due gives the number of an option.
"""
