"""Entry point. The version is told before anything is imported; everything else waits until it is needed."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line with the arguments of the process, and leave with its exit code."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        from rulewright import __version__

        print(f"rulewright {__version__}")
        return
    from rulewright.cli.run import run

    sys.exit(run(arguments))
