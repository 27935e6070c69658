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


def keep(deed: str, name: str, where: str, target: Path | None) -> None:
    store = open_store(where)
    try:
        asyncio.run(_keep(deed, name, store, target))
    finally:
        store.close()


async def _keep(deed: str, name: str, store: Store, target: Path | None) -> None:
    if deed == "list":
        await _list(store)
        return
    if not name:
        raise PlayError(f"Which match shall be {deed}ed?" if deed != "backup" else "Which file shall the backup be?", "Name it.")
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


async def _list(store: Store) -> None:
    heads = await store.heads()
    for head, last, entries in heads:
        when = datetime.fromtimestamp(last).strftime("%Y-%m-%d %H:%M")
        print(f"{head.name}  {head.title:<24} {when}  {entries} entr{'y' if entries == 1 else 'ies'}")
    if not heads:
        print("No match is kept here.")
