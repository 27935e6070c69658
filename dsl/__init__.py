"""The rules language: from text to the checked program and its core IR.

The passes, in order, are the tuple `PASSES` in `dsl.driver`.
"""
