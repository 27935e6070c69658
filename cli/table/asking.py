"""Questions at the prompt: why something is not allowed, what something is, what has happened."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rulewright.cli.drawing.marks import NOTHING, Marks
from rulewright.cli.drawing.piles import title
from rulewright.play.errors import PlayError
from rulewright.play.match import Event, Match
from rulewright.play.models import CellView, PieceView, PlaceView, Refusal, View
from rulewright.rulebook.english.refusing import in_words
from rulewright.rulebook.english.telling import done

LAST = 20  # lines of the log that are shown unless all are asked for

# ---------------------------------------------------------------- why


def why(match: Match, seat: str, text: str) -> RenderableType:
    """Why an action, as it is typed, is not allowed; without an action, what stands against each that is not offered."""
    if not text.strip():
        return _why_all(match, seat)
    action, arguments = take_apart(match, text)
    return _shown(match, match.why_not(action, arguments, seat), text)


def take_apart(match: Match, text: str) -> tuple[str, dict[str, str]]:
    """`go pawn e2 to e5` as the action and its arguments by preposition (the first has none)."""
    words = text.split()
    actions = match.game.program.actions
    for length in range(min(4, len(words)), 0, -1):
        name = "_".join(w.lower() for w in words[:length])
        if name in actions:
            break
    else:
        return words[0], {}
    arguments: dict[str, list[str]] = {}
    preps = {prep for prep, _, _ in actions[name].params if prep}
    first = actions[name].params[0] if actions[name].params else None
    at = first[0] or first[1] if first is not None else ""
    for word in words[length:]:
        if word.lower() in preps:
            at = word.lower()
        else:
            arguments.setdefault(at, []).append(word)
    return name, {prep: " ".join(parts) for prep, parts in arguments.items() if prep}


def _why_all(match: Match, seat: str) -> RenderableType:
    now = match.decision
    offered = {o.action for o in now.options} if now is not None else set()
    others = [a for a in match.game.program.actions if a not in offered]
    if not others:
        return Text("Everything the rules know is possible now. Ask about one thing: why ACTION WITH WHAT.")
    return Group(*(_shown(match, match.why_not(a, {}, seat), a.replace("_", " ")) for a in others))


def _shown(match: Match, asked: Refusal, text: str) -> Text:
    refusal = in_words(match.game, asked)
    if refusal.allowed:
        return Text.assemble(("✓ ", "good"), f"{text}: allowed.")
    shown = Text.assemble(("✗ ", "warning"), f"{text}: ", (refusal.reason, "title"))
    if refusal.prose and refusal.prose not in refusal.reason:
        shown.append(f"\n  {refusal.prose}")
    if refusal.place and not match.game.shipped:  # whoever writes the rules wants to know where; a guest does not
        shown.append(f"\n  {refusal.place}", style="faint")
    return shown


# ---------------------------------------------------------------- look


def look(view: View, text: str, marks: Marks) -> RenderableType:
    """Everything a seat may know about a place, a cell or a piece of that name."""
    wanted = " ".join(text.lower().replace("_", " ").split())
    found: list[RenderableType] = []
    for place in view.places:
        if wanted in {title(place).lower(), place.name.replace("_", " ").lower()}:
            found.append(_place(place, marks))
    cells = [(p, c) for p in view.places for c in p.cells if c.name.lower() == wanted and len(p.cells) > 1]
    found += [_cells(f"{c.name} of {title(p)}", [c], marks) for p, c in cells]
    pieces = [
        x for p in view.places for c in p.cells for x in c.pieces if (x.name or "").lower() == wanted or (x.id or "").lower() == wanted
    ]
    if not found:
        found += [_details(x, marks) for x in {(x.name, x.id, str(x.attributes)): x for x in pieces}.values()]
    if not found:
        raise PlayError(f"You see nothing called {text}.", f"Places: {', '.join(dict.fromkeys(title(p) for p in view.places))}.")
    return Group(*found)


def _place(place: PlaceView, marks: Marks) -> RenderableType:
    return _cells(title(place), [c for c in place.cells if c.pieces or c.counts], marks, place.hidden)


def _cells(name: str, cells: Iterable[CellView], marks: Marks, hidden: dict[str, int] | None = None) -> RenderableType:
    parts: list[RenderableType] = [Text(name, style="title")]
    cells = list(cells)
    for cell in cells:
        if len(cells) > 1:
            parts.append(Text(f" {cell.name}", style="faint"))
        parts += [_details(p, marks) for p in cell.pieces]
        parts += [Text(f"  {number} {name}") for name, number in cell.counts.items()]
        parts += [Text(f"  {name.replace('_', ' ')}: {value}") for name, value in cell.attributes.items()]
    parts += [Text(f"  {number} {kind} face down", style="faint") for kind, number in (hidden or {}).items()]
    if len(parts) == 1:
        parts.append(Text("  nothing", style="faint"))
    return Group(*parts)


def _details(piece: PieceView, marks: Marks) -> Text:
    mark = marks.piece(piece)
    shown = Text.assemble("  ", (f" {mark.long} ", mark.style), f"  {piece.kind}")
    if piece.owner is not None:
        shown.append(f" of {piece.owner}")
    values = {**piece.attributes, **marks.known.pieces.get(piece.id or "", {})}
    told = [f"{n.replace('_', ' ')} {v}" for n, v in values.items() if v != piece.name and v not in NOTHING]
    if told:
        shown.append(f": {' · '.join(told)}", style="faint")
    return shown


# ---------------------------------------------------------------- log


def log(events: tuple[Event, ...], everything: bool, marks: Marks) -> RenderableType:
    """The last lines of the log, or all."""
    if not events:
        return Text("Nothing has happened yet.", style="faint")
    shown = events if everything else events[-LAST:]
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="faint")
    table.add_column()
    for number, event in enumerate(shown, len(events) - len(shown) + 1):
        title = Text.assemble((event.title, "title"), ". " if event.title else "", event.text)
        table.add_row(str(number), title if event.story else told(event.text, marks, event.named))
    if len(shown) < len(events):
        return Group(Text(f"… {len(events) - len(shown)} lines before these: log all", style="faint"), table)
    return table


def joined(events: Iterable[Event]) -> list[tuple[str, str]]:
    """Lines of the log with what was chosen as what; those of chance that follow each other as one."""
    found: list[tuple[str, str]] = []
    for event in events:
        if event.text.startswith("chance: ") and found and found[-1][0].startswith("chance: "):
            found[-1] = f"{found[-1][0]}, {event.text.removeprefix('chance: ')}", ""
        else:
            found.append((event.text, event.named))
    return found


def told(line: str, marks: Marks, named: str = "") -> Text:
    """A line of the log as a sentence, its player as a chip; chance speaks quietly."""
    who, said, what = line.partition(": ")
    seat = next((s for s in marks.game.seats if line.startswith(f"{s} has chosen ")), "")
    if seat and (not said or who != seat):  # secret choices are shown
        return Text.assemble(
            (f" {seat} ", marks.palette.chip(seat)), " ", done(marks.game, line.removeprefix(f"{seat} has chosen "), named)
        )
    if who == "chance":
        spoken = " rolls " in what or what.startswith(("a roll of ", "the lot falls "))
        return Text(what[:1].upper() + what[1:] if spoken else f"By chance: {what}", style="faint")
    return Text.assemble((f" {who} ", marks.palette.chip(who)), " ", done(marks.game, what, named))
