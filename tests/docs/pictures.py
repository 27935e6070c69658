"""The picture of the README: the text of a small game, its table in the browser, a page of its book, a chart of its study.

`make pictures` makes it anew from the second tutorial's game; it needs what the tests in a browser need.
"""

from __future__ import annotations

import html
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rulewright.cli.run import run
from rulewright.rulebook.parts.book import make
from rulewright.rulebook.render import pages, typeset
from tests.docs.tutorial import followed
from tests.server.running import new_match, running

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs" / "gallery"))
from png import smaller  # noqa: E402  (it lies beside the gallery, which is no package)

OUT = ROOT / "docs" / "pictures" / "one-text.png"
NAME, SEATS = "night_market", {"Ada": "here", "Ben": "greedy", "Cleo": "greedy"}
MOVES = ("buy", "buy", "pass", "buy")  # the first of what can be bought
SHOWN = 62  # lines of the rules
FIGURES = ("Wins by seat", "Does thought pay\\?", "What is taken when it is offered")
READY = "() => window.table?.wire?.socket?.readyState === 1 && window.table.view.decision"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
WORDS = re.compile(
    r"^(\s*)(&gt;.*)$|(&quot;.*?&quot;)|\b(game|piece|place|each|setup|play|phase|turn|action|score|winner|define|option|variant|example)\b",
    re.M,
)
STYLE = """
body { margin: 0; font: 15px Georgia, serif; background: #efe9dc; color: #26221c }
main { display: grid; grid-template: auto auto / 560px 1fr 1fr; gap: 18px; padding: 18px; width: 1640px; box-sizing: border-box }
figure { margin: 0; background: #fffdf8; border: 1px solid #cfc5b0; border-radius: 8px; overflow: hidden }
figcaption { padding: 9px 14px; background: #2b2722; color: #fffdf8; font: 600 15px system-ui, sans-serif }
figcaption code { font: 14px ui-monospace, monospace; color: #f0c96a }
#text { grid-row: 1 / 3 }
#table { grid-column: 2 / 4 }
pre { margin: 0; padding: 14px; font: 12.6px/1.38 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap }
pre b { color: #8a3b12 } pre i { color: #5d6b3f; font-style: normal } pre u { color: #2a5a8a; text-decoration: none }
img { width: 100%; display: block } #book img { margin-top: -1% }
#chart { padding: 4px 16px; font-size: 15px } #chart h3 { margin: 12px 0 4px } #chart p { margin: 4px 0 }
#chart svg { max-width: none !important }
"""


def coloured(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        if found[2]:
            return f"{found[1]}<i>{found[2]}</i>"
        return f"<u>{found[3]}</u>" if found[3] else f"<b>{found[4]}</b>"

    return WORDS.sub(one, html.escape(text))


@contextmanager
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("There is no chromium here.")
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield found
        found.close()


def table(chromium: Any, file: Path, store: Path) -> bytes:
    """The table after some moves of all three."""
    with running(store, (str(file),)) as base:
        match, _, cookies = new_match(base, NAME, SEATS, seed=5, players=3)
        context = chromium.new_context(viewport={"width": 1180, "height": 690}, reduced_motion="reduce")
        context.set_default_timeout(120_000)
        context.add_cookies([{"name": n, "value": v, "url": base} for n, v in cookies.items()])
        page = context.new_page()
        page.goto(f"{base}/m/{match}")
        for wanted in MOVES:
            page.wait_for_function(READY)
            before = page.evaluate("window.table.view.events.length")
            page.keyboard.press("/")
            page.keyboard.type(wanted)
            page.keyboard.press("Enter")
            page.wait_for_function(f"() => window.table.view.events.length > {before}")
        page.wait_for_function(READY)
        page.wait_for_timeout(500)
        shot: bytes = page.screenshot()
        context.close()
        return shot


def chart(folder: Path, file: Path) -> str:
    """Figures of its study: who wins, whether thought pays, what is taken."""
    report = folder / "study.html"
    if run(["study", str(file), "--players", "3", "-n", "200", "--ladder", "40", "-o", str(report)]) != 0:
        raise SystemExit("The study failed.")
    text = report.read_text(encoding="utf-8")
    found = [re.search(rf"(<h3[^>]*>{title}</h3>.*?</svg>)", text, re.S) for title in FIGURES]
    if None in found:
        raise SystemExit("The study lacks one of: " + ", ".join(FIGURES) + ".")
    return "".join(one[1] for one in found if one is not None)


def main() -> None:
    text = next(step.text for step in followed(ROOT / "docs" / "second-game.md") if step.sort == "whole")
    with tempfile.TemporaryDirectory() as name, browser() as chromium:
        folder = Path(name)
        file = folder / f"{NAME}.rules"
        file.write_text(text, encoding="utf-8")
        (folder / "table.png").write_bytes(table(chromium, file, folder / "store"))
        (folder / "book.png").write_bytes(typeset.compile_pages(pages.source(make(str(file)).book, "rulebook"), 110)[1])
        shown = coloured("\n".join(text.splitlines()[:SHOWN])) + "\n<i>…</i>"
        panels = [
            ("text", f"You write <code>{NAME}.rules</code>", f"<pre>{shown}</pre>"),
            ("table", f"<code>rulewright serve {NAME}.rules</code>", '<img src="table.png">'),
            ("book", f"<code>rulewright rulebook {NAME}.rules</code>", '<img src="book.png">'),
            ("study", f"<code>rulewright study {NAME}.rules</code>", f'<div id="chart">{chart(folder, file)}</div>'),
        ]
        body = "".join(f'<figure id="{key}"><figcaption>{said}</figcaption>{inside}</figure>' for key, said, inside in panels)
        (folder / "page.html").write_text(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style><main>{body}</main>", encoding="utf-8")
        page = chromium.new_page(viewport={"width": 1640, "height": 1180})
        page.goto((folder / "page.html").as_uri())
        OUT.parent.mkdir(exist_ok=True)
        OUT.write_bytes(smaller(page.screenshot()))
    print(f"{OUT.relative_to(ROOT)}: {OUT.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
