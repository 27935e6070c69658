"""Every face of every shipped game, measured: size of type, safe line, contrast, no two alike, every printed value leaves a mark."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from rulewright.core.program import Kind
from rulewright.faces import studio
from rulewright.faces.backs import shown
from rulewright.faces.canvas import LEAST_PT, Canvas
from rulewright.faces.front import back, face
from rulewright.faces.icons import icons
from rulewright.faces.painter import Painter
from rulewright.faces.reading import content
from rulewright.play.finding import list_games
from rulewright.play.game import Game, load
from rulewright.rulebook.parts.book import card_texts

GAMES = [*list_games(), "two_heirs+Henry"]
MOST = 24  # different pieces of a kind that are looked at, spread over all of them


@cache
def painter(game: str) -> Painter:
    name, _, variant = game.partition("+")
    loaded = load(name, variants=(variant,)) if variant else load(name)
    return studio.painter(loaded, card_texts(loaded))


def some(artist: Painter, kind: Kind) -> list[int]:
    found = artist.distinct(kind)
    return found[:: max(1, len(found) // MOST)]


def fronts(game: str) -> Iterator[tuple[Kind, int, Canvas]]:
    artist = painter(game)
    for kind in artist.game.program.kinds:
        for index in some(artist, kind):
            yield kind, index, face(artist, kind, index)


def sides(game: str) -> Iterator[tuple[Kind, int, Canvas]]:
    artist = painter(game)
    yield from fronts(game)
    for kind in artist.game.program.kinds:
        for index in some(artist, kind):
            yield kind, index, back(artist, kind, index)
            yield kind, index, face(artist, kind, index, small=True)


@pytest.mark.parametrize("game", GAMES)
def test_text_can_be_read_and_stays_inside(game: str) -> None:
    for kind, index, drawn in sides(game):
        where = (kind.name, index)
        for box in drawn.boxes:
            if box.pt:
                assert box.pt >= LEAST_PT - 1e-6, (*where, box.what, box.pt)
                assert drawn.contrast(box) >= 4.5, (*where, box.what, box.fill, drawn.contrast(box))
        small = min(drawn.width, drawn.height) < 50
        outside = drawn.outside(1.5 if small else 2.9)
        assert not outside, (*where, drawn.width, [(b.what, b.x0, b.y0, b.x1, b.y1) for b in outside])


@pytest.mark.parametrize("bare", [False, True], ids=["as designed", "by default"])
@pytest.mark.parametrize("game", GAMES)
def test_two_different_pieces_never_look_equal(game: str, bare: bool) -> None:
    artist = painter(game) if not bare else Painter(painter(game).game, painter(game).texts)
    for kind in artist.game.program.kinds:
        seen: dict[str, int] = {}
        for index in artist.distinct(kind):
            drawn = face(artist, kind, index).body()
            if not artist.hides(kind.name):
                drawn += back(artist, kind, index).body()  # both sides can be seen
            assert drawn not in seen, f"{kind.name}: {artist.name(kind, index)} looks like {artist.name(kind, seen[drawn])}"
            seen[drawn] = index


@pytest.mark.parametrize("game", GAMES)
def test_backs_of_one_deck_are_equal_and_second_sides_differ(game: str) -> None:
    artist = painter(game)
    for kind in artist.game.program.kinds:
        backs: dict[object, set[str]] = {}
        for index in range(kind.count if not kind.counted else 0):
            backs.setdefault((artist.owner(kind, index), shown(artist, kind, index)), set()).add(back(artist, kind, index).body())
        if artist.hides(kind.name):
            assert all(len(found) == 1 for found in backs.values()), kind.name
        elif artist.second_state(kind.name):
            assert all(face(artist, kind, i).body() != back(artist, kind, i).body() for i in artist.distinct(kind)), kind.name


@pytest.mark.parametrize("game", GAMES)
def test_every_printed_value_leaves_a_mark(game: str) -> None:
    """Change a value in the table, and the face or the back changes."""
    loaded, texts = painter(game).game, painter(game).texts
    for kind in loaded.program.kinds:
        roles = painter(game).roles.by_kind[kind.name]
        for name, attribute in kind.attributes.items():
            if attribute.table is None or name not in roles or roles[name].name == "hidden":
                continue
            _marked(loaded, texts, kind, name)


def _marked(game: Game, texts: dict[str, str], kind: Kind, name: str) -> None:
    table = kind.attributes[name].table
    assert table is not None
    before = table.values
    per = len(before) // kind.count
    there = list(range(len(before)))
    if Painter(game, texts).roles.by_kind[kind.name][name].name == "roads":  # ways that lead nowhere have no value
        there = [i for i in there if before[i] != -1]
    pair = next(((i, j) for i in there for j in there if j < i and before[i] != before[j]), None)
    if pair is None:
        return  # all pieces share it: nothing to tell apart
    index = pair[0] // per

    def drawn() -> str:
        artist = Painter(game, texts)
        return face(artist, kind, index).body() + back(artist, kind, index).body()

    old = drawn()
    changed = list(before)
    changed[pair[0]] = before[pair[1]]
    try:
        table.values = tuple(changed)  # type: ignore[assignment]
        assert drawn() != old, f"{kind.name}.{name}: {before[pair[0]]} and {before[pair[1]]} look the same"
    finally:
        table.values = before


def test_pieces_told_apart_by_an_owner_have_shapes_and_colours_of_their_own() -> None:
    for game in GAMES:
        looks = painter(game).seats
        assert len({(look.fill, look.shape) for look in looks}) == len(looks)


@pytest.mark.parametrize("game", GAMES)
def test_every_sign_that_is_drawn_exists(game: str) -> None:
    """Whatever words lead to, and whatever stands on a face, is in the set of signs."""
    artist = painter(game)
    named = set(artist.lexicon.own.values()) | {k.sign.icon for k in artist.kept if k.sign is not None and k.sign.icon}
    assert named <= icons().keys()
    for kind, index, _ in fronts(game):
        found = content(artist, kind, index) if not kind.counted else None
        for item in [i for slots in found.slots.values() for filled in slots for i in filled.items] if found is not None else []:
            assert item.sign is None or not item.sign.icon or item.sign.icon in icons(), (kind.name, index, item.sign)
            assert all(not sign.icon or sign.icon in icons() for sign, _, _ in item.goods)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_off_and_no_field_is_empty(game: str) -> None:
    for kind, index, drawn in fronts(game):
        body = drawn.body()
        assert "…" not in body, (kind.name, index)
        said = {box.what for box in drawn.boxes if box.pt}
        assert not said & {"none", "no", "+0"}, (kind.name, index, said)
        assert drawn.boxes or kind.counted or painter(game).sort(kind.name) == "token", (kind.name, index)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_written_over_anything_else(game: str) -> None:
    """Words and numbers lie beside each other and beside signs; only a number may lie in its badge."""
    for kind, index, drawn in fronts(game):
        for number, one in enumerate(drawn.boxes):
            for other in drawn.boxes[:number]:
                if not (one.pt or other.pt):
                    continue
                across = min(one.x1, other.x1) - max(one.x0, other.x0)
                down = min(one.y1, other.y1) - max(one.y0, other.y0)
                inside = any(a.x0 >= b.x0 and a.x1 <= b.x1 and a.y0 >= b.y0 and a.y1 <= b.y1 for a, b in ((one, other), (other, one)))
                assert min(across, down) <= 0.35 or inside, (kind.name, index, one.what, other.what)
