"""What can go wrong while rules run: never a crash, always a place in the rules."""

from __future__ import annotations

REASONS = {
    "range": "A value leaves its range.",
    "capacity": "A place would hold more than it can.",
    "missing": "Something is asked of nothing.",
    "division": "Something is divided by zero.",
    "overflow": "A number grows beyond 64 bits.",
    "runaway": "A loop does not end.",
    "stack": "Rules call each other too deeply.",
    "supply": "There are not enough pieces left.",
    "list": "A list grows longer than it can.",
    "stuck": "Turn after turn goes by, and nobody can do anything: say what happens then, or when the match ends.",
}
LONGEST_LOOP = 1_000_000


class RuleError(Exception):
    """Rules that cannot be carried out: the reason, and the number of the place in the rules."""

    def __init__(self, reason: str, span: int) -> None:
        super().__init__(REASONS[reason])
        self.reason = reason
        self.span = span
