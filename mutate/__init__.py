"""Breaks the rules of a game in small ways, one at a time, and tells what no example and no test notices."""
