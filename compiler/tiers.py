"""The second tier of native code: optimised by another process while the first is already playing, for whoever uses it much.

That process outlives this one, so that the next command finds what it has made. Nobody waits for it, and where it cannot be started
everything goes on in code of the first tier, which does the same more slowly.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 0.25  # seconds in quick code, before it is worth while to optimise it
EVERY = 0.05  # seconds between two looks whether it is done
GIVEN_UP = 120  # seconds after which whoever was optimising has died of it
NICE = 5

_started: list[subprocess.Popen[bytes]] = []  # so that none is left as a zombie


class Tiers:
    """Optimised code that is waited for: the text it is made from, and the file it will be in."""

    def __init__(self, text: str, path: Path) -> None:
        self.text, self.path = text, path
        self._spent = 0.0
        self._ordered = False
        self._looked = 0.0

    def spent(self, seconds: float) -> None:
        """So much time was spent in quick code. When it is enough, better code is ordered."""
        self._spent += seconds
        if self._spent >= PATIENCE and not self._ordered:
            self._ordered = True
            self._order()

    def made(self) -> bytes | None:
        """The optimised code, if it is there by now."""
        from rulewright.compiler.engine import stored

        now = time.monotonic()
        if now - self._looked < EVERY:
            return None
        self._looked = now
        _started[:] = [p for p in _started if p.poll() is None]
        return stored(self.path)

    def _order(self) -> None:
        text = self.path.with_suffix(".ll")
        try:
            if text.exists() and time.time() - text.stat().st_mtime > GIVEN_UP:
                text.unlink()
            with text.open("x", encoding="utf-8") as file:  # whoever made the file is the one who optimises
                file.write(self.text)
        except OSError:
            return  # somebody else is at it, or there is no room
        root = str(Path(__file__).absolute().parents[2])
        given = [sys.executable, "-P", "-c", _COMMAND, root, str(text), str(self.path)]
        quiet = subprocess.DEVNULL
        try:
            _started.append(subprocess.Popen(given, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True))
        except OSError:
            text.unlink(missing_ok=True)


_COMMAND = "import sys; sys.path.insert(0, sys.argv[1]); from rulewright.compiler.tiers import main; main(sys.argv[2], sys.argv[3])"


def main(text: str, path: str) -> None:
    """Optimise a text, keep the code, and clear the text away."""
    from rulewright.compiler.engine import FULL, compile_object, keep

    with suppress(OSError, AttributeError):
        os.nice(NICE)
    source = Path(text)
    try:
        keep(Path(path), compile_object(source.read_text(encoding="utf-8"), FULL))
    finally:
        source.unlink(missing_ok=True)
