"""`python -m tests.hashes`: hash the results anew. To be done in commits that say so: those that change draws or rules."""

from __future__ import annotations

import json

from tests.hashes.making import FEW, FILE, MANY, games, hashed, kept

before = kept() if FILE.is_file() else {}
found = {}
for name, match in games().items():
    found[name] = {str(count): hashed(match, count) for count in (FEW, MANY)}
    print(f"{name}: {'unchanged' if before.get(name) == found[name] else 'changed' if name in before else 'new'}", flush=True)
FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
