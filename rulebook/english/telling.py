"""The log in sentences: what a line of a match's log says to somebody who reads it, on a page or in a terminal."""

from __future__ import annotations

import re

from rulewright.dsl.words import seats_apart
from rulewright.play.game import Game
from rulewright.play.match import Event
from rulewright.play.models import Outcome
from rulewright.rulebook.words import third

REVEALED = re.compile(r"(\S+) has chosen (.+)")
CHANCE = "Chance: "
PLAIN = {"done": "is done.", "decline": "passes on it.", "go on": "goes on.", "has chosen": "has chosen."}


def sentence(game: Game, event: Event) -> tuple[str, str | None, str]:
    """The kind of a line, whose it is, and the sentences; nothing if the line tells this reader nothing."""
    if event.story:
        return "tell", None, event.text
    kind, who, said = _deed(game, event)
    came = [seats_apart(text) for text in event.sentences]
    return kind, who, " ".join([said, *came] if said else came)


def _deed(game: Game, event: Event) -> tuple[str, str | None, str]:
    """What was done, without what came of it."""
    who, sign, what = event.text.partition(": ")
    shown = REVEALED.match(event.text)
    if shown is not None and shown[1] in game.seats:  # a secret choice is told when all have chosen
        return "reveal", shown[1], f"{seats_apart(shown[1])} {done(game, shown[2], event.named)}"
    if not sign:
        return "move", None, _ended(event.text)
    if who == "chance":
        return "chance", None, "" if event.piece or _unseen(game, what) else _ended(f"{CHANCE}{seats_apart(what)}")
    return "move", who, f"{seats_apart(who)} {done(game, what, event.named)}"


def done(game: Game, what: str, named: str = "") -> str:
    """What somebody did, as the end of a sentence. `named` is what the rules call what was chosen, or what somebody did not want to do."""
    if what == "decline" and named:
        return f"does not {named}."
    if what in PLAIN:
        return PLAIN[what]
    for length in (4, 3, 2, 1):
        words = what.split(" ")
        verb = "_".join(words[:length])
        if len(words) >= length and verb in _deeds(game):
            return _ended(seats_apart(" ".join([third(" ".join(words[:length])), *words[length:]])))
    label = what[:1].isupper() and any(a.role == "label" and a.name == what for c in game.program.choices for a in c.alts)
    return f"chooses “{what}”." if label else _ended(f"chooses {seats_apart(what)}{f' ({named})' if named else ''}")


def _deeds(game: Game) -> set[str]:
    """What can be done: actions, verbs of the library and routines that somebody is asked to carry out."""
    asked = (a.name.replace(" ", "_") for c in game.program.choices for a in c.alts if a.role == "act" and a.name != "choose")
    return {*game.program.actions, *asked}


def _unseen(game: Game, what: str) -> bool:
    """Something drawn that this reader does not see: it is no news."""
    return any(what in {f"a {k.name}", f"an {k.name}"} for k in game.program.kinds)


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…", "”")) else f"{text}."


def headline(outcome: Outcome) -> str:
    """How a match ended, in one sentence."""
    *most, last = outcome.winners or ("",)
    names = seats_apart(f"{', '.join(most)} and {last}" if most else last)
    win = f"{names} {'wins' if len(outcome.winners) == 1 else 'win'}."
    match outcome.kind:
        case "win" if outcome.ending:
            return f"{outcome.ending}: {win}"
        case "win" | "loss" if outcome.winners:
            return win
        case "loss":
            return "The match is lost."
        case "shared":
            return f"{names} share the victory."
        case "ending":
            return f"The end: {outcome.ending}." + (f" {win}" if names else "")
        case "cut":
            return "The match was cut short."
        case "none":
            return "Nobody wins."
        case _:
            return "A draw."
