"""The one random generator: SplitMix64. Its state is one 64-bit word of the match; native code computes the same."""

from __future__ import annotations

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def seeded(seed: int, stream: int = 0) -> int:
    """The first state for a seed; streams of one seed have nothing to do with each other."""
    return mix((seed + GAMMA * (2 * stream + 1)) & MASK)


def step(state: int) -> tuple[int, int]:
    """The next state, and the 64 random bits that come with it."""
    state = (state + GAMMA) & MASK
    return state, mix(state)


def below(bits: int, n: int) -> int:
    """A number from 0 to n - 1 from 64 random bits."""
    return bits * n >> 64
