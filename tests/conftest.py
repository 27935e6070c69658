"""What all tests share: one cache of grammar tables and compiled games for the whole run, whoever of the workers makes them.

Tests compile hundreds of games and play few matches of each, so LLVM optimises nothing unless the environment says so (`RULEWRIGHT_LLVM=2`,
as `.ci/run` does in its second step for the tests that compare both engines).
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("RULEWRIGHT_LLVM", "0")
skipped: list[str] = []  # in a run that must not skip anything


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and os.environ.get("RULEWRIGHT_NO_SKIPS"):
        skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where everything is installed, a test that was skipped has not held."""
    if skipped:
        print(f"\nskipped, and must not be: {', '.join(skipped)}")
        session.exitstatus = 1


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Unless the environment names a cache, one of this run's own, so that nothing depends on what was there before."""
    before = os.environ.get("RULEWRIGHT_CACHE")
    if before is None:
        folder = tmp_path_factory.getbasetemp()
        folder = folder.parent if os.environ.get("PYTEST_XDIST_WORKER") else folder
        os.environ["RULEWRIGHT_CACHE"] = str(folder / "cache")
    yield
    if before is None:
        del os.environ["RULEWRIGHT_CACHE"]
