"""Measurements: ratios, side by side in one run, medians of interleaved repetitions. `python -m benchmarks --help` lists them."""

import os

os.environ.setdefault("RULEWRIGHT_LLVM", "2")  # what is measured is optimised from the first match on
