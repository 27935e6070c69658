"""The first page is light, and the types of its scripts are right."""

from __future__ import annotations

import re
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from .running import new_match, running

STATIC = Path(__file__).parents[2] / "server" / "web" / "static"
MOST = 150 * 1024  # bytes, compressed


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("store"), ("two_heirs",)) as address:
        yield address


def fetched(client: httpx.Client, path: str, seen: dict[str, int]) -> None:
    """A file as a browser fetches it, with all it asks for in turn: how many bytes each takes on the way."""
    if path in seen:
        return
    with client.stream("GET", path) as answer:
        assert answer.status_code == 200, path
        raw = b"".join(answer.iter_raw())
        packed = answer.headers.get("content-encoding") == "gzip"
    text = (zlib.decompress(raw, 31) if packed else raw).decode(errors="replace")
    seen[path] = len(raw)
    more = re.findall(r'(?:src|href)="(/static/[^"]+)"', text) if path.startswith("/m/") else []
    more += re.findall(r"(/looks/\w+\.json)", text) if path.startswith("/m/") else []
    if path.endswith(".js"):
        more += [f"/static/js/{name}" for name in re.findall(r"from '\./([\w-]+\.js)'", text)]
    if path.endswith(".css"):
        more += [f"/static/{name}" for name in re.findall(r"url\((fonts/[\w-]+\.woff2)\)", text) if "Italic" not in name]
    for other in more:
        fetched(client, other, seen)


def test_the_first_page_is_below_150_kb(base: str) -> None:
    match, _, cookies = new_match(base, "two_heirs", {"White": "here", "Blue": "random"}, seed=1)
    seen: dict[str, int] = {}
    with httpx.Client(base_url=base, cookies=cookies, headers={"accept-encoding": "gzip"}, timeout=60) as client:
        fetched(client, f"/m/{match}", seen)
    assert len(seen) > 15 and any("looks" in path for path in seen)
    assert sum(seen.values()) < MOST, seen


@pytest.mark.second
def test_types_of_the_scripts(tmp_path: Path) -> None:
    """`tsc --checkJs`, strict; TypeScript is fetched into a folder of its own."""
    if shutil.which("npm") is None:
        pytest.skip("there is no npm here")
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "typescript@5"], cwd=tmp_path, check=True, timeout=300)
    checked = [str(tmp_path / "node_modules" / ".bin" / "tsc"), "-p", str(STATIC / "jsconfig.json")]
    found = subprocess.run(checked, capture_output=True, text=True, check=False, timeout=300)
    assert found.returncode == 0, found.stdout
