"""The meaning of rules: a resolved, typed tree of one load, made by `check` and read by whoever prints, explains or compares."""
