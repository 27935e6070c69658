"""Links between documents lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.play.finding import find_game, list_games

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").rglob("*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.M)


def anchors(page: Path) -> set[str]:
    """The names that a reader of Markdown gives to the headings of a page."""
    found = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", h).lower()).strip().replace(" ", "-") for h in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    broken = []
    for link in LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_every_document_is_reached_from_the_first_page() -> None:
    first = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    missing = [p.name for p in sorted((ROOT / "docs").glob("*.md")) if p.name != "README.md" and f"({p.name})" not in first]
    assert missing == []


def test_the_readme_names_every_game() -> None:
    """Whoever adds a game says so at the front door."""
    told = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split()).lower()
    titles = {name: re.findall(r'^game "(.+?)"', find_game(name).read_text(encoding="utf-8"), re.M)[0] for name in list_games()}
    assert [title for title in titles.values() if title.lower() not in told] == []
