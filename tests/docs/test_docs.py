"""Every code fence of the documents is parsed and checked, and what is a game is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.diagnostics.render import as_text
from rulewright.dsl.driver import load
from rulewright.dsl.library.reference import reference
from rulewright.play.game import Game
from rulewright.play.simulate import simulate
from tests.docs.fences import Fence, fences, whole

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS.parent / "README.md", DOCS / "language.md", DOCS / "semantics.md", DOCS / "cookbook.md"]  # the tutorial has its own test
ALL = [f for page in PAGES if page.is_file() for f in fences(page)]


@pytest.mark.parametrize("fence", ALL, ids=lambda f: f.key)
def test_fence(fence: Fence, tmp_path: Path) -> None:
    if fence.option("beside"):
        return  # it lies beside the fences after it
    for other in ALL:
        if other.path == fence.path and other.line < fence.line and (name := other.option("beside")):
            (tmp_path / name).write_text(other.text, encoding="utf-8")
    path = tmp_path / "example.rules"
    text = whole(fence, [f for f in ALL if f.path == fence.path])
    path.write_text(text, encoding="utf-8")
    loaded = load(path, examples=True)
    wanted = fence.option("bad")
    if wanted is not None:
        assert wanted in {d.code.word for d in loaded.findings.all}
        return
    assert loaded.program is not None, as_text(loaded.findings.errors, loaded.sources)
    game = Game(path, loaded, (), "interpreter")
    result = simulate(game, 5, 1, limit=500)
    if result.error.any():
        span = loaded.program.spans[int(result.span[result.error.argmax()])]
        raise AssertionError(loaded.sources[span[0]].text[span[1] : span[2]])
    _examples_hold(path)


def _examples_hold(path: Path) -> None:
    from rulewright.play.examples import run_examples

    for result in run_examples(path):
        assert result.passed, f"{result.title}: {result.message}"


def test_library_page_is_up_to_date() -> None:
    assert (DOCS / "library.md").read_text(encoding="utf-8") == reference(), "run `make docs`"
