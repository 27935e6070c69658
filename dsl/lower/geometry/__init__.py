"""Geometry: what a function of cells gives, from constant tables of a board, or cell by cell on a board that is too large for them."""
