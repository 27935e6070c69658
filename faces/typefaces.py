"""The bundled fonts: where they are, and which characters they have."""

from __future__ import annotations

import base64
import re
from functools import cache
from importlib import resources
from pathlib import Path
from struct import unpack_from

SANS = "AlegreyaSans-Regular.ttf"
FACES = (
    ("Alegreya", 400, "normal", "Alegreya-Regular.ttf"),
    ("Alegreya", 400, "italic", "Alegreya-Italic.ttf"),
    ("Alegreya", 700, "normal", "Alegreya-Bold.ttf"),
    ("Alegreya Sans", 400, "normal", SANS),
    ("Alegreya Sans", 400, "italic", "AlegreyaSans-Italic.ttf"),
    ("Alegreya Sans", 700, "normal", "AlegreyaSans-Bold.ttf"),
)
# Fonts for what Alegreya lacks: each is embedded only where one of its characters occurs.
OTHERS = (
    ("Noto Sans Hebrew", "NotoSansHebrew-Regular.ttf", "[\u0590-\u05ff\ufb1d-\ufb4f]"),
    ("Noto Sans Arabic", "NotoSansArabic-Regular.ttf", "[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]"),
    ("Noto Sans Math", "NotoSansMath-Regular.ttf", "[\u2190-\u22ff\u27c0-\u27ff\u2900-\u2bff]"),
    ("Noto Sans Symbols 2", "NotoSansSymbols2-Regular.ttf", "[\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"),
    ("Noto Emoji", "NotoEmoji-Regular.ttf", "[\u2600-\u27bf\U0001f000-\U0001faff]"),
)
IGNORED = (
    frozenset(range(0x20))
    | {0xFE0E, 0xFE0F, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0xFEFF, 0xAD}
    | set(range(0x2066, 0x206A))
    | set(range(0x202A, 0x202F))
)


def folder() -> Path:
    return Path(str(resources.files("rulewright.faces").joinpath("fonts")))


@cache
def characters(file: str) -> tuple[tuple[int, int], ...]:
    """The code points that a font has, first and last of each stretch: its table `cmap`, in the forms 4 and 12."""
    data = (folder() / file).read_bytes()
    tables = {data[at : at + 4]: unpack_from(">I", data, at + 8)[0] for at in range(12, 12 + 16 * unpack_from(">H", data, 4)[0], 16)}
    cmap = tables[b"cmap"]
    found: set[tuple[int, int]] = set()
    for number in range(unpack_from(">H", data, cmap + 2)[0]):
        at = cmap + unpack_from(">I", data, cmap + 8 + 8 * number)[0]
        form = unpack_from(">H", data, at)[0]
        if form == 4:
            count = unpack_from(">H", data, at + 6)[0] // 2
            lasts = unpack_from(f">{count}H", data, at + 14)
            firsts = unpack_from(f">{count}H", data, at + 16 + 2 * count)
            found |= {(first, last) for first, last in zip(firsts, lasts, strict=True) if first != 0xFFFF}
        elif form == 12:
            count = unpack_from(">I", data, at + 12)[0]
            found |= {unpack_from(">II", data, at + 16 + 12 * i) for i in range(count)}
    return tuple(sorted(found))


def _has(file: str, letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in characters(file))


@cache
def other(letter: str) -> str:
    """The first font that has a character which Alegreya Sans lacks; empty if none is needed, or none has it."""
    if ord(letter) in IGNORED or _has(SANS, letter):
        return ""
    return next((family for family, file, _ in OTHERS if _has(file, letter)), "")


def missing(text: str) -> str:
    """The characters of a text that no bundled font has."""
    files = (SANS, "Alegreya-Regular.ttf", *(file for _, file, _ in OTHERS))
    return "".join(x for x in sorted(set(text)) if ord(x) not in IGNORED and not any(_has(file, x) for file in files))


@cache
def data_uri(file: str) -> str:
    return "data:font/ttf;base64," + base64.b64encode((folder() / file).read_bytes()).decode("ascii")


def style_sheet(text: str) -> str:
    """The fonts that a text needs, as rules of CSS with the files in them."""
    found = [_rule(*face) for face in FACES]
    found += [_rule(family, 400, "normal", file) for family, file, letters in OTHERS if re.search(letters, text)]
    return "\n".join(found)


def _rule(family: str, weight: int, style: str, file: str) -> str:
    return f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};src:url({data_uri(file)}) format("truetype")}}'
