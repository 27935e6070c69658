"""The bundled fonts, and those of an author: where they are, which characters they have, how wide these are."""

from __future__ import annotations

import base64
import re
from functools import cache
from importlib import resources
from pathlib import Path
from struct import error as unreadable
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


OWN: dict[str, Path] = {}  # typefaces of authors, by their names, as themes bring them


def folder() -> Path:
    return Path(str(resources.files("rulewright.faces").joinpath("fonts")))


def folders() -> list[str]:
    """Where a typesetter looks for typefaces."""
    return [str(folder()), *dict.fromkeys(str(file.parent) for file in OWN.values())]


def adopted(file: Path) -> str:
    """The name of an author's typeface, which can be used from now on; empty if the file cannot be read as one."""
    try:
        data = file.read_bytes()
        family = _family(data)
        if not family or not _advances(data):
            return ""
    except (OSError, unreadable, KeyError, IndexError, UnicodeDecodeError, ZeroDivisionError):
        return ""
    OWN[family] = file
    widths.cache_clear()
    return family


@cache
def widths(family: str) -> dict[int, int]:
    """How wide the characters of an author's typeface are, in thousandths of its size."""
    return _advances(OWN[family].read_bytes())


def _tables(data: bytes) -> dict[bytes, int]:
    return {data[at : at + 4]: unpack_from(">I", data, at + 8)[0] for at in range(12, 12 + 16 * unpack_from(">H", data, 4)[0], 16)}


def _family(data: bytes) -> str:
    """The name of the family, from the table `name`."""
    at = _tables(data)[b"name"]
    count, text = unpack_from(">HH", data, at + 2)
    for number in range(count):
        platform, _, _, sort, length, offset = unpack_from(">6H", data, at + 6 + 12 * number)
        if sort == 1 and platform in {0, 3}:
            return data[at + text + offset : at + text + offset + length].decode("utf-16-be")
    return ""


def _advances(data: bytes) -> dict[int, int]:
    """Widths by code points: the table `cmap` in form 4 leads to glyphs, `hmtx` has their widths."""
    tables = _tables(data)
    em = unpack_from(">H", data, tables[b"head"] + 18)[0]
    last = unpack_from(">H", data, tables[b"hhea"] + 34)[0] - 1
    cmap = tables[b"cmap"]
    found: dict[int, int] = {}
    for number in range(unpack_from(">H", data, cmap + 2)[0]):
        at = cmap + unpack_from(">I", data, cmap + 8 + 8 * number)[0]
        if unpack_from(">H", data, at)[0] != 4:
            continue
        count = unpack_from(">H", data, at + 6)[0] // 2
        columns = [unpack_from(f">{count}H", data, at + 14 + 2 * count * i + (2 if i else 0)) for i in range(4)]
        for i, (high, low, delta, reach) in enumerate(zip(*columns, strict=True)):
            for code in range(low, min(high, 0xFFFE) + 1):
                where = at + 16 + 2 * count * 3 + 2 * i + reach + 2 * (code - low)
                glyph = (unpack_from(">H", data, where)[0] if reach else code) + delta & 0xFFFF
                found[code] = unpack_from(">H", data, tables[b"hmtx"] + 4 * min(glyph, last))[0] * 1000 // em
    return found


@cache
def characters(file: str) -> tuple[tuple[int, int], ...]:
    """The code points that a font has, first and last of each stretch: its table `cmap`, in the forms 4 and 12."""
    data = (folder() / file).read_bytes()
    cmap = _tables(data)[b"cmap"]
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
    for family, own in OWN.items():
        if f'"{family}"' in text or f"{family}, serif" in text:
            data = base64.b64encode(own.read_bytes()).decode("ascii")
            found.append(f'@font-face{{font-family:"{family}";src:url(data:font/ttf;base64,{data})}}')
    return "\n".join(found)


def _rule(family: str, weight: int, style: str, file: str) -> str:
    return f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};src:url({data_uri(file)}) format("truetype")}}'
