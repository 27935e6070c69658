"""The grammar of the rules language, as data."""
