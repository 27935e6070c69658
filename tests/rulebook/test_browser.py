"""The HTML rulebook in headless Chromium: landmarks, headings, words for every picture, nothing too wide on paper, nothing fetched.

A few pages at every run; those of all games with RULEWRIGHT_LONG=1.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulewright.rulebook.render import documents
from tests.rulebook.books import GAMES, book

CHROMIUM = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
pytestmark = [
    pytest.mark.second,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed (Debian: apt-get install chromium)"),
]
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars"),
    *("--host-resolver-rules=MAP * ~NOTFOUND", "--enable-blink-features=ComputedAccessibilityInfo"),
]
ROOM = 672  # pixels: 210 mm less the margins of the printed page, at 96 to the inch
POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; script-src 'unsafe-inline'"

# What the page is asked, after it has been laid out. With `printed`, rules for paper hold and those for the screen do not.
ASK = """
<script>
const fetched = [];
document.addEventListener('securitypolicyviolation', e => fetched.push(e.blockedURI || e.violatedDirective));
window.addEventListener('load', async () => {
  await document.fonts.ready;
  const all = s => [...document.querySelectorAll(s)];
  if (PRINTED) for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) if (rule instanceof CSSMediaRule) {
    const text = rule.media.mediaText;
    if (text.includes('print')) rule.media.mediaText = 'all'; else if (text.includes('screen')) rule.media.mediaText = 'not all';
  }
  const wide = (document.documentElement.scrollWidth > innerWidth ? all('body *:not(svg *)') : [])
    .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
    .map(e => e.tagName + '.' + e.className.toString() + ': ' + e.textContent.trim().slice(0, 50));
  const ids = all('[id]').map(e => e.id);
  const named = NAMED ? e => [e.computedRole, e.computedName] : e => [];
  const report = {
    width: innerWidth, scroll: document.documentElement.scrollWidth, wide: wide.slice(0, 5),
    title: document.title, lang: document.documentElement.lang,
    roles: all('header,nav,main,footer').map(named),
    headings: all('h1,h2,h3,h4,h5,h6').map(e => [+e.tagName[1], e.textContent.trim()]),
    pictures: all('svg:not(.symbols):not(.sign),img').filter(e => !e.parentElement.closest('svg')).map(named),
    signs: all('svg.sign').map((e, i) => [i < 5 ? named(e)[1] : e.getAttribute('aria-label'), e.nextElementSibling.textContent,
      e.nextElementSibling.getAttribute('aria-hidden')]),
    twice: ids.filter((id, i) => ids.indexOf(id) !== i),
    lost: all('a[href^="#"]').map(a => a.getAttribute('href').slice(1)).filter(id => !document.getElementById(id)),
    away: all('a[href]').map(a => a.getAttribute('href')).filter(h => !h.startsWith('#')),
    sections: all('main > section').filter(e => e.offsetParent).map(named),
    headers: all('table').filter(t => !t.querySelector('th[scope=col]')).length,
    spilt: PRINTED ? all('.scroll,figure,.exact,.card,.component,.example').filter(e => e.scrollWidth > e.clientWidth + 2)
      .map(e => e.className + ': ' + e.textContent.trim().slice(0, 60)) : [],
    fonts: [...document.fonts].filter(f => f.status === 'error').map(f => f.family),
    loaded: [...document.fonts].filter(f => f.status === 'loaded').length,
    resources: performance.getEntriesByType('resource').map(r => r.name).filter(n => !n.startsWith('data:')),
    fetched,
  };
  const shown = document.createElement('pre');
  shown.id = 'report';
  shown.textContent = JSON.stringify(report);
  document.body.replaceChildren(shown);
});
</script>
"""


def look(html: str, folder: Path, width: int, printed: bool = False, named: bool = False) -> dict[str, Any]:
    """What Chromium says about a page in a window of a width; `named`: with the roles and names of its parts."""
    assert CHROMIUM is not None
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    asked = html.replace("<head>", f"<head>{policy}{ASK.replace('PRINTED', json.dumps(printed)).replace('NAMED', json.dumps(named))}", 1)
    file = folder / "page.html"
    file.write_text(asked, encoding="utf-8")
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={folder / 'profile'}", f"--window-size={width},1200", "--virtual-time-budget=20000"]
    done = subprocess.run([*command, "--dump-dom", file.as_uri()], capture_output=True, text=True, timeout=120, check=False)
    found = re.search(r'<pre id="report">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr[-2000:]
    report: dict[str, Any] = json.loads(unescape(found.group(1)))
    return report


PAGES = [("chess", "rulebook"), ("leduc_poker", "rulebook"), ("two_heirs", "rulebook"), ("two_heirs", "aid")]
ALL = [(game, part) for game in GAMES for part in ("rulebook", "aid")] + [("two_princes", "story")]
TRIED = ALL if os.environ.get("RULEWRIGHT_LONG") else PAGES


@pytest.mark.parametrize(("game", "part"), TRIED)
def test_a_page_can_be_read_by_everybody(game: str, part: str, tmp_path: Path) -> None:
    check_reading(game, part, tmp_path)


@pytest.mark.parametrize(("game", "part"), TRIED)
def test_nothing_is_too_wide_on_paper_and_on_a_small_screen(game: str, part: str, tmp_path: Path) -> None:
    check_width(game, part, tmp_path)


def check_reading(game: str, part: str, folder: Path) -> None:
    made = book(game)
    report = look(documents.html(made, part), folder, 1200, named=True)
    assert report["lang"] == "en" and made.title in report["title"]
    roles = [role for role, _ in report["roles"]]
    assert roles.count("banner") == roles.count("main") == roles.count("contentinfo") == 1
    levels = [level for level, _ in report["headings"]]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels)), "a level of headings is left out"
    assert all(text for _, text in report["headings"])
    if part == "rulebook":
        assert ["navigation", "Contents"] in report["roles"] and len(report["pictures"]) >= 2
    assert all(role in {"image", "img", "graphics-document"} and name for role, name in report["pictures"]), "a picture without words"
    assert all(name == word and hidden == "true" for name, word, hidden in report["signs"]), "a sign is heard twice, or not at all"
    assert len(report["signs"]) >= len(made.icons) or part != "rulebook"
    assert report["sections"] and all(role == "region" and name for role, name in report["sections"]), "a part of the page without a name"
    assert report["headers"] == 0, "a table without headers of its columns"
    # it holds together and fetches nothing
    assert report["twice"] == [] and report["lost"] == [] and report["away"] == []
    assert report["resources"] == [] and report["fetched"] == []
    assert report["fonts"] == [] and report["loaded"] >= 3


def check_width(game: str, part: str, folder: Path) -> None:
    html = documents.html(book(game), part)
    for width, printed in ((ROOM, True), (500, False)):
        inside = folder / str(width)
        inside.mkdir()
        report = look(html, inside, width, printed)
        assert report["width"] == width
        assert report["scroll"] <= width, report["wide"]
        assert report["spilt"] == [], "something is wider than its column"


def test_a_request_would_be_noticed(tmp_path: Path) -> None:
    html = '<html lang="en"><head><title>x</title></head><body><h1>x</h1><img src="http://example.com/a.png" alt="a"></body></html>'
    assert look(html, tmp_path, 800)["fetched"] == ["http://example.com/a.png"]
    wide = '<html lang="en"><head><title>x</title></head><body><h1>x</h1><div style="width:2000px">wide</div></body></html>'
    assert look(wide, tmp_path, 800)["scroll"] > 1900
