"""`python -m tests.transcripts [GAME ...]`: make the kept matches anew, and take away those that no game asks for any more."""

from __future__ import annotations

import sys

from rulewright.play.finding import list_games
from tests.transcripts.making import FOLDER, make, wanted, written

for match in wanted(sys.argv[1:] or None):
    text = written(make(match))
    before = match.file.read_text(encoding="utf-8") if match.file.is_file() else ""
    match.file.write_text(text, encoding="utf-8")
    word = "unchanged" if text == before else "changed" if before else "new"
    print(f"{match.name}: {text.count(chr(10)) - 4} moves, {word}", flush=True)
if not sys.argv[1:]:
    known = {match.file for match in wanted(list_games())}
    for file in set(FOLDER.glob("*.json")) - known:
        file.unlink()
        print(f"{file.stem}: taken away")
