"""Flow charts from the tree of the rules: boxes in their order, loops as frames, choices side by side."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from rulewright.faces.metrics import width as text_width
from rulewright.faces.metrics import wrap
from rulewright.faces.palette import tint
from rulewright.faces.svg import Drawing, in_rows

TEXT = 3.4
LEADING = 4.3
GAP = 5.2
PAD = 3.2

FRAMES = ("frame", "branch")

Sort = Literal["start", "step", "must", "may", "frame", "any", "branch", "end"]


@dataclass(slots=True)
class Node:
    """A box, or a frame with others inside."""

    sort: Sort
    text: str
    nodes: list[Node] = field(default_factory=list)
    note: str = ""
    otherwise: bool = False  # an alternative to the node above it


def _merged(node: Node) -> Node:
    """A frame that holds nothing but another one is one frame with both of their texts."""
    inside = [_merged(child) for child in node.nodes]
    if node.sort in FRAMES and len(inside) == 1 and inside[0].sort in FRAMES and not inside[0].otherwise:
        only = inside[0]
        sort: Sort = "frame" if "frame" in {node.sort, only.sort} else "branch"
        return replace(node, sort=sort, text=f"{node.text}: {only.text[:1].lower()}{only.text[1:]}", nodes=only.nodes)
    return replace(node, nodes=inside)


@dataclass(slots=True)
class Chart:
    accent: str
    width: float

    def draw(self, nodes: list[Node]) -> Drawing:
        return self._column([_merged(node) for node in nodes], self.width)

    def _column(self, nodes: list[Node], width: float) -> Drawing:
        boxes = [self._node(node, width) for node in nodes]
        gaps = sum(self._gap(a, b) for a, b in pairwise(nodes))
        total = Drawing(width, sum(b.height for b in boxes) + gaps)
        y = 0.0
        for number, box in enumerate(boxes):
            total.put(box, (width - box.width) / 2, y)
            y += box.height
            if number < len(boxes) - 1:
                gap = self._gap(nodes[number], nodes[number + 1])
                if gap == GAP:
                    self._arrow(total, width / 2, y, y + GAP)
                y += gap
        return total

    def _gap(self, above: Node, below: Node) -> float:
        """Alternatives stand close together; nothing leads from one to the other."""
        return 1.4 if below.otherwise else GAP

    def _arrow(self, d: Drawing, x: float, top: float, bottom: float) -> None:
        d.line((x, top), (x, bottom - 1.2), stroke="#4a4439", stroke_width=0.45)
        d.polygon([(x - 1.1, bottom - 1.9), (x + 1.1, bottom - 1.9), (x, bottom - 0.1)], fill="#4a4439")

    def _node(self, node: Node, width: float) -> Drawing:
        match node.sort:
            case "frame" | "branch":
                return self._frame(node, width)
            case "any":
                return self._any(node, width)
            case _:
                return self._box(node, width)

    def _box(self, node: Node, width: float) -> Drawing:
        round_ = node.sort in {"start", "end"}
        bold = node.sort in {"start", "end", "must"}
        limit = min(width, 74.0)
        lines = wrap(node.text, TEXT, limit - 2 * PAD, bold=bold) or [""]
        notes = wrap(node.note, TEXT * 0.84, limit - 2 * PAD) if node.note else []
        wide = max([text_width(line, TEXT, bold=bold) for line in lines] + [text_width(line, TEXT * 0.84) for line in notes]) + 2 * PAD
        wide = min(limit, max(wide, 22.0))
        high = len(lines) * LEADING + len(notes) * 3.6 + 2.6
        d = Drawing(wide, high)
        fill = self.accent if round_ else tint(self.accent, 0.88) if node.sort == "must" else "#ffffff"
        dash = "1.4 1" if node.sort == "may" else None
        d.rect(
            0.25,
            0.25,
            wide - 0.5,
            high - 0.5,
            rx=high / 2 if round_ else 1.4,
            fill=fill,
            stroke=self.accent,
            stroke_width=0.45,
            stroke_dasharray=dash,
        )
        y = 1.3 + LEADING * 0.76
        for line in lines:
            d.text(wide / 2, y, line, TEXT, bold=bold, fill="#ffffff" if round_ else "#222222")
            y += LEADING
        for line in notes:
            d.text(wide / 2, y - 0.3, line, TEXT * 0.84, fill="#5a5344")
            y += 3.6
        return d

    def _frame(self, node: Node, width: float) -> Drawing:
        """A frame around what is repeated or depends on something; a loop has an arrow back to its top."""
        back = 4.4 if node.sort == "frame" else 1.6
        inside = self._column(node.nodes, width - 2 * PAD - 2 * back) if node.nodes else Drawing(0, 0)
        lines = wrap(node.text, TEXT, width - 2 * PAD - 4)
        top = len(lines) * LEADING + (4.6 if node.sort == "frame" else 2.8)
        d = Drawing(width, top + inside.height + PAD + 1.2)
        d.rect(0.25, 0.25, width - 0.5, d.height - 0.5, rx=1.8, fill=tint(self.accent, 0.955), stroke="#8a8272", stroke_width=0.35)
        y = 1.2 + LEADING * 0.78
        for line in lines:
            d.text(PAD, y, line, TEXT, anchor="start", fill="#4a4439", font_style="italic")
            y += LEADING
        left = (width - inside.width) / 2
        d.put(inside, left, top)
        if node.sort == "frame" and node.nodes:
            x, bottom = left - 2.2, top + inside.height + 1.6
            middle = width / 2
            d.polyline(
                [(middle, top + inside.height), (middle, bottom), (x, bottom), (x, top - 1.4), (middle - 2, top - 1.4)],
                stroke="#4a4439",
                stroke_width=0.4,
            )
            d.polygon([(middle - 2.4, top - 2.3), (middle - 2.4, top - 0.5), (middle - 0.6, top - 1.4)], fill="#4a4439")
            d.height += 0.6
        return d

    def _any(self, node: Node, width: float) -> Drawing:
        """What may be done in any order: side by side."""
        half = (width - 2 * PAD - 3) / 2
        longest = max((text_width(word, TEXT, bold=True) for child in node.nodes for word in child.text.split()), default=0.0)
        boxes = [self._node(child, half if longest + 2 * PAD <= half else width - 2 * PAD) for child in node.nodes]
        inside = in_rows(boxes, width - 2 * PAD, 3)
        lines = wrap(node.text, TEXT, width - 2 * PAD)
        top = len(lines) * LEADING + 2.6
        d = Drawing(width, top + inside.height + PAD)
        d.rect(
            0.25,
            0.25,
            width - 0.5,
            d.height - 0.5,
            rx=1.8,
            fill=tint(self.accent, 0.955),
            stroke="#8a8272",
            stroke_width=0.35,
            stroke_dasharray="2.2 1.2",
        )
        y = 1.2 + LEADING * 0.78
        for line in lines:
            d.text(PAD, y, line, TEXT, anchor="start", fill="#4a4439", font_style="italic")
            y += LEADING
        d.put(inside, PAD, top)
        return d
