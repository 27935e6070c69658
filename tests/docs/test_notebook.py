"""The notebook in `docs/` was run: whoever runs it again gets what stands in it."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "rows.ipynb"


@pytest.mark.second
def test_the_notebook_says_what_comes_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(PAGE.parents[1]))
    space: dict[str, Any] = {}
    cells = [cell for cell in json.loads(PAGE.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec("".join(cell["source"]), space)
        assert out.getvalue() == "".join(line for told in cell["outputs"] for line in told["text"])
    assert len(cells) == 4
