"""The study of a game: what it is like, whether it is fair, which rules nobody needs. Rows of matches in, findings with lines out."""
