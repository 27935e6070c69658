"""Checking: names and types of expressions and sentences, and what they mean.

A function here takes a context (what the names mean at this place) and a node of the text, reports what is wrong, and returns a value: a
type of the language with its meaning, and with the code that `dsl.lower` has made of it.
"""
