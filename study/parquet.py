"""The raw data of a study as Parquet files, for whoever wants to ask something else: matches, decisions, rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.play.coverage import made_for_counting
from rulewright.play.errors import PlayError
from rulewright.play.outcomes import CUT
from rulewright.study import transcripts
from rulewright.study.figures.rules import parts
from rulewright.study.lots import drawn
from rulewright.study.making import Played
from rulewright.study.rows import BARRING, FORCING, Rows

if TYPE_CHECKING:
    from rulewright.study.model import Study

FILES = ("matches", "decisions", "rules")
HOW = {1: "won", 2: "lost", 3: "drawn", 4: "won", 5: "ending", CUT: "cut", 9: "broken"}


def write(folder: Path, study: Study, played: Played) -> list[Path]:
    """Three files, and `study.json` that says what they are from."""
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise PlayError("Parquet files need pyarrow.", 'Install it: pip install "rulewright[study]"') from None
    folder.mkdir(parents=True, exist_ok=True)
    arms = [played.main, *played.arms]
    tables = (
        [row for arm in arms for row in matches(arm)],
        [row for arm in arms for row in decisions(arm)],
        list(rules(played)),
    )
    written = []
    told = {b"rulewright": json.dumps({"version": study.version, "rules": study.fingerprint, "command": study.command}).encode()}
    for name, rows in zip(FILES, tables, strict=True):
        path = folder / f"{name}.parquet"
        table = arrow.Table.from_pylist(rows, schema=_schema(arrow, name)).replace_schema_metadata(told)
        parquet.write_table(table, path, compression="zstd")
        written.append(path)
    (folder / "study.json").write_text(study.model_dump_json(indent=1) + "\n", encoding="utf-8")
    shown = [int(n) for f in study.figures if f.id == "extremes" for n in f.matches]
    return [*written, folder / "study.json", *transcripts.write(folder, played.main, shown)]


def matches(rows: Rows) -> Iterator[dict[str, Any]]:
    """A row for each match."""
    seats = rows.game.seats
    for m in rows.matches:
        lots = drawn(len(seats), rows.names, m.seed) if rows.names else ()
        told = [f"{seat}: {name}" for seat, mine in zip(seats, lots, strict=False) for name in mine]
        yield {
            "match": m.number,
            "arm": rows.arm,
            "level": rows.level,
            "seed": m.seed,
            "starter": seats[m.notes[0].seat] if m.notes else None,
            "winners": [seat for n, seat in enumerate(seats) if m.winners >> n & 1],
            "points": [m.points(n) for n in range(len(seats))],
            "scores": [sum(entries) for entries in m.scores],
            "how": HOW.get(m.over, "ended"),
            "ending": rows.game.program.endings[m.ending] if m.ending >= 0 and rows.game.program.endings else None,
            "decisions": m.decisions,
            "turns": sum(1 for _ in groupby(n.seat for n in m.notes)),
            "barred": told if rows.arm == BARRING else [],
            "forced": told if rows.arm == FORCING else [],
        }


def decisions(rows: Rows) -> Iterator[dict[str, Any]]:
    """A row for each decision; chance has none."""
    game = rows.game
    for m in rows.matches:
        turn, before = 0, -1
        for number, note in enumerate(m.notes):
            turn += note.seat != before
            before = note.seat
            yield {
                "match": m.number,
                "arm": rows.arm,
                "decision": number,
                "turn": turn,
                "seat": game.seats[note.seat],
                "line": line_of(rows, note.choice),
                "options": note.options,
                "offered": sorted(note.offered),
                "taken": sorted(note.taken),
                "value": note.value if note.value >= 0 else None,
                "visits": [visits for visits, _ in note.looks],
                "values": [value for _, value in note.looks],
            }


def line_of(rows: Rows, choice: int) -> int:
    """The line of the rules at which a question stands."""
    file, start, _ = rows.game.program.spans[rows.game.program.choices[choice].span]
    return rows.game.loaded.sources[file].position(start).line


def rules(played: Played) -> Iterator[dict[str, Any]]:
    """A row for each place of the rules that is counted: between the players of the study, and between random ones."""
    game = played.main.game
    native = made_for_counting(game)
    for arm, found in (("main", played.counted), ("random", played.random)):
        if found is None or native is None:
            continue
        for number in sorted(found.counted.places | found.counted.asked):
            file, start, end = game.program.spans[number]
            if file < 0:
                continue
            source = game.loaded.sources[file]
            yield {
                "arm": arm,
                "matches": found.matches,
                "file": source.path.name,
                "line": source.position(start).line,
                "part": parts(found, number),
                "text": " ".join(source.text[start:end].split())[:200],
                "reached": int(found.reached[number]),
                "held": int(found.held[number]) if number in found.counted.asked else None,
            }


def _schema(arrow: Any, name: str) -> Any:
    text, whole, small, real = arrow.string(), arrow.uint64(), arrow.uint32(), arrow.float64()
    word = arrow.dictionary(arrow.int32(), text)
    fields = {
        "matches": {
            "match": whole,
            "arm": word,
            "level": word,
            "seed": whole,
            "starter": word,
            "winners": arrow.list_(text),
            "points": arrow.list_(real),
            "scores": arrow.list_(arrow.int64()),
            "how": word,
            "ending": word,
            "decisions": small,
            "turns": small,
            "barred": arrow.list_(text),
            "forced": arrow.list_(text),
        },
        "decisions": {
            "match": whole,
            "arm": word,
            "decision": small,
            "turn": small,
            "seat": word,
            "line": small,
            "options": small,
            "offered": arrow.list_(text),
            "taken": arrow.list_(text),
            "value": real,
            "visits": arrow.list_(small),
            "values": arrow.list_(real),
        },
        "rules": {
            "arm": word,
            "matches": whole,
            "file": word,
            "line": small,
            "part": word,
            "text": text,
            "reached": whole,
            "held": whole,
        },
    }
    return arrow.schema(list(fields[name].items()))
