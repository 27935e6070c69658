"""`rulewright doctor`: is everything here that is needed?"""

from __future__ import annotations

import typer

from rulewright.cli.parameters import Json


def command(json: Json = False) -> None:
    """Look at the engine, the extras, the browser and the caches, and say what to type where something is missing.

    Example:  rulewright doctor
    """
    from rulewright.cli.doctor import doctor

    raise typer.Exit(doctor(json))
