"""Facts for programs: one way to write JSON, for every command that tells any."""

from __future__ import annotations

import json
from typing import Any


def print_facts(facts: Any) -> None:
    """Write facts to stdout: readable, in the order they are given, with the letters they have."""
    print(json.dumps(facts, indent=2, ensure_ascii=False))
