"""Checking: names and types of expressions and sentences, and the core IR they mean, in one walk.

A function here takes a context (what the names mean at this place) and a node, reports what is wrong, and returns a value:
a type of the language with the core expression that computes it.
"""
