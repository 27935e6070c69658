"""Rules that a visitor brings along. They run only where whoever started the server allows it (`serve --uploads`).

A text has at most 64 KB and is tried in a process of its own first, with limits of time and memory (`play.guard`). One is tried at a
time, and a server keeps so many; nothing of a text that is refused stays.
"""

from __future__ import annotations

import asyncio
import hashlib
import shutil
from pathlib import Path

from rulewright.play.errors import PlayError
from rulewright.play.guard import Limits, guarded
from rulewright.server.shelf import Shelf

BIGGEST = 64 * 1024
MOST = 50
LIMITS = Limits(text=BIGGEST, files=1, seconds=20.0, memory=1024 * 1024 * 1024)


class Uploads:
    """The folder with what visitors have brought, each in a folder of its own."""

    def __init__(self, folder: Path, shelf: Shelf) -> None:
        self.folder, self.shelf = folder, shelf
        self._one = asyncio.Lock()
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.glob("*/*.rules")):
            shelf.put(path)

    async def add(self, text: str) -> str:
        """Try a text; the name under which it lies on the shelf now. Raises `PlayError` with what is wrong with it."""
        if len(text.encode()) > BIGGEST:
            raise PlayError("These rules are too long.", f"A text that is sent here has at most {BIGGEST // 1024} KB.")
        if not text.strip():
            raise PlayError("There is nothing in it.", "Send the text of a rules file.")
        name = f"brought-{hashlib.sha256(text.encode()).hexdigest()[:10]}"
        path = self.folder / name / f"{name}.rules"
        async with self._one:
            if name in self.shelf.games:
                return name
            if sum(1 for _ in self.folder.iterdir()) >= MOST:
                raise PlayError("This server keeps no more rules of visitors.", "Ask whoever runs it to make room.")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            try:
                await asyncio.to_thread(guarded, path, limits=LIMITS)
            except PlayError:
                shutil.rmtree(path.parent, ignore_errors=True)
                raise
            return self.shelf.put(path)
