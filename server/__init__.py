"""The table in a browser: matches of any game for people on several devices, each seeing what its seat may see and nothing else."""
