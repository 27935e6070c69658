"""Smaller pictures: a page as PNG with a palette of 256 colours instead of four channels."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

HEAD = b"\x89PNG\r\n\x1a\n"
COLOURS = 256
STEP = 4  # channels are rounded to this before colours are counted

Pixels = NDArray[np.uint8]


def smaller(data: bytes) -> bytes:
    """The same picture with a palette: the most frequent colours, and for all others the nearest of these."""
    pixels = read(data)
    high, wide, _ = pixels.shape
    flat = np.minimum((pixels.reshape(-1, 3).astype(np.int32) + STEP // 2) // STEP * STEP, 255)
    codes, places, counts = np.unique(flat @ np.array([65536, 256, 1]), return_inverse=True, return_counts=True)
    chosen = codes[np.argsort(-counts, kind="stable")[:COLOURS]]
    palette = np.stack([chosen >> 16, chosen >> 8 & 255, chosen & 255], axis=1)
    every = np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1)
    nearest = np.array([int(np.argmin(((palette - colour) ** 2).sum(axis=1))) for colour in every], dtype=np.uint8)
    rows = nearest[places.reshape(-1)].reshape(high, wide)
    lines = np.hstack([np.zeros((high, 1), dtype=np.uint8), rows]).tobytes()
    return (
        HEAD
        + chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0))
        + chunk(b"PLTE", palette.astype(np.uint8).tobytes())
        + chunk(b"IDAT", zlib.compress(lines, 9))
        + chunk(b"IEND", b"")
    )


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def read(data: bytes) -> Pixels:
    """The pixels of a PNG with 8 bits and three or four channels, without what is transparent."""
    wide, high, bits, colour = struct.unpack(">IIBB", data[16:26])
    assert data.startswith(HEAD) and bits == 8 and colour in {2, 6}, "a page as Typst draws it"
    channels = 3 if colour == 2 else 4
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    raw = np.frombuffer(zlib.decompress(packed), dtype=np.uint8).reshape(high, 1 + wide * channels)
    found = [[0] * (wide * channels)]
    for row in raw:
        found.append(_line(int(row[0]), row[1:].tolist(), found[-1], channels))
    return np.array(found[1:], dtype=np.uint8).reshape(high, wide, channels)[:, :, :3]


def _line(filter: int, line: list[int], above: list[int], channels: int) -> list[int]:
    """One line of bytes, its filter undone."""
    if filter == 0:
        return line
    if filter == 2:
        return [(a + b) & 255 for a, b in zip(line, above, strict=True)]
    found = [0] * channels  # a pixel of nothing before the first
    corner = [0] * channels + above
    for i, byte in enumerate(line):
        left, up, diagonal = found[i], above[i], corner[i]
        if filter == 1:
            guess = left
        elif filter == 3:
            guess = (left + up) // 2
        else:
            near = left + up - diagonal
            far_left, far_up, far_diagonal = abs(near - left), abs(near - up), abs(near - diagonal)
            guess = left if far_left <= far_up and far_left <= far_diagonal else up if far_up <= far_diagonal else diagonal
        found.append((byte + guess) & 255)
    return found[channels:]
