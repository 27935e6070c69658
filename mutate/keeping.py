"""Verdicts on disk, so that a run goes on where the last one stopped, and only looks again at what a new example could notice.

What was caught stays caught as long as the example that noticed it stands there unchanged; what was not, is tried again as soon as
there is another example or test.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
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
    sound: tuple[dict[str, float], float] | None = None  # seconds of each test and of all while nothing is broken, once they held

    def get(self, key: str) -> Verdict | None:
        data = self.verdicts.get(key)
        if data is None:
            return None
        if data["what"] == CAUGHT and self._seen(data["by"]) != data.get("seen"):
            return None
        if data["what"] == SURVIVED and data.get("seen") != self._all():
            return None
        told = data["difference"]
        return Verdict(data["what"], data["by"], Difference(**told) if told else None, data["matches"])

    def put(self, key: str, verdict: Verdict) -> None:
        seen = self._seen(verdict.by) if verdict.what == CAUGHT else self._all()
        self.verdicts[key] = {**verdict.as_data(), "seen": seen}

    def _seen(self, by: str) -> str | None:
        """A name for the text of an example, or of the file of a test (if it is not known where that is, of all there are)."""
        file, mark, _ = by.partition("::")
        return self.examples.get(by) or (self.examples.get(file, self._all()) if mark else None)

    def hold(self, times: dict[str, float], seconds: float) -> None:
        """The tests hold while nothing is broken; they take so long."""
        self.sound = times, seconds
        self.write()

    def noticing(self) -> Counter[str]:
        """How often each example or test has noticed something so far."""
        return Counter(v["by"] for v in self.verdicts.values() if v["what"] == CAUGHT)

    def _all(self) -> str:
        return named(json.dumps(self.examples, sort_keys=True))

    def write(self) -> None:
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_suffix(".new")
        sound = [self._all(), *self.sound] if self.sound is not None else None
        new.write_text(json.dumps({"rules": self.rules, "verdicts": self.verdicts, "sound": sound}), encoding="utf-8")
        new.replace(self.path)


def named(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def kept(path: Path | None, rules: str, examples: dict[str, str]) -> Kept:
    """What is known of these rules; nothing, if they have changed since."""
    found = Kept(path, rules, examples, {})
    if path is not None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["rules"] == rules:
                found.verdicts = dict(data["verdicts"])
                held = data["sound"]
                found.sound = (dict(held[1]), float(held[2])) if held and held[0] == found._all() else None
        except (OSError, ValueError, KeyError, TypeError, IndexError):
            pass
    return found
