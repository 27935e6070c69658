"""The relations of the library, each with what it means."""

from __future__ import annotations

RELATIONS = {
    "covers": "`a covers b`: everything in b is in a; for bags, as often.",
    "touches": "`a touches b`: the sets have something in common.",
    "mentions": '`card mentions "guard"`: the printed name contains that text.',
}
