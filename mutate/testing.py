"""Has the tests of a project look at broken rules: pytest in this process, which is thrown away afterwards."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from typing import Any

from rulewright.play.errors import PlayError


class Watch:
    """Remembers the first test that fails."""

    def __init__(self) -> None:
        self.failed = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = str(report.nodeid)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = str(report.nodeid)


def by_tests(paths: tuple[str, ...]) -> str:
    """The test that notices, or nothing. Machine code of broken rules is not kept."""
    try:
        import pytest
    except ImportError:
        raise PlayError("Tests are run by pytest, which is not installed here.", "Install it: pip install pytest.") from None
    watch = Watch()
    silence = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(silence), contextlib.redirect_stderr(silence):
        os.environ["RULEWRIGHT_CACHE"] = folder
        pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=", *paths], plugins=[watch])
    return watch.failed.partition("::")[0] or watch.failed
