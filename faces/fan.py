"""Cards held like a hand: the cover of games that have no board."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from rulewright.faces.svg import Drawing

TALL = 62.0  # of a card, in millimetres
REACH = 150.0  # how far below the cards the hand is that holds them


def fan(cards: Sequence[Drawing]) -> Drawing:
    """The cards side by side on an arc, the first one on the left and lowest in the pile."""
    scaled = []
    for card in cards:
        scale = TALL / card.height
        holder = Drawing(card.width * scale, TALL)
        holder.put(card, 0, 0, scale)
        holder.rect(0, 0, holder.width, TALL, rx=1.5, fill="none", stroke="#4a4439", stroke_width=0.35)
        scaled.append(holder)
    step = 11.0
    places = []
    for number, card in enumerate(scaled):
        turn = (number - (len(scaled) - 1) / 2) * step
        x = (REACH + TALL / 2) * sin(radians(turn)) - card.width / 2
        y = -(REACH + TALL / 2) * cos(radians(turn)) - TALL / 2
        places.append((card, x, y, turn))
    margin = 14.0
    left = min(x for _, x, _, _ in places) - margin
    top = min(y for _, _, y, _ in places) - margin / 2
    right = max(x + card.width for card, x, _, _ in places) + margin
    bottom = max(y + TALL for _, _, y, _ in places) + margin / 2
    found = Drawing(right - left, bottom - top)
    for card, x, y, turn in places:
        found.put(card, x - left, y - top, 1.0, turn)
    return found
