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
    "A Crown without a Brother": 475,
    "A King across the Sea": 3137,
    "Back to the Gate": 532,
    "Bakers' Apprentices": 76,
    "Banners of York": 4823,
    "Blood in the Boat": 359,
    "Broken before the Flight": 84168,
    "Fever on the Water": 3909,
    "Fog and Freedom": 111,
    "Found at Dawn": 7983,
    "Guests of the Tower": 220,
    "Mother's Harbour": 1605,
    "Neither Seen Again": 801,
    "One Brother Falls": 13,
    "Plague Lane": 12202,
    "Richard Rows Alone": 907,
    "Sanctuary Bells": 212,
    "Smugglers' Sons": 480,
    "Taken on the Stair": 0,
    "The Black Knight's Errand": 2,
    "The Boat Drifts": 24115,
    "The Heir Is Lost": 154,
    "The Little Brother Sleeps": 110,
    "The Physician's House": 8952,
    "The Raven Brings Them Together": 333,
    "The Silent Chamber": 1,
    "The Uncle Does Not Forgive": 1010,
    "The Uncle's Long Arm": 167,
    "They Turned the Boat": 2915,
    "Two Lads of Bruges": 4065,
    "Two Names, Two Lives": 164,
    "Within Sight of the River": 4,
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
