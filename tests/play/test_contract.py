"""The contract of a match: what can be asked of it, and what happens if something wrong is asked. Nothing wrong changes a match."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.play import load
from rulewright.play.errors import PlayError
from rulewright.play.game import Game
from rulewright.play.match import Match

from .shipped import loaded

MARKET = """\
game "Stalls" for Ann, Bob

option rounds: 1 to 5 = 2
option prizes: 2 of Good = {wool, wine}
option fancy: flag = no

type Good: wool or wine or salt

each Player has
  coins: 0 to 9 = 3
  goods of each Good: 0 to 9 = 0
  medals: 0 to 9 = 0

play
  repeat rounds times
    each Player takes turn
  finish

turn
  player must buy or rest

action buy Good
  > Buy something for two coins, if it is among the prizes.
  requires good in prizes
    > Nobody sells {good} today.
  pay 2 coins
  gain 1 goods(good)

action rest
  requires player.coins < 9
  roll {1, 1, 2, 3} giving pips
  gain pips coins

score
  goods: 3 * sum player.goods(good) for Good
  medals: player.medals

winner: most score, then most player.coins, then least player.medals, then shared
"""


@pytest.fixture(params=["interpreter", "native"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def stalls(tmp_path: Path, engine: str) -> Game:
    path = tmp_path / "stalls.rules"
    path.write_text(MARKET, encoding="utf-8")
    return load(path, engine=engine)


def everything(match: Match) -> tuple[object, ...]:
    """All that can be seen of a match from outside."""
    return match.state, match.decision, match.full_log, match.transcript(), match.score(), match.save()


# ---------------------------------------------------------------- wrong choices


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (17, "There is no option 17."),
        (-1, "There is no option -1."),
        (True, "There is no option True."),
        (1.5, "There is no option 1.5."),
        (None, "There is no option None."),
        ("sell wool", "“sell wool” is not among the options now."),
        ("", "“” is not among the options now."),
    ],
)
def test_an_illegal_choice(stalls: Game, option: object, message: str) -> None:
    match = stalls.start(1)
    before = everything(match)
    with pytest.raises(PlayError) as caught:
        match.choose(option)  # type: ignore[arg-type]
    assert caught.value.message == message
    assert caught.value.help
    assert everything(match) == before


def test_an_option_of_another_decision(stalls: Game) -> None:
    match = stalls.start(1)
    assert match.decision is not None
    old = match.decision.options[1]
    match.choose(old)
    match.choose(0)
    before = everything(match)
    if old not in match.decision.options:
        with pytest.raises(PlayError, match="is not among the options now"):
            match.choose(old)
    stranger = old.model_copy(update={"number": 99})
    with pytest.raises(PlayError, match="is not among the options now"):
        match.choose(stranger)
    assert everything(match) == before


def test_a_stale_decision(stalls: Game) -> None:
    match = stalls.start(1)
    assert match.decision is not None
    number = match.decision.number
    match.choose("buy wool", decision=number)
    before = everything(match)
    with pytest.raises(PlayError) as caught:
        match.choose("buy wool", decision=number)
    assert "is not the present one" in caught.value.message and "again" in caught.value.help
    assert everything(match) == before


def test_a_wrong_seat(stalls: Game) -> None:
    match = stalls.start(1)
    before = everything(match)
    for seat in ("Bob", "Nobody", ""):
        with pytest.raises(PlayError, match="has nothing to decide now; Ann does"):
            match.choose(0, seat=seat)
    for ask in (match.view, match.log):
        with pytest.raises(PlayError, match="Nobody is called Zoe here"):
            ask("Zoe")
    with pytest.raises(PlayError, match="Nobody is called Zoe here"):
        match.why_not("buy", seat="Zoe")
    assert everything(match) == before


def test_after_the_end(stalls: Game) -> None:
    match = stalls.start(1)
    while match.decision is not None:
        match.choose(0)
    before = everything(match)
    with pytest.raises(PlayError, match="The match is over"):
        match.choose(0)
    assert everything(match) == before


@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_interrupted_in_the_middle(stalls: Game, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """Ctrl-C while a choice is carried out: the match is as it was before the choice."""
    match = stalls.start(4)
    before = everything(match)
    calls = 0
    real = type(match)._listen

    def interrupted(self: Match) -> None:
        nonlocal calls
        calls += 1
        if calls == at + 1:
            raise KeyboardInterrupt
        real(self)

    monkeypatch.setattr(type(match), "_listen", interrupted)
    for _ in range(9):
        before = everything(match)
        try:
            match.choose("rest")
        except KeyboardInterrupt:
            break
    assert calls == at + 1
    monkeypatch.undo()
    assert everything(match) == before
    match.choose("rest")


# ---------------------------------------------------------------- wrong options and seeds


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rounds": "9"}, "1 to 5"),
        ({"rounds": "many"}, "rounds"),
        ({"prizes": "wool"}, "prizes"),
        ({"prizes": "wool, tin"}, "prizes"),
        ({"fancy": "perhaps"}, "fancy"),
        ({"hats": "3"}, "hats"),
    ],
)
def test_an_option_out_of_range(stalls: Game, options: dict[str, str], sentence: str) -> None:
    with pytest.raises(PlayError) as caught:
        load(stalls.path, options)
    assert sentence in caught.value.message + caught.value.help + getattr(caught.value, "report", "")


@pytest.mark.parametrize("players", [0, 1, 3, 99])
def test_too_many_or_too_few_players(stalls: Game, players: int) -> None:
    with pytest.raises(PlayError):
        load(stalls.path, players=players)


def test_an_unknown_game_engine_or_way_of_chance(stalls: Game) -> None:
    with pytest.raises(PlayError, match="no game called"):
        load("no such game")
    with pytest.raises(PlayError, match="no engine called steam"):
        load(stalls.path, engine="steam").start(1)
    with pytest.raises(PlayError, match="auto or ask"):
        stalls.start(1, chance="maybe")


@pytest.mark.parametrize("seed", ["7", 1.5, True, [1]])
def test_a_bad_seed(stalls: Game, seed: object) -> None:
    with pytest.raises(PlayError, match="A seed is a whole number"):
        stalls.start(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [0, -1, 1 << 63, 1 << 200])
def test_any_whole_number_is_a_seed(stalls: Game, seed: int) -> None:
    assert stalls.start(seed).save() == stalls.start(seed).save()


# ---------------------------------------------------------------- saves


def test_a_save_goes_on(stalls: Game) -> None:
    match = stalls.start(5)
    match.choose("rest")
    again = Match.load(stalls, match.save())
    assert again.decision == match.decision
    assert again.view("Ann").players == match.view("Ann").players
    while match.decision is not None:
        match.choose(0)
        again.choose(0)
    assert again.outcome == match.outcome and again.transcript() == match.transcript()


def test_a_save_of_one_engine_in_the_other(stalls: Game) -> None:
    other = load(stalls.path, engine="native" if stalls.engine.name == "interpreter" else "interpreter")
    match = stalls.start(5)
    match.choose("rest")
    again = Match.load(other, match.save())
    assert again.save() == match.save()


def test_damaged_saves(stalls: Game) -> None:
    """Whatever has happened to a file: one sentence, and never a match that is not what it was."""
    match = stalls.start(5)
    match.choose("rest")
    text = match.save()
    chance = random.Random(1)
    broken = ["", "{}", "[]", "null", "\x00", text[:-1], text + "}", text.replace("{", "[", 1), '{"rulewright": 1}']
    broken += [text[: chance.randrange(len(text))] for _ in range(30)]
    for _ in range(150):
        at = chance.randrange(len(text))
        broken.append(text[:at] + chance.choice('0aZ{}",:\x00') + text[at + 1 :])
    for bad in broken:
        try:
            again = Match.load(stalls, bad)
        except PlayError:
            continue
        assert again.save() == text  # the damage was in the layout alone


@given(at=st.integers(0, 10_000), value=st.integers(0, 255))
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
def test_damaged_states(at: int, value: int) -> None:
    """One byte of the state is another: the digest does not fit any more."""
    import base64

    game = loaded("oware")
    text = game.start(3).save()
    data = json.loads(text)
    state = bytearray(base64.b64decode(data["state"]))
    position = at % len(state)
    if state[position] == value:
        return
    state[position] = value
    data["state"] = base64.b64encode(state).decode()
    with pytest.raises(PlayError, match="damaged"):
        Match.load(game, json.dumps(data))


def test_a_save_of_another_game_or_other_rules(stalls: Game, tmp_path: Path) -> None:
    text = stalls.start(1).save()
    with pytest.raises(PlayError, match="This is a match of Stalls, not of Oware"):
        Match.load(loaded("oware"), text)
    path = tmp_path / "other" / "stalls.rules"
    path.parent.mkdir()
    path.write_text(MARKET.replace("pay 2 coins", "pay 1 coins"), encoding="utf-8")
    with pytest.raises(PlayError, match="played by other rules of Stalls"):
        Match.load(load(path), text)
    with pytest.raises(PlayError, match="played by other rules of Stalls") as caught:
        Match.load(load(stalls.path, {"rounds": "3"}), text)
    assert "options have changed" in caught.value.help


# ---------------------------------------------------------------- clone, undo, transcript


def test_a_clone_goes_its_own_way(stalls: Game) -> None:
    match = stalls.start(1)
    match.choose("buy wool")
    other = match.clone()
    assert everything(other) == everything(match)
    before = everything(match)
    other.choose("buy wine")
    other.undo()
    other.undo()
    assert everything(match) == before
    assert other.decision is not None and other.decision.number == 0


def test_undo(stalls: Game) -> None:
    match = stalls.start(1)
    with pytest.raises(PlayError, match="nothing to take back"):
        match.undo()
    states = []
    for choice in ("buy wool", "buy wine"):
        states.append(everything(match))
        match.choose(choice)
    match.undo()
    assert everything(match) == states[1]
    match.undo()
    assert everything(match) == states[0]


def test_what_chance_has_told_is_not_taken_back(stalls: Game) -> None:
    match = stalls.start(1)
    before = everything(match)
    match.choose("rest")
    after = everything(match)
    with pytest.raises(PlayError, match="Chance has spoken"):
        match.undo()
    assert everything(match) == after
    match.undo(force=True)
    assert everything(match) == before


def test_a_transcript_can_be_played_again(stalls: Game) -> None:
    match = stalls.start(8)
    chance = random.Random(3)
    while match.decision is not None:
        match.choose(chance.randrange(len(match.decision.options)))
    told = match.transcript()
    assert told.outcome == match.outcome and told.fingerprint == stalls.fingerprint
    again = stalls.start(told.seed, chance="ask")
    for move in told.moves:
        now = again.decision
        assert now is not None
        assert (now.seat or "chance") == move.who and now.options[move.number].title == move.choice
        again.choose(move.number)
    assert again.outcome == match.outcome and again.transcript().moves == told.moves


# ---------------------------------------------------------------- chance


def test_chance_outcomes_are_exact(stalls: Game) -> None:
    match = stalls.start(1, chance="ask")
    match.choose("rest")
    now = match.decision
    assert now is not None and now.seat is None
    shares = {o.title: o.probability for o in now.outcomes}
    assert shares == {"1": Fraction(1, 2), "2": Fraction(1, 4), "3": Fraction(1, 4)}
    assert sorted(n for o in now.outcomes for n in o.options) == list(range(len(now.options)))
    match.choose("3")
    assert match.view(None).players["Ann"]["coins"] == "6"


@pytest.mark.parametrize(
    "name", ["backgammon", "kuhn_poker", "leduc_poker", "two_heirs", "kingdom_of_heroes", "two_princes", "grandlins_heirs"]
)
def test_probabilities_sum_to_one(name: str) -> None:
    match = loaded(name).start(2, chance="ask")
    chance = random.Random(2)
    seen = 0
    for _ in range(60):
        now = match.decision
        if now is None:
            break
        if now.seat is None:
            seen += 1
            assert sum(o.probability for o in now.outcomes) == 1
            assert all(o.probability > 0 for o in now.outcomes)
        match.choose(chance.randrange(len(now.options)))
    assert seen


# ---------------------------------------------------------------- why not, score, outcome


def test_why_not(stalls: Game) -> None:
    match = stalls.start(1)
    assert match.why_not("buy", {"good": "wool"}).allowed
    refusal = match.why_not("buy", {"good": "salt"})
    assert not refusal.allowed
    assert refusal.reason == "Nobody sells salt today."
    assert refusal.rule == "requires good in prizes"
    assert "stalls.rules" in refusal.place and "line 24" in refusal.place
    match.choose("buy wool")
    match.choose("rest")
    refusal = match.why_not("buy", {"good": "wine"}, "Ann")
    assert not refusal.allowed
    assert refusal.rule == "pay 2 coins"
    assert refusal.values.get("coins", refusal.values.get("player.coins", "1")) == "1"
    assert match.why_not("buy", {"good": "wine"}, "Bob").reason == "It is not Bob who decides now."
    with pytest.raises(PlayError, match="There is no action called by") as caught:
        match.why_not("by")
    assert "buy" in caught.value.help


def test_score_with_breakdown(stalls: Game) -> None:
    match = stalls.start(1)
    match.choose("buy wool")
    assert match.score() == {"Ann": {"goods": 3, "medals": 0}, "Bob": {"goods": 0, "medals": 0}}
    while match.decision is not None:
        match.choose(0)
    assert match.outcome is not None
    for seat, lines in match.score().items():
        assert {line.name: line.points for line in match.outcome.scores[seat]} == lines
        assert match.outcome.points(seat) == sum(lines.values())


def ended(game: Game, *choices: str) -> Match:
    """A match with given choices; after a rest, chance brings what stands behind the colon."""
    match = game.start(1, chance="ask")
    for choice in choices:
        name, _, pips = choice.partition(":")
        match.choose(name)
        if pips:
            match.choose(pips)
    assert match.over
    return match


def test_the_first_criterion_decides(stalls: Game) -> None:
    outcome = ended(stalls, "buy wool", "rest:1", "rest:1", "rest:1").outcome
    assert outcome is not None
    assert (outcome.kind, outcome.winners, outcome.deciding) == ("win", ("Ann",), "")


def test_a_tie_breaker_is_named(stalls: Game) -> None:
    outcome = ended(stalls, "buy wool", "buy wool", "rest:1", "rest:3").outcome
    assert outcome is not None
    assert (outcome.kind, outcome.winners, outcome.deciding) == ("win", ("Bob",), "most player.coins")


def test_nothing_decides(stalls: Game) -> None:
    outcome = ended(stalls, "buy wool", "buy wine", "rest:2", "rest:2").outcome
    assert outcome is not None
    assert (outcome.kind, set(outcome.winners), outcome.deciding) == ("draw", {"Ann", "Bob"}, "")


def test_the_rule_that_ended_it_is_named() -> None:
    """A match that a rule ends outright says which rule it was."""
    match = loaded("tic_tac_toe").start(1)
    for cell in ("a1", "a2", "b1", "b2", "c1"):
        match.choose(f"mark {cell}")
    assert match.outcome is not None
    assert match.outcome.winners == ("X",)
    assert "tic_tac_toe.rules, line" in match.outcome.reason
