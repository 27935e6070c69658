"""Where the grammar's tables, compiled games and whatever else can be made again is kept between runs."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """A folder of the user's own; the environment can choose another."""
    chosen = os.environ.get("RULEWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or (os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None)
    return Path(base) / "rulewright" if base else Path.home() / ".cache" / "rulewright"
