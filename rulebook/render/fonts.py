"""The bundled fonts: where they are, and which characters they have."""

from __future__ import annotations

import base64
import re
from functools import cache
from importlib import resources
from pathlib import Path

FACES = (
    ("Alegreya", 400, "normal", "Alegreya-Regular.ttf"),
    ("Alegreya", 400, "italic", "Alegreya-Italic.ttf"),
    ("Alegreya", 700, "normal", "Alegreya-Bold.ttf"),
    ("Alegreya Sans", 400, "normal", "AlegreyaSans-Regular.ttf"),
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
    return Path(str(resources.files("rulewright.rulebook").joinpath("fonts")))


@cache
def _covered() -> tuple[tuple[int, int], ...]:
    text = (folder() / "coverage.txt").read_text(encoding="utf-8")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return tuple((int(a, 16), int(b, 16)) for a, b in lines)


def missing(text: str) -> str:
    """The characters of a text that no bundled font has."""
    found = []
    for letter in sorted(set(text)):
        code = ord(letter)
        if code not in IGNORED and not any(a <= code <= b for a, b in _covered()):
            found.append(letter)
    return "".join(found)


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
