"""Lowering: core IR from what has been understood. Nothing here reads the text, and nothing here can fail.

A function takes a node of `dsl.meaning` and what its parts have become, and gives what it becomes itself.
"""
