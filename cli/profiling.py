"""What `profile` does: a table of the lines that take the time, facts for programs, or a page with the whole source."""

from __future__ import annotations

from dataclasses import asdict
from html import escape
from pathlib import Path

from rich import box
from rich.table import Table

from rulewright import __version__
from rulewright.cli.facts import print_facts
from rulewright.cli.loading import load
from rulewright.cli.screen import out
from rulewright.play.game import Game
from rulewright.play.profile import Line, Profile, profile

DEAREST, WORTH = 5, 0.05  # lines for which it is said what would make them faster, and of what share
SHOWN = 60  # characters of a line of rules in a table

HEAD = "<tr><th>line<th>share<th><th>with calls<th>times<th>rules<th>made into<th>what would make it faster</tr>"

STYLE = """\
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; width: 100% } td { padding: 0 .6rem; vertical-align: top; white-space: nowrap }
td.text { font-family: ui-monospace, monospace; font-size: 13px; white-space: pre-wrap; min-width: 38rem }
td.n { text-align: right; color: #777 } th { text-align: left; padding: 0 .6rem; font-weight: 600 }
td.bar { min-width: 5rem } .bar i { display: block; background: #c8472b; height: .9em; margin-top: .3em }
td.note { color: #666; white-space: normal; min-width: 12rem }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b } td.n, td.note { color: #999 } }
"""


def show(
    name: str,
    seconds: float,
    lines: int,
    html: str | None,
    players: int | None,
    options: dict[str, str],
    variants: list[str] | None,
    as_json: bool = False,
) -> None:
    game = load(name, options, players, variants, "native")
    found = profile(game, seconds)
    if as_json:
        print_facts(asdict(found), game)
        return
    if html is not None:
        Path(html).write_text(page(game, found), encoding="utf-8")
        out().print(f"{html}: {len(found.lines)} lines of {found.title} that were come to.")
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for title in ("share", "with calls", "times", "line"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("rules", no_wrap=True, overflow="ellipsis", ratio=3)
    table.add_column("made into", overflow="fold", ratio=1)
    for line in found.lines[:lines]:
        made = _plain(", ".join(line.notes))
        text = _plain(line.text.strip()[:SHOWN])
        table.add_row(f"{line.share:.0%}", f"{line.whole:.0%}", _times(line), str(line.number), text, made)
    out().print(table)
    for line in found.lines[:DEAREST]:
        for advice in line.faster if line.share >= WORTH else ():
            out().print(_plain(f"Line {line.number}: {advice}"))
    out().print(
        f"{found.title}: {found.matches:,} random matches, {found.decisions:,} decisions in {found.seconds:.1f} s, {found.looks:,} looks. "
        "Share: of the time, without what a line calls, and with it. Times: how often in a decision.",
        style="faint",
    )


def _times(line: Line) -> str:
    return f"{line.times:,.1f}" if line.times >= 0.05 else f"{line.times:.3f}" if line.times else ""


def _plain(text: str) -> str:
    return text.replace("[", r"\[")


def page(game: Game, found: Profile) -> str:
    """Every line of every file, with its share beside it."""
    known = {(line.file, line.number): line for line in found.lines}
    most = max((line.share for line in found.lines), default=0.0) or 1.0
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(found.title)}: where the time goes</title><style>{STYLE}</style>"
    ]
    parts.append(f"<h1>{escape(found.title)}: where the time goes</h1>")
    told = f"{found.matches:,} random matches, {found.decisions:,} decisions, {found.looks:,} looks in {found.seconds:.1f} s."
    parts.append(f"<p>{told} Share: of the time, without what a line calls, and with it. Times: how often in a decision.</p>")
    parts.append(f"<p>Rulewright {__version__}, fingerprint {game.fingerprint}</p>")
    for source in game.loaded.sources:
        parts.append(f"<h2>{escape(source.path.name)}</h2><table>{HEAD}")
        for number in range(1, len(source.starts()) + 1):
            line = known.get((source.path.name, number))
            share = f"{line.share:.1%}" if line is not None and line.share >= 0.0005 else ""
            bar = f"<i style='width:{100 * line.share / most:.0f}%'></i>" if line is not None and line.share else ""
            times, note = (_times(line), ", ".join(line.notes)) if line is not None else ("", "")
            whole = f"{line.whole:.1%}" if line is not None and line.whole >= 0.0005 else ""
            faster = " ".join(line.faster) if line is not None and line.share >= 0.01 else ""
            parts.append(
                f"<tr><td class=n>{number}<td class=n>{share}<td class=bar>{bar}<td class=n>{whole}<td class=n>{times}"
                f"<td class=text>{escape(source.line_text(number))}<td class=note>{escape(note)}<td class=note>{escape(faster)}"
            )
        parts.append("</table>")
    return "\n".join(parts) + "</html>\n"
