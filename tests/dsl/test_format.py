"""The formatter: one layout, reached in one step, that never changes what the rules mean."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.source import Source
from rulewright.dsl.syntax.format import WIDEST, FormatError, format_text, meaning
from rulewright.dsl.syntax.parser import parse

LONG = bool(os.environ.get("RULEWRIGHT_LONG"))  # then other texts every time

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "games").glob("*/*.rules"))]


def tree(text: str) -> object:
    findings = Findings()
    body = parse(Source(0, Path("text.rules"), text), findings).body
    return None if findings.all else meaning(body)


def comments(text: str) -> list[str]:
    return [line[line.index("#") :].strip() for line in text.split("\n") if "#" in line]


def test_the_project_keeps_to_its_own_layout(readable: Path) -> None:
    """And so the formatter changes nothing in what it has laid out."""
    text = readable.read_text(encoding="utf-8")
    assert format_text(text) == text, f"run `rulewright fmt {readable.relative_to(ROOT)}`"


MESSY = """\
# a comment before everything
game   "Mess"  for  X ,O
      > Prose   keeps its inner    spaces.
      counter   quiet:0   to 9=0
piece Mark of each   Player
place board :grid 3   by 3


place hand of each Player: hand of Mark ,  seen by owner
define one=1
define two = one+one # beside it

# about three
define three(n: -3 to  3)= ( n-1 )*( -2 )
define four
    # inside
    three( 1 )is  not two : {one , two}

    else: {}
turn   [T-1,T-2]
   # before the first sentence
   player must mark     # trailing


   if yes:pass  [T-3]
     # deeper, but still of the turn
   # at the end of the turn
action mark Cell in board
    requires cell is empty
        and (one<two
             # why this is here
             or no Mark in cell)
        > Somebody has
        > marked it.
    put Mark on cell
# the very last
"""

CLEAN = """\
# a comment before everything
game "Mess" for X, O
  > Prose   keeps its inner    spaces.
  counter quiet: 0 to 9 = 0

piece Mark of each Player
place board: grid 3 by 3

place hand of each Player: hand of Mark, seen by owner

define one = 1
define two = one + one  # beside it

# about three
define three(n: -3 to 3) = (n - 1) * (-2)

define four
  # inside
  three(1) is not two: {one, two}

  else: {}

turn                                                                       [T-1, T-2]
  # before the first sentence
  player must mark  # trailing

  if yes: pass                                                             [T-3]
  # deeper, but still of the turn
  # at the end of the turn

action mark Cell in board
  requires cell is empty
      and (one < two
      # why this is here
      or no Mark in cell)
    > Somebody has
    > marked it.
  put Mark on cell

# the very last
"""


def test_a_messy_text() -> None:
    assert format_text(MESSY) == CLEAN


def test_windows_line_ends_and_a_byte_order_mark() -> None:
    assert format_text("\ufeff" + MESSY.replace("\n", "\r\n")) == CLEAN


def test_nothing_stays_nothing() -> None:
    assert format_text("") == ""
    assert format_text("\n\n  \n") == ""
    assert format_text("\n# only this\n\n") == "# only this\n"


def test_long_sentences_are_broken_where_a_line_can_go_on() -> None:
    text = "define long = " + " and ".join(f"some Tile in land where tile.number is {n} + {n}" for n in range(6)) + "\n"
    done = format_text(text)
    lines = done.rstrip("\n").split("\n")
    assert len(lines) > 2
    assert all(len(line) <= WIDEST for line in lines)
    assert all(re.match(r"    (and|where) ", line) for line in lines[1:])


def test_the_break_of_the_author_stays() -> None:
    text = "define a = b\n    and c\n"
    assert format_text(text) == text
    assert format_text("define a = {b,\n  c}\n") == "define a = {b, c}\n"


def test_declarations_in_a_variant() -> None:
    text = 'variant "V"\n  > What it is.\n  define a = 1\n  define b = 2\n  turn\n    pass\n  removes c\nturn\n  pass\n'
    wanted = 'variant "V"\n  > What it is.\n  define a = 1\n  define b = 2\n\n  turn\n    pass\n\n  removes c\n\nturn\n  pass\n'
    assert format_text(text) == wanted


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("game", 1),
        ('game "A" for X, O\n\nplace board grid 3 by 3\n', 3),
        ("turn\n\tpass\n", 2),
        ("a\x00b", 1),
        ("turn\n    pass\n  pass\n", 3),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(FormatError) as refused:
        format_text(text)
    assert refused.value.line == line
    assert refused.value.message


@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
@settings(max_examples=12, deadline=None, derandomize=not LONG, suppress_health_check=[HealthCheck.too_slow])
def test_white_space_does_not_matter(text: str, chance) -> None:  # type: ignore[no-untyped-def]
    """The same rules with other spaces, blank lines and comments have the same layout, up to those comments and blank lines."""
    lines = []
    for line in text.split("\n"):
        if line.strip().startswith((">", "|", "#")) or not line.strip():
            lines.append(line)
            continue
        indent = line[: len(line) - len(line.lstrip())]
        parts = re.split(r'("[^"]*")', line.strip())
        spread = [p if p.startswith('"') else re.sub(" +", lambda m: " " * chance.randrange(1, 4), p) for p in parts]
        lines.append(indent * 2 + "".join(spread) + ("  # note" if chance.randrange(9) == 0 else ""))
        if chance.randrange(9) == 0:
            lines.append(" " * chance.randrange(12) + "# between")
    changed = "\n".join(x if not x.strip().startswith((">", "|")) else _twice(x) for x in lines)
    once = format_text(changed)
    assert tree(once) == tree(text)
    assert format_text(once) == once
    assert comments(once) == comments(changed)


def _twice(line: str) -> str:
    indent = len(line) - len(line.lstrip())
    return " " * indent * 2 + line.lstrip()


@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None, derandomize=not LONG, suppress_health_check=[HealthCheck.too_slow])
def test_changed_texts_that_still_parse(text: str, chance) -> None:  # type: ignore[no-untyped-def]
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    words = re.findall(r"\s+|\w+|.", "\n".join(lines[at : at + 30])) or [""]
    for _ in range(3):
        i, j = chance.randrange(len(words)), chance.randrange(len(words))
        words[i] = chance.choice([words[j], "", words[i] * 2, words[i] + "  # odd\n"])
    changed = "".join(words)
    before = tree(changed)
    if before is None:
        with pytest.raises(FormatError):
            format_text(changed)
        return
    once = format_text(changed)
    assert tree(once) == before
    assert format_text(once) == once
