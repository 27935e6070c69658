"""The command line: a thin shell around `play`, `dsl` and `rulebook`. It draws and asks; it decides nothing about rules."""
