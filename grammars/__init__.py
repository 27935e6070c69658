"""The grammars of the rules language and of the face language, as data."""
