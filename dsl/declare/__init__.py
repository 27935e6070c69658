"""Declaring: from the syntax trees of a game's files to its world of options, types, kinds, places and routines."""
