"""The random generators of a match: SplitMix64, one for each source of chance, told apart by name. Native code computes the same."""

from __future__ import annotations

import hashlib
from functools import cache

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def seeded(seed: int, stream: int = 0) -> int:
    """The first state for a seed; streams of one seed have nothing to do with each other."""
    return mix((seed + GAMMA * (2 * stream + 1)) & MASK)


@cache
def stream(name: str) -> int:
    """The number of the stream of that name: the same whatever else there is in a game."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")


def player(seat: str) -> int:
    """The stream from which a random player in that seat draws."""
    return stream(f"seat {seat}")


def step(state: int) -> tuple[int, int]:
    """The next state, and the 64 random bits that come with it."""
    state = (state + GAMMA) & MASK
    return state, mix(state)


def below(bits: int, n: int) -> int:
    """A number from 0 to n - 1 from 64 random bits."""
    return bits * n >> 64
