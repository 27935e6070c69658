"""Faces on large pictures: those of one kind with the same back, ten by seven at most, with one place left free."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.words import slug
from rulewright.faces.export import Printed
from rulewright.faces.svg import Drawing

ACROSS, DOWN = 10, 7  # the last place is left free for what hides a hand
MOST = ACROSS * DOWN - 1


@dataclass(frozen=True, slots=True)
class Atlas:
    """A picture of many faces: what is on it, in rows, and whose back they share."""

    name: str
    faces: tuple[Printed, ...]
    across: int
    down: int

    @property
    def back_id(self) -> str:
        return self.faces[0].back_id

    @property
    def size(self) -> tuple[float, float]:
        return self.faces[0].front.width, self.faces[0].front.height

    def drawn(self) -> Drawing:
        wide, high = self.size
        whole = Drawing(self.across * wide, self.down * high)
        for i, one in enumerate(self.faces):
            whole.put(one.front, (i % self.across) * wide, (i // self.across) * high)
        return whole


def atlases(faces: list[Printed], least: int = 1) -> list[Atlas]:
    """All faces of one kind on as few pictures as possible; `least`: columns and rows that a picture has at least."""
    groups: dict[tuple[str, str], list[Printed]] = {}
    for one in faces:
        groups.setdefault((one.kind, one.back_id if one.double else ""), []).append(one)
    found = []
    for (kind, _), group in groups.items():
        for begin in range(0, len(group), MOST):
            part = tuple(group[begin : begin + MOST])
            across, down = min(ACROSS, len(part)), -(-len(part) // ACROSS)
            name = f"{slug(kind)}-{slug(part[0].back_id)}-{begin // MOST + 1}"
            found.append(Atlas(name, part, max(least, across), max(least, down)))
    return found
