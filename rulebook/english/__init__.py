"""Exact English from the syntax tree of the rules: values, conditions, selections, sentences, blocks."""
