"""What can be agreed before a match; and that nothing else can."""

from __future__ import annotations

import pytest

from rulewright.cli.run import run
from rulewright.play import load
from rulewright.play.errors import PlayError

proves = pytest.mark.proves
SETS = "3 of travel, industry, church, war, crafts, patrol"
RULINGS = {"formation": "facing", "inn_counts": "any", "stacking": "yes", "siege": "unlimited", "free_camp": "no"}

IMPOSSIBLE = [
    ((), "sets=travel,war", "needs exactly 3, but 2", SETS),
    ((), "sets=travel,war,war", "needs exactly 3, but 2", SETS),
    ((), "sets=travel,war,church,patrol", "needs exactly 3, but 4", SETS),
    ((), "sets=travel,war,magic", "cannot have `magic`", SETS),
    ((), "score_roads=perhaps", "cannot be `perhaps`", "yes or no"),
    ((), "formation=tight", "cannot be `tight`", "facing, loose"),
    ((), "inn_counts=4", "cannot be `4`", "any, near, run"),
    ((), "stacking=twice", "cannot be `twice`", "yes or no"),
    ((), "siege=2", "cannot be `2`", "unlimited, single"),
    ((), "free_camp=never", "cannot be `never`", "yes or no"),
    ((), "level=poor", "no option `level`", "sets, siege, stacking"),
    (("Henry",), "level=4", "cannot be `4`", "poor, brave, hammer"),
    (("Henry",), "human=Red", "cannot be `Red`", "White, Blue"),
    (("Henry",), "score_roads=no", "a variant removes it", "human, inn_counts, level"),
]


def test_the_recommended_rulings_hold_unless_another_was_agreed() -> None:
    options = load("two_heirs", engine="interpreter").options
    assert {name: options[name] for name in RULINGS} == RULINGS
    assert options["sets"] == "travel,industry,church" and options["score_roads"] == "yes"


@proves("TH-013", "TH-026", "THS-006", "THS-007", "THS-008")
@pytest.mark.parametrize(("variants", "option", "wrong", "possible"), IMPOSSIBLE, ids=[i[1] for i in IMPOSSIBLE])
def test_what_cannot_be_chosen_is_refused_with_what_can(
    variants: tuple[str, ...], option: str, wrong: str, possible: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, _, value = option.partition("=")
    with pytest.raises(PlayError) as refused:
        load("two_heirs", {name: value}, variants=variants)
    assert wrong in refused.value.message and possible in f"{refused.value.message} {refused.value.help}"
    monkeypatch.setenv("COLUMNS", "200")
    code = run(["play", "two_heirs", "--option", option, *(word for v in variants for word in ("--variant", v))])
    told = capsys.readouterr().err
    assert code == 2
    assert wrong in told and possible in told and "Traceback" not in told


def test_an_unknown_variant_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "two_heirs", "--variant", "Harry"]) == 2
    assert "Henry" in capsys.readouterr().err
