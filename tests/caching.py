"""A cache of one's own for tests that go through the command line, unless the environment names one."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Grammar tables and compiled games are made once for all tests."""
    before = os.environ.get("RULEWRIGHT_CACHE")
    if before is None:
        os.environ["RULEWRIGHT_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["RULEWRIGHT_CACHE"]
