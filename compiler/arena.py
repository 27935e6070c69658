"""Where a search keeps its tree: one stretch of memory, laid out alike by native code and by whoever reads it.

    header   320 bytes   the words named below
    block    32 bytes    a decision or a chance: who, its options, how often it was there, what is proven; followed by its edges
    edge     32 bytes    one for each option: visits, the block behind it, the sum of rewards, their mean, 1 / sqrt(visits)
    options              from the other end downwards: the words of each option, as they are listed

Blocks are counted in units of 32 bytes. The block behind an edge is 0 where there is none yet; with its highest bit, it is no block
but what has been proven: the reward of the first seat.
"""

from __future__ import annotations

# Words of the header. TURNS: after so many runs of decisions, each of one player, a position is judged. RELATIVE: whether exploring keeps
# in step with how far apart the rewards are, from LEAST to MOST, that were seen; FACTOR is how much is explored now.
(
    RNG,
    ITERATIONS,
    BLOCKS,
    LOW,
    HIGH,
    FULL,
    DEEPEST,
    ROOT,
    DEPTH,
    EXPLORE,
    SCALE,
    PROOFS,
    PROVEN,
    BROKEN,
    TURNS,
    RELATIVE,
    LEAST,
    MOST,
    FACTOR,
    BASES,
) = range(20)  # from BASES on: how far ends were where the search began, up to `core.goals.MOST_DANGERS`
# Of a plan: the steps of the best line, what it is worth (-1: not known), first options that were tried, whether the line was handed over.
PLANNED, WORTH, FIRSTS, HANDED = range(36, 40)
HEADER, UNIT = 320, 32
# Bytes of a block and of an edge.
DECIDER, WIDTH, COUNT, VISITS, OPTIONS, PROOF, TRIED = 0, 4, 8, 12, 16, 24, 28
EDGE_VISITS, CHILD, SUM, MEAN, INVERSE = 0, 4, 8, 16, 24
CERTAIN = 1 << 31
CHOICE, WIDEST = 8, 255  # the number of the choice stands above the words of an option
MOST_OUTCOMES = 64  # of chance; where there are more, the tree ends
LONGEST_PATH = 2_000
ROOT_TABLE = 2_048  # entries of the table of sqrt(ln n): exponent and six bits of the mantissa of n
FIRST_EXPONENT = 1023 << 6

# The trees of an information-set search, one for each seat: nodes of 64 bytes, the roots first.
NODE = 64
KEY, NODE_VISITS, AVAILABLE, NODE_SUM, NODE_MEAN, NODE_INVERSE, FIRST, NEXT = 0, 8, 12, 16, 24, 32, 40, 44
HAS_CHOSEN = 7  # the key of a secret choice, for everybody else
