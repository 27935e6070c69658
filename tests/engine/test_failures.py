"""Rules that cannot be carried out stop their match with the same reason at the same place in both engines; never a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.differential import compare, twins_of
from rulewright.play.errors import RulesBroken
from rulewright.play.simulate import FAILED, simulate

HEAD = """\
game "Trouble" for Ann, Bob
  level: 0 to 9 = 5
  big: 0 to 1000000000 = 999999999
  nought: 0 to 9 = 0
  alarm: flag = no

piece Pawn of each Player: 3 per Player
  power: 0 to 5 = 2
piece Seed: 3
place board: grid 2 by 2, holding 1 Pawn
place camp: pile of Pawn
place bowl: pile of Seed

each Player has coins: 0 to 5 = 2

setup
  put all Pawn on camp
  put 2 Seed on bowl

turn
  player must
    "Go on": trouble(player)

phase trouble(one: Player)
  {line}

to deeper Player
  {deeper}

to twice Player
  if level > 2
    twice player
    twice player

to ponder
  if bold: lose 1 level

define bold = (level > 2 after ponder)

phase debate(one: Player)
  one must
    "Once more": debate(one)

as soon as alarm
  set alarm to no
  set alarm to yes

winner: most player.coins, then shared
"""

# What is written, what is wrong, and the words at fault.
TROUBLE = [
    ("gain 9 level", "range", "gain 9 level"),
    ("lose 3 coins for one", "range", "lose 3 coins for one"),
    ("set level to 3 - turn_number - 5", "range", "set level to 3 - turn_number - 5"),
    (
        "move (first Pawn of one in camp) to a1\n  move (last Pawn of one in camp) to a1",
        "capacity",
        "move (last Pawn of one in camp) to a1",
    ),
    ("set level to 5 / nought", "division", "5 / nought"),
    ("set level to 5 % nought", "division", "5 % nought"),
    ("set (the Pawn in a1).power to 3", "missing", "set (the Pawn in a1).power to 3"),
    ("set big to big * big * big", "overflow", "big * big * big"),
    ("put 2 Seed on bowl", "supply", "put 2 Seed on bowl"),
    ("move 3 Seed in bowl to box", "missing", "move 3 Seed in bowl to box"),
    ("while level > 2: set level to 5", "runaway", "level > 2"),
    ("while level > 2\n    while level > 3: set level to 5", "runaway", "level > 3"),
    ("deeper one", "stack", "deeper Player"),
    ("twice one", "stack", "twice Player"),
    ("ponder", "stack", "ponder"),
    ("set alarm to yes", "stack", "as soon as alarm"),
    ("debate(one)", "stack", "debate(one)"),
]


def written(tmp_path: Path, line: str) -> Path:
    path = tmp_path / "trouble.rules"
    deeper = "if level > 2: deeper player" if line.startswith("deeper") else "pass"
    path.write_text(HEAD.format(line=line, deeper=deeper), encoding="utf-8")
    return path


@pytest.mark.parametrize(("line", "reason", "words"), TROUBLE, ids=[f"{reason}-{i}" for i, (_, reason, _) in enumerate(TROUBLE)])
def test_the_same_failure_in_both_engines(tmp_path: Path, line: str, reason: str, words: str) -> None:
    path = written(tmp_path, line)
    game = load(path, engine="interpreter")
    twins = twins_of(game)
    found = compare(twins, 1, 100)
    assert found.failure is not None
    told, span = found.failure
    file, start, end = game.program.spans[span]
    assert (told, game.loaded.sources[file].text[start:end]) == (reason, words)


@pytest.mark.parametrize(("line", "reason", "words"), TROUBLE, ids=[f"{reason}-{i}" for i, (_, reason, _) in enumerate(TROUBLE)])
def test_a_batch_goes_on_without_the_match(tmp_path: Path, line: str, reason: str, words: str) -> None:
    """Every match of a batch fails by itself, at the same place; the process and the other matches are as before."""
    path = written(tmp_path, line)
    if reason == "runaway":
        natively = simulate(load(path, engine="native"), 3, 1)
        assert natively.over.tolist() == [FAILED] * 3  # the interpreter takes seconds for it, and is asked once, above
        return
    natively = simulate(load(path, engine="native"), 3, 1)
    assert natively.over.tolist() == [FAILED] * 3
    one_by_one = simulate(load(path, engine="interpreter"), 1, 1)
    assert natively.error.tolist() == one_by_one.error.tolist() * 3
    assert natively.span.tolist() == one_by_one.span.tolist() * 3


def test_a_score_that_fails(tmp_path: Path) -> None:
    """Also a score that cannot be computed stops only its match, with the same reason and place in both engines."""
    path = written(tmp_path, "one wins")
    path.write_text(path.read_text(encoding="utf-8") + "\nscore\n  luck: 7 / nought\n", encoding="utf-8")
    games = [load(path, engine=engine) for engine in ("native", "interpreter")]
    rows = [simulate(game, 2, 1) for game in games]
    for result in rows:
        assert result.over.tolist() == [FAILED] * 2
        assert result.winners.tolist() == [0, 0]
        assert result.scores.tolist() == [[[0], [0]]] * 2
        file, start, end = games[0].program.spans[int(result.span[0])]
        assert games[0].loaded.sources[file].text[start:end] == "7 / nought"
    assert rows[0].error.tolist() == rows[1].error.tolist()
    told = []
    for game in games:
        match = game.start(1)
        match.choose("Go on")
        with pytest.raises(RulesBroken) as caught:
            match.score()
        told.append(str(caught.value))
    assert told[0] == told[1] and "divided by zero" in told[0]


@pytest.mark.parametrize("line", ["gain 9 level", "set level to 5 / nought"])
def test_what_a_player_is_told(tmp_path: Path, line: str) -> None:
    """The same sentence and the same place, whichever engine plays; the decision can still be taken back to."""
    path = written(tmp_path, line)
    told = []
    for engine in ("interpreter", "native"):
        match = load(path, engine=engine).start(1)
        before = match.save()
        with pytest.raises(RulesBroken) as caught:
            match.choose("Go on")
        assert match.save() == before
        assert match.decision is not None and match.decision.seat == "Ann"
        told.append((caught.value.message, caught.value.help, caught.value.where))
    assert told[0] == told[1]
    assert "trouble.rules, line 25" in told[0][2]


@pytest.mark.second  # the interpreter goes round a million times
def test_nobody_can_do_anything(tmp_path: Path) -> None:
    """Turns that go by without a decision are no loop of the author's: what is missing is said."""
    path = tmp_path / "stuck.rules"
    path.write_text(
        'game "Stuck" for White, Black\n'
        "piece Mark of each Player\n"
        "place board: grid 2 by 1\n"
        "turn\n"
        "  player must mark\n"
        "action mark Cell in board\n"
        "  requires cell is empty\n"
        "  put Mark on cell\n",
        encoding="utf-8",
    )
    game = load(path, engine="interpreter")
    found = compare(twins_of(game), 1, 100)
    assert found.failure is not None and found.failure[0] == "stuck"
    assert simulate(load(path, engine="native"), 2, 1).over.tolist() == [FAILED] * 2
    match = game.start(1)
    match.choose(0)
    with pytest.raises(RulesBroken, match="nobody can do anything"):
        match.choose(0)


def test_a_long_match_is_no_loop(tmp_path: Path) -> None:
    """More turns than any loop may have rounds: each has a decision, so nothing runs away."""
    path = tmp_path / "long.rules"
    path.write_text(
        'game "Long" for White, Black\n'
        "  counter ticks: 0 to 2500000 = 0\n"
        "turn\n"
        "  player must tick\n"
        "action tick\n"
        "  gain 1 ticks\n"
        "when ticks is 2500000: draw\n",
        encoding="utf-8",
    )
    found = simulate(load(path, engine="native"), 1, 1)
    assert found.over.tolist() != [FAILED]
    assert found.decisions.tolist() == [2_500_000]


@pytest.mark.parametrize("place", ["grid 2 by 2, holding 1 Pawn", "grid 2 by 2, holding 2 Pawn", "ring of 4, holding 1"])
def test_a_piece_that_moves_to_where_it_stands_needs_no_more_room(tmp_path: Path, place: str) -> None:
    """Found by a random program: one engine counted the piece itself, the other did not."""
    path = tmp_path / "still.rules"
    path.write_text(
        'game "Still" for Ann, Bob\n'
        "piece Pawn of each Player: 1 per Player\n"
        "piece Stone: 1\n"
        f"place board: {place}\n"
        "setup\n"
        "  each Player puts Pawn on first Cell in board where cell is empty\n"
        "turn\n"
        "  player must stay\n"
        "action stay Pawn of player in board\n"
        "  move pawn to place of pawn\n"
        "when turn_number > 4\n"
        "  draw\n",
        encoding="utf-8",
    )
    twins = twins_of(load(path))
    found = compare(twins, 0, 20)
    assert found.failure is None and found.ended
