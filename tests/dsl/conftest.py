"""What the tests of the rules language share: the shipped files, and a way to read a text without a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.driver import Loaded, load
from rulewright.dsl.source import Source, Sources
from rulewright.dsl.syntax.parser import parse

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "games").glob("*/*.rules"))
SAID = sorted(p for p in (ROOT / "tests" / "lang").glob("*/*.rules"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`shipped` is every game of the project, `readable` every text that must parse."""
    if "shipped" in metafunc.fixturenames:
        metafunc.parametrize("shipped", SHIPPED, ids=[str(p.relative_to(ROOT / "games")) for p in SHIPPED])
    if "readable" in metafunc.fixturenames:
        both = SHIPPED + SAID
        metafunc.parametrize("readable", both, ids=[str(p.relative_to(ROOT)) for p in both])


@pytest.fixture
def parsed() -> Callable[[str], tuple[list[object], Findings]]:
    """The declarations of a text and what was found wrong with its form."""

    def run(text: str) -> tuple[list[object], Findings]:
        findings = Findings()
        return list(parse(Source(0, Path("text.rules"), text), findings).body), findings

    return run


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[..., Loaded]:
    """A game loaded from a text; other files may lie beside it."""

    def run(text: str | bytes, files: dict[str, str | bytes] | None = None, **settings: object) -> Loaded:
        texts = {"game.rules": text, **(files or {})}
        raw = {tmp_path / name: t.encode() if isinstance(t, str) else t for name, t in texts.items()}

        def provide(path: Path) -> bytes:
            if path not in raw:
                raise FileNotFoundError(path)
            return raw[path]

        return load(tmp_path / "game.rules", provider=provide, **settings)  # type: ignore[arg-type]

    return run


@pytest.fixture
def no_sources() -> Sources:
    return Sources()
