"""The standard library: traits, functions and verbs, each a row of a table with its signature and its sentence of help."""
