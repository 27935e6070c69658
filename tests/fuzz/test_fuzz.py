"""The corpus still breaks nothing, a few fresh cases of each sort neither; `make fuzz` tries many. And the fuzzer notices what breaks."""

from __future__ import annotations

import random

import pytest

from rulewright.dsl.driver import load
from tests.fuzz import cases
from tests.fuzz.cases import CASES, CORPUS, Found


def test_the_corpus_breaks_nothing() -> None:
    files = sorted(CORPUS.glob("*.rules"))
    assert files
    for file in files:
        loaded = load(file, examples=True)
        assert (loaded.program is None) == bool(loaded.findings.errors), file.name


@pytest.mark.parametrize("sort", [s for s in CASES if s not in {"rules", "games", "tables"}])
def test_a_few_of_each(sort: str) -> None:
    for seed in range(20):
        CASES[sort](random.Random(seed))


def test_it_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise IndexError

    monkeypatch.setattr(cases.Match, "load", broken)
    with pytest.raises(Found):
        CASES["saves"](random.Random(1))
