"""Matches between random players that reach each ending, and the search that has found them.

`python -m tests.games.two_princes.seeds [MATCHES]` plays that many matches of seed 0 natively and prints the first of each ending.
Whatever changes the course of random matches (the rules, or how chance is drawn) asks for a new search.
"""

from __future__ import annotations

import sys

from rulewright.play import load
from rulewright.play.simulate import simulate

SEED = 0
# The ending, and the number of the first match of the seed that reaches it.
MATCHES: dict[str, int] = {
    "A Crown without a Brother": 74,
    "A King across the Sea": 278,
    "Back to the Gate": 900,
    "Bakers' Apprentices": 716,
    "Banners of York": 8896,
    "Blood in the Boat": 308,
    "Broken before the Flight": 65455,
    "Fever on the Water": 8075,
    "Fog and Freedom": 59,
    "Found at Dawn": 4049,
    "Guests of the Tower": 263,
    "Mother's Harbour": 3844,
    "Neither Seen Again": 568,
    "One Brother Falls": 150,
    "Plague Lane": 658,
    "Richard Rows Alone": 181,
    "Sanctuary Bells": 153,
    "Smugglers' Sons": 451,
    "Taken on the Stair": 0,
    "The Black Knight's Errand": 5,
    "The Boat Drifts": 19996,
    "The Heir Is Lost": 79,
    "The Little Brother Sleeps": 555,
    "The Physician's House": 25597,
    "The Raven Brings Them Together": 246,
    "The Silent Chamber": 3,
    "The Uncle Does Not Forgive": 1451,
    "The Uncle's Long Arm": 968,
    "They Turned the Boat": 540,
    "Two Lads of Bruges": 694,
    "Two Names, Two Lives": 82,
    "Within Sight of the River": 1,
}


def search(matches: int) -> dict[str, int]:
    game = load("two_princes")
    result = simulate(game, matches, SEED, widths=0)
    found: dict[str, int] = {}
    for number, ending in enumerate(result.ending.tolist()):
        found.setdefault(game.program.endings[ending], number)
    return dict(sorted(found.items()))


if __name__ == "__main__":
    for ending, number in search(int(sys.argv[1]) if len(sys.argv) > 1 else 400_000).items():
        print(f'    "{ending}": {number},')
