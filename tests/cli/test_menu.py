"""How options are numbered, grouped and found by what is typed."""

from __future__ import annotations

import io

from rich.console import Console

from rulewright.cli.screen import THEME
from rulewright.cli.table.choosing import matching, numbers
from rulewright.cli.table.menu import MANY, menu, offers
from rulewright.play.game import load
from rulewright.play.models import Argument, Decision, Option


def option(number: int, title: str, *arguments: str, role: str = "act") -> Option:
    action = title.split()[0]
    made = tuple(Argument(preposition="to" if i else "", sort="cell", value=i, name=a) for i, a in enumerate(arguments))
    return Option(number=number, title=title, role=role, action=action, arguments=made)


def decision(*options: Option) -> Decision:
    return Decision(number=0, seat="White", prompt="go", options=options)


def shown(now: Decision, width: int = 80, *, everything: bool = False) -> list[str]:
    console = Console(theme=THEME, width=width, file=io.StringIO(), color_system=None)
    console.print(menu(now, width, everything))
    return [line.rstrip() for line in str(console.file.getvalue()).splitlines()]  # type: ignore[attr-defined]


def test_chess_is_grouped_by_man() -> None:
    now = load("chess", engine="interpreter").start(0).decision
    assert now is not None
    (offer,) = offers(now)
    assert offer.title == "go … to …"
    assert offer.rows[0] == ("knight b1", [(1, "a3"), (2, "c3")])
    lines = shown(now)
    assert lines[0] == "go … to …"
    assert lines[1] == "  knight b1   1 a3   2 c3"
    assert max(map(len, lines)) <= 80


def test_plain_words_come_last() -> None:
    now = decision(option(0, "done", role="done"), option(1, "go a", "a"), option(2, "go b", "b"))
    assert [o.title for o in offers(now)] == ["go", ""]
    assert shown(now) == ["go", "  2 a  3 b", "  1 done"]


def test_options_about_numbers_are_chosen_by_that_number() -> None:
    bids = [option(i, f"bid {n}", n) for i, n in enumerate(("3", "5", "9"))]
    found = numbers(decision(*bids, option(3, "done", role="done")))
    assert {n: o.title for n, o in found.items()} == {3: "bid 3", 5: "bid 5", 9: "bid 9", 10: "done"}
    cells = [option(i, f"go {n}", n) for i, n in enumerate(("a1", "b1"))]
    assert list(numbers(decision(*cells))) == [1, 2]


def test_very_many_options_are_summed_up_until_they_are_asked_for() -> None:
    now = decision(*(option(i, f"go {i}x", f"{i}x") for i in range(MANY + 1)))
    assert any("possibilities" in line for line in shown(now))
    assert len(shown(now)) < 4
    assert sum(line.count("x") for line in shown(now, everything=True)) == MANY + 1


def test_words_find_options() -> None:
    options = [option(0, "go pawn e2 to e4"), option(1, "go pawn e2 to e3"), option(2, "go pawn e21 to e4"), option(3, "castle rook a1")]
    titles = {
        text: [o.number for o in matching(options, text)] for text in ("e2 e4", "E2", "cas", "go pawn e2 to e3", "ook", "e4 e2", "", "x")
    }
    assert titles == {"e2 e4": [0], "E2": [0, 1], "cas": [3], "go pawn e2 to e3": [1], "ook": [3], "e4 e2": [], "": [], "x": []}


def test_coordinates_with_or_without_a_space() -> None:
    options = [option(0, "build Inn on (0, -1)"), option(1, "build Inn on (0, 1)")]
    assert [o.number for o in matching(options, "inn (0,-1)")] == [0]
    assert [o.number for o in matching(options, "build inn on (0, 1)")] == [1]


def test_equal_titles_are_one_choice() -> None:
    assert [o.number for o in matching([option(0, "draw Card"), option(1, "draw Card")], "draw")] == [0]
