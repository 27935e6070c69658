"""docs/cli.md, made from the commands themselves: `python -m rulewright.cli.reference`."""

from __future__ import annotations

from typing import Any

import typer

from rulewright.cli.app import COMMANDS, app
from rulewright.cli.flags import MEANING

HEAD = """# The command line

This page is made from the program by `make docs`; `rulewright COMMAND --help` tells the same. Commands leave with 0 when all is well,
with 1 when something was found or failed, and with 2 when the line itself makes no sense.
"""


def page() -> str:
    """The whole page: the commands by groups, then one table of all flags."""
    commands: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    groups: dict[str, list[str]] = {}
    for name, group, _ in COMMANDS:
        groups.setdefault(group, []).append(name)
    parts = [HEAD]
    for group, names in groups.items():
        parts.append(f"## {group}\n")
        parts += [_command(name, commands[name]) for name in names]
    parts.append(_flags(commands))
    return "\n".join(parts)


def _command(name: str, command: Any) -> str:
    words = [_shown(p) for p in command.params if p.param_type_name == "argument"]
    found = f"### `rulewright {' '.join([name, *words])}`\n\n"
    for paragraph in (command.help or "").split("\n\n"):
        text = " ".join(paragraph.split())
        found += f"    {text.removeprefix('Example:').strip()}\n\n" if text.startswith("Example:") else f"{text}\n\n"
    rows = [p for p in command.params if p.param_type_name == "option" and "--help" not in p.opts]
    if rows:
        found += "| flag | what it does |\n|---|---|\n" + "".join(f"| {_flag(p)} | {_help(p)} |\n" for p in rows)
    return found


def _shown(parameter: Any) -> str:
    metavar = parameter.metavar or parameter.name.upper()
    return metavar if parameter.required else f"[{metavar.strip('[]')}]"


def _flag(parameter: Any) -> str:
    value = f" {parameter.metavar}" if parameter.metavar else ""
    return ", ".join(f"`{flag}`" for flag in parameter.opts) + (f" `{value.strip()}`" if value else "")


def _help(parameter: Any) -> str:
    return " ".join((parameter.help or "").split()).replace("|", "\\|")


def _flags(commands: dict[str, Any]) -> str:
    """Every flag once, with its meaning and the commands that take it: the same flag means the same everywhere."""
    takers: dict[str, list[str]] = {}
    shown: dict[str, str] = {}
    for name, command in commands.items():
        for parameter in command.params:
            if parameter.param_type_name == "option" and "--help" not in parameter.opts:
                long = next(flag for flag in parameter.opts if flag.startswith("--"))
                takers.setdefault(long, []).append(name)
                shown[long] = ", ".join(f"`{flag}`" for flag in sorted(parameter.opts, reverse=True))
    rows = "".join(f"| {shown[long]} | {MEANING[long]} | {', '.join(takers[long])} |\n" for long in sorted(takers))
    return f"## All flags\n\n| flag | what it means | commands that take it |\n|---|---|---|\n{rows}"


if __name__ == "__main__":
    print(page(), end="")
