"""Measurements: ratios, side by side in one run, medians of interleaved repetitions. `python -m benchmarks --help` lists them."""
