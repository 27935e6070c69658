"""Games written as new users write them, in the phrasing that came to mind: both engines agree, and passes change no match.

For those whose first phrasing was slow there is a second one; both say the same.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compiler.engine import Native
from rulewright.core.optimise import PASSES
from rulewright.core.verify import problems
from rulewright.dsl import driver
from rulewright.play import load
from rulewright.play.differential import compare, twins_of
from rulewright.play.finding import games_folder

HERE = Path(__file__).parent
# These came into the project.
SHIPPED = ("amazons", "clobber", "dots_and_boxes", "havannah", "hearts", "kalah", "liars_dice", "nine_mens_morris", "pig", "quoridor")
GAMES = sorted([*HERE.glob("*.rules"), *(games_folder() / name / f"{name}.rules" for name in SHIPPED)], key=lambda path: path.stem)
IDS = [p.stem for p in GAMES]
# The same rules in two phrasings, with the options that make them so.
PAIRS = {"quoridor_posts": "quoridor_fast", "amazons": "amazons_lists"}
RESULTS = (0, 1, 2, 4, 5, 6)  # who won, and how, decisions, options; places in the rules may differ


def native(path: Path, passes: frozenset[str], monkeypatch: pytest.MonkeyPatch) -> Native:
    monkeypatch.setenv("RULEWRIGHT_PASSES", ",".join(sorted(passes)))
    program = driver.load(path, lint=False).program
    assert program is not None
    assert not any(True for _ in problems(program))
    return Native(program)


@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_both_engines_play_the_same_matches(path: Path) -> None:
    twins = twins_of(load(str(path), engine="interpreter"))
    for seed in range(2):
        found = compare(twins, seed, 40)
        assert found.failure is None, twins.describe(found.failure)


QUICK = ("clobber", "dots_and_boxes", "kalah", "liars_dice", "pig")


@pytest.mark.parametrize("path", [p if p.stem in QUICK else pytest.param(p, marks=pytest.mark.long) for p in GAMES], ids=IDS)
def test_passes_change_no_match(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All passes, none, and a pass alone: the same matches of the same seeds."""
    alone = sorted(PASSES)[len(path.stem) % len(PASSES)]
    ways = [PASSES, frozenset(), frozenset({alone})]
    found = [native(path, way, monkeypatch).batch(20, 11, limit=400)[0][:, RESULTS].tolist() for way in ways]
    assert found[0] == found[1], "all passes against none"
    assert found[2] == found[1], f"{alone} alone against none"


@pytest.mark.parametrize("one", ["quoridor_posts", "amazons"])
def test_two_phrasings_have_the_same_options(one: str) -> None:
    """The same choices at every decision, in whatever order they are listed."""
    games = [load(str(next(path for path in GAMES if path.stem == name))) for name in (one, PAIRS[one])]
    engines = [g.engine for g in games]
    states = [e.start(4) for e in engines]
    for number in range(60):
        choices = [sorted(e.options(s)) for e, s in zip(engines, states, strict=True)]
        assert choices[0] == choices[1], number
        if not choices[0]:
            break
        option = choices[0][7 * number % len(choices[0])]
        for e, s in zip(engines, states, strict=True):
            e.choose(s, option)
