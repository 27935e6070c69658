"""Debian's Chromium, driven by Playwright; no browser is ever downloaded."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """They need a browser: the second step of `.ci/run` has one."""
    for item in items:
        if "tests/server/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.second)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    pytest.importorskip("playwright", reason="the tests in a browser need: pip install 'rulewright[browser]'")
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        pytest.skip("there is no chromium here")
    with sync_playwright() as driver:
        args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
        browser = driver.chromium.launch(executable_path=path, args=args)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    from tests.server.running import running

    with running(tmp_path_factory.mktemp("store")) as address:
        yield address
