"""A whole sitting at the table, typed line by line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Result, Run

Write = Callable[[str, str], Path]


def sit(run: Run, *typed: str, game: str = "tic_tac_toe", seats: tuple[str, ...] = ("all=human",)) -> Result:
    chosen = [x for s in seats for x in ("--seat", s)]
    return run("play", game, "--seed", 5, *chosen, typed=typed)


def kept(room: Path) -> list[Path]:
    return sorted(room.glob("*.match.json"))


def test_a_whole_match(run: Run, room: Path) -> None:
    result = sit(run, "1", "mark b1", "a2", "B2", "  MARK   a3  ")
    assert result.code == 0
    assert "X wins." in result.out
    assert "3 │ X │   │   │" in result.out
    assert not kept(room)  # a match that is over needs no keeping


def test_numbers_and_parts_of_titles(run: Run) -> None:
    result = sit(run, "e4", "e7 e5", "pawn", "g1", "f3", game="chess")
    assert "4  ·  ·  ·  ·  P  ·  ·  ·" in result.out
    assert "options have these words; which one?" in result.out
    assert "1  R  N  B  Q  K  B  ·  R" in result.out.split("which one?")[-1]


def test_bad_input_gets_a_sentence(run: Run) -> None:
    result = sit(run, "", "77", "99999999999999999999", "fly away", "mark z9", "#1", "mark a1")
    for sentence in ("Type a number", "There is no option 77.", "“fly away” is not one of the options.", "It is not clear what “z9” is."):
        assert sentence in result.out
    assert "Somebody has marked that cell already." in result.out  # an option that is gone explains itself
    assert result.err == ""


INN = """game "Inn" for A, B
  > Stay for {nights} nights.

option nights: 1 to 9 = 4

piece Servant of each Player: 2 per Player
place street: pile of Servant
place house of each Player: pile of Servant

setup
  each Player: put 1 Servant of player on street
  each Player: put 1 Servant of player on house of player

turn
  player must leave

action leave
  finish

winner: none
"""


def test_what_is_told_without_colours(run: Run, room: Path) -> None:
    """Values stand in the opening words, and equal pieces in a common place say whose they are."""
    (room / "inn.rules").write_text(INN, encoding="utf-8")
    told = run("play", "inn.rules", "--option", "nights=7", typed=()).out
    assert "Stay for 7 nights." in told
    assert "1 Servant of A  1 Servant of B" in told
    assert re.search(r"house of A +1 Servant\s", told)


def test_why_not_that_number(run: Run, room: Path) -> None:
    rules = 'game "Nim" for A, B\n\ntype Handful: 1 to 3\n\nturn\n  player must take\n\naction take Handful\n  player wins\n'
    (room / "nim.rules").write_text(rules, encoding="utf-8")
    told = run("play", "nim.rules", typed=("why take 5", "why take 3")).out
    assert "take 5: It has to be Handful, from 1 to 3." in told and "take 3: allowed." in told


def test_why(run: Run) -> None:
    result = sit(
        run, "e2 e4", "e7 e5", "why castle", "why", "why go e4 to e5", "why go e1 to e2", "why fly", "why go nothing", game="chess"
    )
    assert "castle: Neither of them may have moved, and nothing may stand between them." in result.out
    assert ".rules" not in result.out and "rule:" not in result.out  # no guest reads code
    assert "go e1 to e2: allowed." in result.out
    assert "There is no action called fly." in result.out
    assert "It is not clear what “nothing” is." in result.out


def test_undo(run: Run) -> None:
    result = sit(run, "undo", "a1", "b2", "undo", "log", "undo", "log")
    assert "There is nothing to take back." in result.out
    assert result.out.count("Taken back.") == 2
    tail = result.out.split("Taken back.")
    assert "marks a1." in tail[1] and "marks b2." not in tail[1]
    assert "Nothing has happened yet." in tail[2]


def test_undo_takes_back_what_the_machine_did_since(run: Run) -> None:
    result = sit(run, "a1", "undo", "log", seats=("O=first",))
    assert "Taken back." in result.out
    assert "Nothing has happened yet." in result.out
    assert result.out.rstrip().count("X> ") == 4


def test_undo_never_unlearns_chance(run: Run) -> None:
    result = sit(run, "bid 1", "undo", "log", game="goofspiel", seats=("Player2=first",))
    assert "Chance has spoken since, so that decision stays." in result.out
    assert "bids 1." in result.out.split("so that decision stays")[1]


def test_save_and_load_with_the_log(run: Run, room: Path) -> None:
    result = sit(run, "a1", "save evening", "quit")
    assert "Saved in evening.match.json" in result.out
    assert [p.name for p in kept(room)] == ["evening.match.json"]
    again = run("play", "--load", "evening.match.json", "--seat", "all=human", typed=("log", "undo", "log", "a2", "quit"))
    assert again.code == 0
    first, second = again.out.split("Taken back.")
    assert "marks a1." in first
    assert "Nothing has happened yet." in second


def test_save_overwrites_only_its_own(run: Run, write: Write) -> None:
    path = write("diary.txt", "dear diary")
    result = sit(run, "save diary.txt", "save", "save missing/x", "save mine", "a1", "save mine", "quit")
    assert "exists already" in result.out and path.read_text(encoding="utf-8") == "dear diary"
    assert "Save it where?" in result.out
    assert "cannot be written" in result.out
    assert result.out.count("Saved in mine.match.json") == 2


@pytest.mark.parametrize(("end", "code"), [((), 0), (("^C",), 130), (("quit",), 0)])
def test_leaving_keeps_the_match(run: Run, room: Path, end: tuple[str, ...], code: int) -> None:
    result = sit(run, "a1", "b2", *end)
    assert result.code == code and result.err == ""
    (path,) = kept(room)
    assert path.name in result.out
    finished = run("play", "tic_tac_toe", "--load", path.name, "--seat", "all=human", typed=("a2", "b3", "a3"))
    assert finished.code == 0 and "X wins." in finished.out


def test_leaving_before_the_first_decision(run: Run, room: Path) -> None:
    assert "nothing is saved" in sit(run).out
    assert not kept(room)


def test_interrupted_while_the_machine_decides(run: Run, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.agents.simple import First

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(First, "decide", interrupted)
    result = sit(run, "a1", seats=("O=first",))
    assert result.code == 130
    saved = json.loads(kept(room)[0].read_text(encoding="utf-8"))
    assert [m["choice"] for m in saved["transcript"]["moves"]] == ["mark a1"]


def test_a_damaged_or_foreign_file(run: Run, room: Path, write: Write) -> None:
    sit(run, "a1", "save evening", "quit")
    text = (room / "evening.match.json").read_text(encoding="utf-8")
    write("cut.json", text[: len(text) // 2])
    write("bytes.json", "")
    (room / "bytes.json").write_bytes(b"\xff\xfe\x00")
    write("state.json", re.sub(r'"state":\s*"[^"]*"', '"state": "AAAA"', text))
    write("rules.json", re.sub(r'"fingerprint":\s*"[^"]*"', '"fingerprint": "0123456789abcdef"', text))
    for name, sentence in (
        ("cut.json", "damaged"),
        ("bytes.json", "not text"),
        ("state.json", "damaged"),
        ("rules.json", "damaged"),
    ):
        result = run("play", "--load", name)
        assert result.code == 1, name
        assert sentence in result.err
    assert "This is a match of Tic-Tac-Toe, not of Chess." in run("play", "chess", "--load", "evening.match.json").err
    assert run("play", "--load", "nowhere.json").code == 2
    assert run("play", "--load", "evening.match.json", "--seed", "3").code == 2


# ---------------------------------------------------------------- what is hidden


def test_others_cards_stay_hidden(run: Run) -> None:
    result = sit(run, "look", "log", game="kuhn_poker", seats=("Player2=first",))
    hands = [line for line in result.out.splitlines() if line.startswith("hand of Player2")]
    assert hands and all("a Card face down" in line for line in hands)
    own = {line.split()[-1] for line in result.out.splitlines() if line.startswith("hand of Player1")}
    assert len(own) == 1 and own < {"jack", "queen", "king"}
    (card,) = own
    for other in {"jack", "queen", "king"} - {card}:
        assert other not in result.out


def test_two_people_at_one_keyboard(run: Run) -> None:
    result = sit(run, "", "bid 3", "", "bid 4", "", "quit", game="goofspiel")
    assert result.out.count("Pass the keyboard to") == 3
    before, first, second, *_ = re.split(r"Pass the keyboard to +(?:Player\d) ", result.out)
    assert "hand of" not in before
    assert "hand of Player1  1  2  3" in first and "hand of Player2  13 Card face down" in first
    assert "hand of Player2  1  2  3" in second and "hand of Player1  13 Card face down" in second
    assert "bid 3" not in second.split("bid?")[0]  # a secret choice stays secret


def test_no_passing_where_nothing_is_hidden(run: Run) -> None:
    assert "Pass the keyboard" not in sit(run, "a1", "b2").out


# ---------------------------------------------------------------- looking around


def test_rules_log_help_look(run: Run) -> None:
    result = sit(run, "rules", "rules full", "rules zebra", "help", "look board", "a1", "look a1", "look zebra", "list")
    assert "Action: mark" in result.out and "Put one of your marks on an empty cell." in result.out
    assert "A full board without such a line is a draw." in result.out
    assert "No printed rule has the word zebra." in result.out
    assert "take your last decision back" in result.out
    assert "a1 of board" in result.out
    assert "You see nothing called zebra." in result.out


def test_rules_fill_in_their_numbers(run: Run) -> None:
    run("new", "stones")
    result = sit(run, "rules width", game="stones.rules")
    assert "The board has 5 columns." in result.out


BROKEN = """\
game "Broken" for A, B
each Player has
  coins: 0 to 1 = 1
turn
  player must
    "Earn": set player.coins to player.coins + 1
    "Win": player wins
"""


def test_rules_that_break_leave_the_match_as_it_was(run: Run, write: Write) -> None:
    write("broken.rules", BROKEN)
    result = run("play", "broken.rules", "--seat", "all=human", typed=("earn", "win"))
    assert "A value leaves its range." in result.out and "line 6" in result.out
    assert result.code == 0 and "A wins." in result.out
    watched = run("play", "broken.rules", "--seat", "all=first")
    assert watched.code == 1 and "line 6" in watched.err


def test_record_and_replay(run: Run, room: Path) -> None:
    result = run("play", "connect_four", "--seat", "all=random", "--seed", 4, "--record", "four.json", "--paranoid")
    assert result.code == 0 and "The transcript is in four.json" in result.out
    replayed = run("replay", "four.json", "--board")
    assert replayed.code == 0
    assert "and the outcome verified." in replayed.out
    told = json.loads((room / "four.json").read_text(encoding="utf-8"))
    assert f"{len(told['moves'])} moves" in replayed.out
    assert run("play", "connect_four", "--record", "four.json").code == 2  # it exists
    assert "can be replayed" in run("play", "--load", "four.json").err


def test_replay_verifies(run: Run, room: Path, write: Write) -> None:
    run("play", "kuhn_poker", "--seat", "all=random", "--seed", 1, "--record", "k.json")
    told = json.loads((room / "k.json").read_text(encoding="utf-8"))
    assert run("replay", "k.json").code == 0

    def spoiled(**changes: object) -> Result:
        write("spoiled.json", json.dumps({**told, **changes}))
        return run("replay", "spoiled.json")

    moves = told["moves"]
    last = moves[-1]
    assert "is not possible there" in spoiled(moves=[*moves[:-1], {**last, "choice": "Dance"}]).err
    assert "decides there" in spoiled(moves=[*moves[:-1], {**last, "who": "Nobody"}]).err
    assert "comes after the end" in spoiled(moves=[*moves, last]).err
    assert "its moves do not end it" in spoiled(moves=moves[:-1]).err
    assert "does not end as it is recorded" in spoiled(outcome={**told["outcome"], "winners": ["Player1", "Player2"]}).err
    assert "other rules of Kuhn Poker" in spoiled(fingerprint="0" * 16).err
    assert "not a shipped game" in spoiled(game="kuhn").err
    assert "neither a transcript nor a saved match" in spoiled(moves="all").err


def test_replay_of_a_saved_match(run: Run) -> None:
    sit(run, "a1", "b2", "save half", "quit")
    result = run("replay", "half.match.json")
    assert result.code == 0
    assert "The match goes on: X decides." in result.out and "2 moves verified." in result.out


def test_demo(run: Run, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.cli.showing.WISHED", ("reversi",))
    monkeypatch.setattr("rulewright.cli.showing.print_games", lambda *_: [])  # what it prints is tested where books are
    result = run("demo", "-o", "shown")
    assert result.code == 0
    assert "Reversi: a match between random players" in result.out
    assert (room / "shown" / "reversi.transcript.json").is_file()
    assert run("replay", "shown/reversi.transcript.json").code == 0
