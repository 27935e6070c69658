"""`python -m benchmarks [NAME...]`: all measurements, or some of them."""

from __future__ import annotations

import argparse
from importlib import import_module

NAMES = (
    "playouts",
    "limit",
    "field",
    "big_games",
    "loading",
    "states",
    "scaling",
    "parse_speed",
    "rulebook_speed",
    "search",
    "strength",
    "ladder",
    "studies",
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*NAMES, []], help="which: " + ", ".join(NAMES))
    for name in parser.parse_args().names or NAMES:
        print()
        import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
