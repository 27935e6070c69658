"""Each leak that was ever found is put back, and the test of worlds must notice it: the one that exchanges what a seat cannot tell apart.

What no exchange can show (who could interrupt, what can be taken back, whether secret choices are told) the test that holds it notices.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.agents.registry import player
from rulewright.cli.table import prose
from rulewright.play import load, telling, views
from rulewright.play.game import Game
from rulewright.play.knowledge.packet import Knower, World
from rulewright.play.knowledge.sight import Sight
from rulewright.play.match import Match
from rulewright.play.names import Names
from rulewright.play.narration.changes import Changes

from . import test_hidden_information, test_leaks
from .guises import exchangeable, exchanged

SEEDS = 2


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path: Path = tmp_path_factory.mktemp("leak") / "leak.rules"
    path.write_text(test_leaks.LEAK, encoding="utf-8")
    return load(path, engine="interpreter")


def noticed(game: Game) -> str:
    """What the comparison of worlds finds first; nothing if it finds nothing."""
    try:
        for seed in range(SEEDS):
            _walk(game, seed)
    except AssertionError as found:
        return str(found).splitlines()[0]
    return ""


def _walk(game: Game, seed: int) -> None:
    match, chance = game.start(seed, chance="ask"), random.Random(seed)
    while (now := match.decision) is not None:
        for number, seat in enumerate(game.seats):
            pairs = exchangeable(match, number)
            for a, b in chance.sample(pairs, min(2, len(pairs))):
                test_hidden_information._compare(match, seat, a, b, chance)
                _answers(match, seat, a, b)
        match.choose(chance.randrange(len(now.options)))


def _answers(match: Match, seat: str, a: int, b: int) -> None:
    """What is answered about the two cards, and what a greedy player would do in the seat's place."""
    other = exchanged(match, a, b)
    for card in (a + 1, b + 1):
        mine, theirs = (m.why_not("steal", {"card": str(card)}, seat) for m in (match, other))
        assert mine == theirs, f"{seat} is answered otherwise about {card}"
    if match.decision is not None and match.decision.seat == seat:
        mine_, theirs_ = (player("greedy", 1).decide(m).option for m in (match, other))
        assert mine_ == theirs_, f"a greedy player for {seat} chooses otherwise"


def test_nothing_leaks(game: Game) -> None:
    assert noticed(game) == ""


def bare_title(game: Game, step: telling.Step, seat: int | None) -> str:
    return game.names.title(step.choice, step.alt, step.raw[1], step.before)


TOLD = Names.told


def named_in_options(self: Names, shown: object, number: int, state: list[int], hidden: object = (), plainly: bool = False) -> str:
    """In options hidden cards have names; the log of others is as it should be."""
    return TOLD(self, shown, number, state, hidden if plainly else (), plainly)  # type: ignore[arg-type]


def only_the_truth(self: Match, seat: int | None, count: int) -> list[World]:
    return [World(self.as_list()[:], {})]


def true_moves(self: Changes, moved: list[object], before: list[int], *_: object) -> list[str]:
    return [f"{self.piece(move.piece, before)} goes." for move in moved]  # type: ignore[attr-defined]


def plain_guise(self: Knower, found: list[int], kind: object, names: dict[int, int]) -> None:
    """Pieces are not laid out anew."""


FAULTS: dict[str, tuple[object, str, object, str]] = {
    "the log names a card laid face down": (telling, "_title", bare_title, "reads in the log which of the two it was"),
    "titles of options name hidden cards": (Names, "told", named_in_options, "is offered something else"),
    "why_not answers from the true state": (Match, "worlds", only_the_truth, "is answered otherwise about"),
    "what came of it names what is hidden": (Changes, "moves", true_moves, "is told which of the two it was"),
    "faces lie open in views": (Sight, "sees", lambda self, state, seat, piece: True, ""),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_leak_is_noticed(game: Game, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, wrong, message = FAULTS[fault]
    if fault == "faces lie open in views":
        match = game.start(1)
        pairs = exchangeable(match, 0)  # before the fault hides that there is anything to exchange
        others = [exchanged(match, a, b) for a, b in pairs]
        monkeypatch.setattr(views.Reader, "sees", lambda self, seat, piece: True)
        monkeypatch.setattr(Match, "seen_by", lambda self, seat: self.reader())
        assert any(other.view("Player1") != match.view("Player1") for other in others)
        return
    monkeypatch.setattr(where, name, wrong)
    found = noticed(game)
    assert found and message in found


def test_a_guise_that_is_the_truth_is_noticed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """If pieces out of sight are not laid out anew, packets for agents differ between worlds."""
    match = game.start(1)
    others = [exchanged(match, a, b) for a, b in exchangeable(match, 0)]
    assert all(other.knowledge("Player1") == match.knowledge("Player1") for other in others)
    monkeypatch.setattr(type(game.knower.exchange), "rename", plain_guise)
    assert any(other.knowledge("Player1") != match.knowledge("Player1") for other in others)


SECTIONS = prose.sections

HELD: dict[str, tuple[object, str, object, Callable[[], None]]] = {
    "who could interrupt is told": (
        Match,
        "deciding",
        lambda self, seat: None if self.choice is None else self.game.seats[self.decider] if self.decider >= 0 else "chance",
        test_leaks.test_who_could_interrupt_is_not_told,
    ),
    "secret choices are never told": (
        telling,
        "revealed",
        lambda game, steps, after: [],
        lambda: test_leaks.test_secret_choices_are_told_once_all_are_made("goofspiel"),
    ),
    "rules at the prompt tell the story": (
        prose,
        "sections",
        lambda game: [*SECTIONS(game), ("a card", [game.program.texts[20]])],
        test_leaks.test_rules_at_the_prompt_do_not_tell_the_story,
    ),
    "the first tile is named": (
        telling,
        "_title",
        bare_title,
        test_leaks.test_the_first_tile_and_open_terrain_of_the_two_heirs_stay_hidden,
    ),
    "a Trading Post does not show what it counts": (
        Names,
        "value",
        lambda self, shown, number, state=None: "none",
        test_leaks.test_a_printed_name_of_another_piece_is_shown,
    ),
}


@pytest.mark.parametrize("fault", HELD)
def test_a_fault_is_noticed_by_the_test_that_holds_it(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, wrong, held = HELD[fault]
    monkeypatch.setattr(where, name, wrong)
    for module in (test_leaks, __import__("rulewright.play.match", fromlist=["match"])):
        if hasattr(module, name):
            monkeypatch.setattr(module, name, wrong)
    with pytest.raises(AssertionError):
        held()


def test_taking_back_what_was_shown_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    monkeypatch.setattr(Match, "_learnt", lambda self, goal: "")
    with pytest.raises(pytest.fail.Exception):
        test_leaks.test_what_was_openly_shown_is_not_taken_back(game, tmp_path)


def test_a_choice_told_before_all_are_made_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    true_told = telling.told

    def early(game: Game, step: telling.Step) -> telling.Event:
        event = true_told(game, step)
        return telling.Event(event.text, (event.text,) * len(event.veiled), event.chance)

    monkeypatch.setattr("rulewright.play.match.told", early)
    with pytest.raises(AssertionError):
        test_hidden_information.test_secret_choices("goofspiel")
