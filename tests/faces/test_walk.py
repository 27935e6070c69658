"""Three whole matches laid out with the printed sheets: whatever changes is kept by something in the box, and there is enough of it."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rulewright.cli.records import game_of, play_again, read
from rulewright.core.program import Field
from rulewright.dsl.world import AttrSym
from rulewright.faces import studio
from rulewright.faces.keepers import Keeper
from rulewright.faces.markers import markers
from rulewright.faces.mats import made
from rulewright.faces.painter import Painter
from rulewright.play.match import Match
from rulewright.play.models import Move
from tests.transcripts.making import FOLDER

MATCHES = {
    "two_heirs-henry": "The Two Heirs, with Henry",
    "kingdom_of_heroes": "Kingdom of Heroes",
    "grandlins_heirs": "Grandlin's Heirs",
}
PAGE = Path(__file__).parents[2] / "docs" / "printed_play.md"
NOTHING = {"mind", "memory", "lying", "back", "side"}  # how a piece lies, or what ends with the turn


def attributes(artist: Painter) -> dict[str, tuple[tuple[str, str], Field]]:
    """By the name of its field: whose state it is, and the field."""
    world = artist.game.world
    groups: list[tuple[str, dict[str, AttrSym]]] = [("game", world.game_attrs), ("player", world.player_attrs)]
    groups += [(k.name, k.attrs) for k in world.kinds.values()] + [(p.name, p.attrs) for p in world.places.values()]
    groups += list(world.enum_attrs.items())
    return {a.core.field.name: ((o, a.name), a.core.field) for o, g in groups for a in g.values() if a.core and a.core.field}


@cache
def walked(name: str) -> tuple[Painter, dict[tuple[str, str], int], dict[tuple[str, str], set[tuple[int, ...]]]]:
    """What changes in a match, and how often; and all amounts that a state had at one moment."""
    told, _ = read(FOLDER / f"{name}.json")
    game = game_of(told, None, "interpreter")
    artist = studio.painter(game)
    known = attributes(artist)
    changes: Counter[tuple[str, str]] = Counter()
    amounts: dict[tuple[str, str], set[tuple[int, ...]]] = {key: set() for key, _ in known.values()}
    before: dict[tuple[str, str], tuple[int, ...]] = {}

    def each(match: Match, move: Move) -> None:
        state = match.state
        for key, field in known.values():
            at = range(field.offset, field.offset + field.width * field.count, field.width)
            now = tuple(int.from_bytes(state[i : i + field.width], "little", signed=field.low < 0) for i in at)
            changes[key] += int(key in before and before[key] != now)
            amounts[key].add(now)
            before[key] = now

    play_again(game, told, each)
    return artist, {key: number for key, number in changes.items() if number}, amounts


def box(artist: Painter) -> dict[str, int]:
    """The markers that are printed, and how many of each."""
    found: Counter[str] = Counter()
    for one in markers(artist, artist.kept, 3.0):
        found[one.id] += one.copies
    return dict(found)


@pytest.mark.parametrize("name", MATCHES)
def test_whatever_changes_in_a_match_is_kept_by_something_printed(name: str) -> None:
    artist, changes, _ = walked(name)
    kept = {(k.owner, k.attribute): k for k in artist.kept}
    boards = {one.id for one in made(artist, artist.kept)}
    printed = box(artist)
    assert len(changes) >= 5
    for key in changes:
        keeper = kept[key]
        if keeper.how in {"track", "loop"}:
            assert ("mat-1" if keeper.where == "mat" else "tracks") in boards, key
        elif keeper.how not in NOTHING:
            assert any(id.startswith(f"marker-{keeper.owner.lower()}-{keeper.attribute.replace('_', '-')}") for id in printed), key


@pytest.mark.parametrize("name", MATCHES)
def test_there_are_as_many_tokens_and_markers_as_the_match_needs_at_once(name: str) -> None:
    artist, changes, amounts = walked(name)
    asked = 0
    for keeper in artist.kept:
        if (keeper.owner, keeper.attribute) not in changes or keeper.how not in {"tokens", "rings", "markers"}:
            continue
        asked += 1
        for held in amounts[keeper.owner, keeper.attribute]:
            if keeper.how == "markers":
                assert sum(value.bit_count() if value > 1 else value > 0 for value in held) <= keeper.count, keeper.label
            else:
                assert paid(artist, keeper, held), (keeper.label, held)
    assert asked or name == "two_heirs-henry"


def paid(artist: Painter, keeper: Keeper, held: tuple[int, ...]) -> bool:
    """Whether everybody's amount can lie in tokens at the same time, the large ones first."""
    left = {value: sum(m.copies for m in markers(artist, [keeper], 3.0) if m.id.endswith(f"-{value}")) for value in keeper.denominations}
    for amount in held:
        for value in sorted(left, reverse=True):
            used = min(amount // value, left[value])
            left[value] -= used
            amount -= used * value
        if amount > 0:
            return False
    return True


@pytest.mark.parametrize("name", MATCHES)
def test_the_page_tells_what_changed_how_often_and_what_kept_it(name: str) -> None:
    artist, changes, _ = walked(name)
    part = next(p for p in PAGE.read_text(encoding="utf-8").split("\n## ") if p.startswith("Three matches"))
    part = next(p for p in part.split("\n### ") if p.startswith(MATCHES[name]))
    rows = [[cell.strip() for cell in line.split("|")[1:4]] for line in part.splitlines() if re.match(r"\| [a-zA-Z]+: ", line)]
    kept = {(k.owner, k.attribute): k for k in artist.kept}
    wanted = [[f"{o}: {a.replace('_', ' ')}", str(n), kept[o, a].words] for (o, a), n in sorted(changes.items())]
    assert rows == wanted, "\n".join(f"| {' | '.join(row)} |" for row in wanted)
