"""What components look like: pure functions from a piece, a place or a marker to SVG."""
