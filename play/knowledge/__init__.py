"""What a seat knows of a match, and nothing else: one definition, from which views, logs, options, answers and packets are made.

- `sight`: whose faces a seat sees where they lie now;
- `memory`: where a piece out of sight can be, followed from stop to stop;
- `exchange`: pieces that change places, with everything that is true of them;
- `packet`: the state as a seat knows it, equal byte by byte for all states that the seat cannot tell apart.
"""
