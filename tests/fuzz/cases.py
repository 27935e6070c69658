"""What is done with a spoilt text: each function takes a random source and tells what was tried, or raises what must never be raised."""

from __future__ import annotations

import contextlib
import json
import random
import re
import tempfile
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.dsl.diagnostics.render import as_json, as_text
from rulewright.dsl.driver import Loaded
from rulewright.dsl.driver import load as load_rules
from rulewright.dsl.syntax.format import FormatError, format_text
from rulewright.play import PlayError, load
from rulewright.play.differential import Twins, compare
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.play.models import SavedMatch, Transcript
from tests.dsl.mutations import mutated, mutated_table

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(__file__).parent / "corpus"
SMALL = sorted([*(ROOT / "tests" / "lang").glob("*/*.rules"), *(ROOT / "tests" / "field").glob("*.rules")])
GAMES = sorted((ROOT / "games").glob("*/*.rules"))
TABLES = sorted((ROOT / "games").glob("*/*.csv"))
PLAYED = ("tic_tac_toe", "kuhn_poker", "goofspiel", "oware", "leduc_poker")
DECISIONS = 25
Told = tuple[str, str, bytes]  # what it came to, the name of a file, and its content


class Now:
    """Who is told what is tried now, before it is."""

    tell: Callable[[str, bytes], None] = staticmethod(lambda name, content: None)


NOW = Now()


class Found(Exception):
    """Something that must not happen, with the text on which it did."""

    def __init__(self, name: str, content: bytes) -> None:
        super().__init__(name)
        self.name, self.content = name, content


def spliced(text: str, chance: random.Random, others: list[Path]) -> str:
    """A block of another text in the middle of this one."""
    other = chance.choice(others).read_text(encoding="utf-8").split("\n\n")
    blocks = text.split("\n\n")
    at = chance.randrange(len(blocks) + 1)
    blocks[at : at + chance.randrange(2)] = [chance.choice(other)]
    return "\n\n".join(blocks)


def spoilt(path: Path, chance: random.Random) -> str:
    text = path.read_text(encoding="utf-8")
    for _ in range(chance.randrange(3)):
        text = spliced(text, chance, [*SMALL, *GAMES])
    return mutated(text, chance) if chance.randrange(4) else text


# ---------------------------------------------------------------- rules and tables


def rules(chance: random.Random) -> Told:
    """Small rules, spoilt: whatever still loads is laid out, played on both engines, and told."""
    path = chance.choice([*SMALL, *sorted(CORPUS.glob("*.rules"))])
    text = spoilt(path, chance)
    raw = text.encode("utf-8", errors="replace")
    with _Blaming("rules", raw):
        loaded = load_rules(path, provider=lambda p: raw if p == path else p.read_bytes(), examples=True)
        signs = _told(loaded)
        _laid_out(text)
        if loaded.program is not None:
            with tempfile.TemporaryDirectory() as folder:
                home = Path(folder) / path.name
                home.write_bytes(raw)
                _played(home, chance.randrange(1 << 20))
            signs.append("played")
    return " ".join(sorted(signs)), "rules", raw


def games(chance: random.Random) -> Told:
    """A file of a whole game, spoilt."""
    path = chance.choice(GAMES)
    start = path.parent / f"{path.parent.name}.rules"
    raw = spoilt(path, chance).encode("utf-8", errors="replace")
    with _Blaming(f"{path.stem}.rules", raw):
        signs = _told(load_rules(start, provider=lambda p: raw if p == path else p.read_bytes(), examples=True))
    return " ".join(sorted(signs)), "", raw


def tables(chance: random.Random) -> Told:
    path = chance.choice(TABLES)
    start = path.parent / f"{path.parent.name}.rules"
    if not start.is_file():
        return "", "", b""
    raw = mutated_table(path.read_text(encoding="utf-8-sig"), chance).encode("utf-8", errors="replace")
    with _Blaming(f"{path.stem}.csv", raw):
        signs = _told(load_rules(start, provider=lambda p: raw if p == path else p.read_bytes(), examples=True))
    return " ".join(sorted(signs)), "", raw


def _told(loaded: Loaded) -> list[str]:
    """Which kinds of findings there are; all of them can be shown."""
    as_text(loaded.findings.all, loaded.sources)
    as_json(loaded.findings.all, loaded.sources)
    return list(dict.fromkeys(f"{f.code.word}:{re.sub(r'“[^”]*”|`[^`]*`|[0-9]+', '', f.message)[:60]}" for f in loaded.findings.all))


def _laid_out(text: str) -> None:
    try:
        once = format_text(text)
        assert format_text(once) == once, "laid out twice is not laid out once"
    except FormatError:
        pass


def _played(path: Path, seed: int) -> None:
    """Both engines agree, and a match can be seen, told and saved."""
    with contextlib.suppress(PlayError):
        game = load(path)
        compare(Twins(game.program), seed, DECISIONS)
        match = game.start(seed)
        rng = random.Random(seed)
        for _ in range(DECISIONS):
            now = match.decision
            if now is None:
                break
            match.choose(rng.randrange(len(now.options)))
        for seat in game.seats:
            match.view(seat)
            match.log(seat)
        Match.load(game, match.save())


# ---------------------------------------------------------------- matches and options


@cache
def _game(name: str) -> Game:
    return load(name, engine="interpreter")


def _match(chance: random.Random) -> Match:
    match = _game(chance.choice(PLAYED)).start(chance.randrange(100))
    for _ in range(chance.randrange(12)):
        now = match.decision
        if now is None:
            break
        match.choose(chance.randrange(len(now.options)))
    return match


def saves(chance: random.Random) -> Told:
    """A save that somebody has edited; sometimes with a seal that fits."""
    match = _match(chance)
    text = _edited(match.save(), chance)
    if chance.randrange(2):
        with contextlib.suppress(ValueError):
            text = SavedMatch.model_validate_json(text).sealed().model_dump_json()
    with _Blaming("save.json", text.encode("utf-8", errors="replace")):
        try:
            again = Match.load(match.game, text)
            again.log(match.game.seats[0])
            again.view(match.game.seats[0])
            return "loaded", "", b""
        except PlayError as error:
            return error.message[:40], "", b""


def transcripts(chance: random.Random) -> Told:
    from rulewright.cli.failure import Failure
    from rulewright.cli.records import play_again

    match = _match(chance)
    text = _edited(match.transcript().model_dump_json(), chance)
    with _Blaming("transcript.json", text.encode("utf-8", errors="replace")):
        try:
            told = Transcript.model_validate_json(text)
        except ValueError:
            return "no transcript", "", b""
        try:
            play_again(match.game, told)
            return "played again", "", b""
        except (Failure, PlayError) as error:
            return error.message[:20], "", b""


VALUES = (0, -1, 1, 5, 10**12, -(10**9), 2**63, 2**200, 1.5, "", "x", None, True, [], {}, ["a"], {"a": 1}, "\x00", "é" * 300)


def _edited(text: str, chance: random.Random) -> str:
    """One to three values, keys or letters changed."""
    if not chance.randrange(4):
        return mutated(text, chance)
    data: Any = json.loads(text)
    for _ in range(chance.randrange(1, 4)):
        _edit(data, chance)
    return json.dumps(data)


def _edit(data: Any, chance: random.Random) -> None:
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = chance.choice(keys)
        inner = data[key]
        if isinstance(inner, dict | list) and inner and chance.randrange(4):
            data = inner
            continue
        match chance.randrange(4):
            case 0:
                del data[key]
            case 1 if isinstance(data, list):
                data.append(inner)
            case _:
                data[key] = deepcopy(chance.choice(VALUES))
        return


def options(chance: random.Random) -> Told:
    """Options, players and variants that nobody meant."""
    name = chance.choice(GAMES).parent.name
    known = _game(name)
    words = ["", "none", "yes", "0", "-1", "99999999999999999999", "{a, b}", "travel,travel", '"', "(", "players", *known.options.values()]
    asked = {chance.choice([*known.options, "nothing", ""]): chance.choice(words) for _ in range(chance.randrange(3))}
    players = chance.choice([None, None, -1, 0, 1, 2, 3, 4, 5, 10**9])
    variants = tuple(chance.choice(["", "Henry", "henry", "nothing", *known.variants]) for _ in range(chance.randrange(2)))
    with _Blaming("options", repr((name, asked, players, variants)).encode()):
        try:
            load(name, asked, players, variants)
            return "loaded", "", b""
        except PlayError as error:
            return error.message[:30], "", b""


CASES: dict[str, Callable[[random.Random], Told]] = {
    "rules": rules,
    "games": games,
    "tables": tables,
    "saves": saves,
    "transcripts": transcripts,
    "options": options,
}


class _Blaming:
    """Whatever goes wrong inside is told together with the text."""

    def __init__(self, name: str, content: bytes) -> None:
        self.name, self.content = name, content

    def __enter__(self) -> None:
        NOW.tell(self.name, self.content)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> None:
        if error is not None and isinstance(error, Exception):
            raise Found(self.name, self.content) from error
