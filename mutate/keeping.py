"""Verdicts on disk, so that a run goes on where the last one stopped, and only looks again at what a new example could notice.

What was caught stays caught as long as the example that noticed it stands there unchanged; what was not, is tried again as soon as
there is another example or test.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.mutate.difference import Difference
from rulewright.mutate.trying import CAUGHT, SURVIVED, Verdict


@dataclass(slots=True)
class Kept:
    """The verdicts on one game, in a file."""

    path: Path | None
    rules: str  # a name for the rules, without their examples
    examples: dict[str, str]  # title → a name for its text; of tests, too
    verdicts: dict[str, dict[str, Any]]

    def get(self, key: str) -> Verdict | None:
        data = self.verdicts.get(key)
        if data is None:
            return None
        if data["what"] == CAUGHT and self.examples.get(data["by"]) != data.get("seen"):
            return None
        if data["what"] == SURVIVED and data.get("seen") != self._all():
            return None
        told = data["difference"]
        return Verdict(data["what"], data["by"], Difference(**told) if told else None, data["matches"])

    def put(self, key: str, verdict: Verdict) -> None:
        seen = self.examples.get(verdict.by) if verdict.what == CAUGHT else self._all()
        self.verdicts[key] = {**verdict.as_data(), "seen": seen}

    def _all(self) -> str:
        return named(json.dumps(self.examples, sort_keys=True))

    def write(self) -> None:
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps({"rules": self.rules, "verdicts": self.verdicts}), encoding="utf-8")
        new.replace(self.path)


def named(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def kept(path: Path | None, rules: str, examples: dict[str, str]) -> Kept:
    """What is known of these rules; nothing, if they have changed since."""
    verdicts: dict[str, dict[str, Any]] = {}
    if path is not None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["rules"] == rules:
                verdicts = dict(data["verdicts"])
        except (OSError, ValueError, KeyError, TypeError):
            verdicts = {}
    return Kept(path, rules, examples, verdicts)
