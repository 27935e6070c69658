"""Whole matches of every game, kept as text and played again by a test.

`python -m tests.transcripts` makes them anew: all of them, or those of the games that are named. Look at what has changed
before it is taken in: a rule that has changed on purpose changes a match, and nothing else should.
"""
