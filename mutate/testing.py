"""Has the tests of a project look at broken rules.

pytest collects them once, in this process; every broken rule has a copy of it to run them in.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any

from rulewright.dsl.declare.gather import ALTERED
from rulewright.play.errors import PlayError

SLOWER, ATLEAST, UNKNOWN = 10.0, 15.0, 60.0  # times as slow as it was; seconds for every test; for one whose time is not known
QUIET = ("-s", "-p", "no:cacheprovider")


@dataclass(slots=True)
class Tests:
    """Tests that stand ready, how long each takes, and how often each has noticed something."""

    items: list[Any]
    times: dict[str, float] = field(default_factory=dict)
    noticed: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0  # of a processor, for all of them
    _failed: str = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.times[report.nodeid] = self.times.get(report.nodeid, 0.0) + report.duration
        if report.failed and not self._failed:
            self._failed = str(report.nodeid)

    def run(self) -> str:
        """The first that fails, or nothing. Those come first that noticed most so far, then the quick. The process is thrown away."""
        order = sorted(self.items, key=lambda item: (-self.noticed[item.nodeid], self.times.get(item.nodeid, 0.0)))
        self._failed = ""
        with _quietly():
            for item, following in zip(order, [*order[1:], None], strict=True):
                _limit(self.times.get(item.nodeid, UNKNOWN) * SLOWER + ATLEAST)
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self._failed:
                    return self._failed
        return ""

    def measured(self) -> tuple[str, dict[str, float], float]:
        """The same, with the time that each of them took and that all took, while nothing is broken."""
        self.times = {}
        begun = process_time()
        return self.run(), self.times, process_time() - begun


class TooLong(BaseException):
    """A test takes much longer than it did before a rule was broken."""


def _limit(seconds: float) -> None:
    """Of a processor, for what comes now, where this can be known."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _too_long(number: int, frame: Any) -> None:
    raise TooLong


@contextmanager
def _quietly() -> Iterator[None]:
    """Nothing that tests print is seen; machine code of broken rules is not kept."""
    outside = {name: os.environ.get(name) for name in ("RULEWRIGHT_CACHE", "PYTEST_DEBUG_TEMPROOT")}
    kept = [os.dup(1), os.dup(2)]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.environ.update(dict.fromkeys(outside, folder))
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            _limit(0.0)
            os.dup2(kept[0], 1)
            os.dup2(kept[1], 2)
            for name, value in outside.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value


class _Loop:
    """Does some work where pytest would run what it has collected."""

    def __init__(self, work: Callable[[Tests], None], may_load: bool) -> None:
        self.work, self.may_load = work, may_load
        self.screen = sys.stdout
        self.found = 0
        self.unreadable = ""
        self.loaded: list[Path] = []
        self.error: BaseException | None = None
        ALTERED.append(self._loading)

    def _loading(self, path: Path, file: Any) -> None:
        self.loaded.append(path)

    def done(self) -> None:
        if self._loading in ALTERED:
            ALTERED.remove(self._loading)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed and not self.unreadable:
            self.unreadable = str(report.nodeid)

    def pytest_runtestloop(self, session: Any) -> bool:
        self.done()
        self.found = len(session.items)
        if self.found and not self.unreadable and (self.may_load or not self.loaded):
            tests = Tests(list(session.items))
            session.config.pluginmanager.register(tests)
            try:
                with redirect_stdout(self.screen):  # what pytest itself says is not for it
                    self.work(tests)
            except BaseException as error:
                self.error = error
        return True


def collected(paths: tuple[str, ...], work: Callable[[Tests], None], *, may_load: bool = False) -> None:
    """Have pytest read these tests, then do the work with them. With `may_load` they may load rules as they are read: it is not rules
    that are broken."""
    try:
        import pytest
    except ImportError:
        raise PlayError("Tests are run by pytest, which is not installed here.", "Install it: pip install pytest.") from None
    loop = _Loop(work, may_load)
    alone = ["-n0"] if find_spec("xdist") else []
    try:
        with redirect_stdout(io.StringIO()):
            pytest.main([*QUIET, *alone, *paths], plugins=[loop])
    finally:
        loop.done()
    if loop.error is not None:
        raise loop.error
    if loop.unreadable:
        raise PlayError(f"The tests in {loop.unreadable} cannot be read.", "Mend them first.")
    if not loop.found:
        raise PlayError(f"pytest finds no test in {', '.join(paths)}.", "Name files or folders: --tests PATH.")
    if loop.loaded and not may_load:
        name = loop.loaded[0].name
        raise PlayError(f"The tests load {name} as soon as they are read; broken rules would not reach them.", "Load it inside of a test.")
