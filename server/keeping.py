"""What whoever runs a server can do with its matches: list them, export, delete, back up."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime
from pathlib import Path

from rulewright import __version__
from rulewright.play.errors import PlayError
from rulewright.server.command import open_store
from rulewright.server.store import Sqlite, Store


def keep(deed: str, name: str, where: str, target: Path | None, as_json: bool = False) -> None:
    store = open_store(where)
    try:
        asyncio.run(_list(store, as_json) if deed == "list" else _keep(deed, name, store, target))
    finally:
        store.close()


async def _keep(deed: str, name: str, store: Store, target: Path | None) -> None:
    if not name:
        if deed == "backup":
            raise PlayError("Back up into which file?", "Type: rulewright matches backup FILE")
        raise PlayError(f"{deed.capitalize()} which match?", f"List them with `rulewright matches`, then: rulewright matches {deed} NAME")
    if deed == "backup":
        if not isinstance(store, Sqlite):
            raise PlayError("A base of PostgreSQL is backed up with its own tools.", "Use pg_dump.")
        await store.backup(Path(name))
        print(f"Everything is in {name}")
        return
    found = await store.read(name)
    if found is None:
        raise PlayError(f"There is no match called {name}.", "List them: rulewright matches")
    if deed == "delete":
        await store.delete(name)
        print(f"{name} is deleted.")
        return
    head, entries = found
    settings = {k: v for k, v in head.settings.items() if k not in {"keys", "maker"}}
    record = [{"number": e.number, "at": e.at, "kind": e.kind, **e.data} for e in entries if e.kind != "key"]
    facts = {"match": head.name, "game": head.game, "title": head.title, "made": head.made, "seed": head.seed}
    data = {"rulewright": __version__, **facts, "settings": settings, "fingerprint": head.fingerprint, "record": record}
    path = target or Path(f"{name}.json")
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False), encoding="utf-8")
    print(f"{path} holds {len(record)} entries.")


async def _list(store: Store, as_json: bool) -> None:
    heads = await store.heads()
    if as_json:
        facts = [
            {
                "match": h.name,
                "game": h.game,
                "title": h.title,
                "fingerprint": h.fingerprint,
                "made": h.made,
                "last": last,
                "entries": number,
            }
            for h, last, number in heads
        ]
        print(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    for head, last, entries in heads:
        when = datetime.fromtimestamp(last).strftime("%Y-%m-%d %H:%M")
        print(f"{head.name}  {head.title:<24} {when}  {entries} entr{'y' if entries == 1 else 'ies'}")
    if not heads:
        print("No match is kept here.")
