"""The table in the terminal: the map with missions and heroes by colour, the fame track, and moves as small clear choices."""

from __future__ import annotations

import io

from rich.console import Console

from rulewright.cli.screen import THEME
from rulewright.cli.table.menu import menu
from tests.cli.test_drawing import drawn
from tests.cli.test_maps import box
from tests.games.kingdom_of_heroes.ledger import REGIONS, VILLAGES
from tests.games.kingdom_of_heroes.table import Sitting, begin, looked_at, started

SPACE = "\N{NO-BREAK SPACE}"


def told(lines: list[str]) -> list[str]:
    return [line.replace(SPACE, "").strip() for line in lines]


def offered(sitting: Sitting) -> str:
    console = Console(theme=THEME, width=100, file=io.StringIO(), color_system=None)
    assert sitting.match.decision is not None
    console.print(menu(sitting.match.decision, 100))
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def test_the_map() -> None:
    text = drawn(started(4, 3).match, "Red", 120)
    for place in [*REGIONS, *VILLAGES, "Capital"]:
        assert f"╭─ {place} ─" in text
    assert "red 5 adventurer, knight, mage blue 5 adventurer, knight, mage" in " ".join(told(box(text, "Capital")))
    assert box(text, "Saltcoast")[0] == "desert, littoral, portal"
    assert {"Tower (magic)"} <= set(box(text, "Westwood")) and "Sandmine (gold)" in box(text, "Lowdunes")


def test_missions_with_their_heroes() -> None:
    at = {"Orcs": "red 2A 1K, blue 1A, Sapphire", "Ironpeaks": "green 1M", "Ironmine": "blue 1A*"}
    lines = told(box(drawn(looked_at(cards={"Orcs": "Ironpeaks"}, at=at).match, "Red", 120), "Ironpeaks"))
    assert lines[:2] == ["mountain", "Orcs"]
    assert " ".join(lines[2:4]).startswith("a · blue · war · symbols 3 adventurer")
    start = lines.index("Sapphire (knight)")
    assert " ".join(lines[start + 1 :]).startswith("red 2 adventurer, knight blue adventurer")
    assert lines.index("green mage") > start
    assert " ".join(lines[lines.index("Ironmine (gold)") + 1 :]).startswith("blue adventurer (ring)")


def test_colours_say_whose_heroes_they_are() -> None:
    text = drawn(started(3, 3).match, "Red", 120, colour=True)
    for colour in ("red", "blue", "green"):
        assert f"m{SPACE}{colour}{SPACE}" in text  # behind a code for its style


def test_the_fame_track() -> None:
    lines = drawn(looked_at(fame=(3, 12, 3)).match, "Red", 120).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("fame 0"))
    assert lines[at].startswith("fame 0····5····10···15")
    assert lines[at + 1].rstrip() == "     " + " " * 3 + "r" + " " * 8 + "b" and lines[at + 2].rstrip() == "     " + " " * 3 + "g"


def test_a_group_is_put_together_step_by_step() -> None:
    """Which shape, from where, who, whither, who takes up the mission: never more than a line of options."""
    sitting = begin("turn", seat="Red", cards={"Excalibur": "Kingsmeadow"}, at={"Capital": "red 7A 1K 1M"}, crowns=12)
    seen = []
    for choice in (
        "Move a group",
        "Capital",
        "red adventurer",
        "red knight",
        "done",
        "Kingsmeadow",
        "red knight",
        "done",
        "red adventurer",
    ):
        seen.append((sitting.asked, len(sitting.options), offered(sitting).count("\n")))
        sitting.play(choice)
    assert [asked for asked, _, _ in seen] == [
        "choose",
        "choose start",
        *["choose group"] * 3,
        "choose goal",
        *["choose volunteers"] * 2,
        "choose second group",
    ]
    assert max(options for _, options, _ in seen) <= 6 and max(lines for _, _, lines in seen) <= 2


def test_options_are_grouped() -> None:
    """A reward for heroes from several places: rows by hero, places beside each other."""
    at = {"Troll": "red 1A 1K", "Capital": "red 3A", "Millbrook": "red 2A", "Steppe": "red 2A", "Fernham": "red 2A"}
    sitting = begin("judge", "Troll", cards={"Troll": "Ashlands"}, at=at)
    sitting.play("appoint red knight", "4")
    lines = offered(sitting).splitlines()
    assert len(sitting.options) == 9 and lines[0] == "lodge … at …"
    assert {line.split()[3] for line in lines[1:5]} == {"Steppe", "Fernham", "Millbrook", "Capital"}
    assert all("Ashlands" in line and "Eastwick" in line for line in lines[1:5]) and "decline" in lines[5]
