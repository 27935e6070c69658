"""How soon a move is seen in another browser, on this machine.

    python -m benchmarks.browsers [--moves 100] [GAME ...]

A server runs in a process of its own, and two Chromium beside it, one for each seat, with motion as people have it. They play by
touching pieces and places, choosing by lot. Clocked is from the finger or mouse that is lifted from the last part of a move until the
frame is drawn in which the other page, and the own one, shows the new position. Both pages read the clock of the machine.

A move on its way: `sent` is when the message has left, `heard` when the other page has got it, `drawn` when its elements are in place.
Between them lie the server (with its write to the disk), the script of the other page, and what Chromium takes until the frame is drawn.
Processor time for each move, of the server and of each browser with all its processes, is told apart: it is what a busy machine does not
change. That of the browsers includes being driven and asked.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from rulewright.play import load

WAIT = 30_000  # milliseconds
GAMES = ("connect_four", "chess", "two_heirs", "kingdom_of_heroes")

# Before any script of the page: note when something is touched, sent, heard and drawn, on the clock of the machine.
NOTING = """(() => {
  const now = () => performance.timeOrigin + performance.now();
  const seen = { touched: 0, sent: 0, heard: 0, drawn: 0, painted: 0, lines: 0 };
  window.seen = seen;
  addEventListener('pointerup', () => { seen.touched = now(); }, { capture: true });
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', (event) => { if (/"kind":"change"/.test(event.data)) { const at = now(); watch(at); } });
    }
    send(text) { if (text.includes('"choose"')) seen.sent = now(); super.send(text); }
  };
  const watch = (at) => setTimeout(() => {  // the page has heard it before this runs
    const lines = window.table?.live.version ?? 0;
    if (lines === seen.lines || seen.painted) return; // the first that comes of a move
    seen.lines = lines;
    const drawn = now();
    requestAnimationFrame(() => { const after = new MessageChannel(); after.port1.onmessage = () => {
      if (!seen.painted) { seen.heard = at; seen.drawn = drawn; seen.painted = now(); }
    }; after.port2.postMessage(0); });
  }, 0);
})()"""
READY = "() => window.table?.wire?.socket?.readyState === 1 && !window.table.wire.open.size"
RESTS = "() => !window.table.busy && !window.table.wire.open.size && !document.getAnimations().length"
OPTIONS = """() => window.table.selection.remaining().map((o) => ({ verb: o.group.verb, parts: o.parts,
  plain: !(o.group.axes || []).length }))"""
POINT = """(ref) => {
  for (const element of document.querySelectorAll(`[data-ref="${CSS.escape(ref)}"]`)) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = element.getBoundingClientRect();
    for (const fy of [0.5, 0.85, 0.15, 0.7, 0.3, 0.95, 0.05]) for (const fx of [0.5, 0.85, 0.15, 0.7, 0.3, 0.95, 0.05]) {
      const x = box.x + box.width * fx, y = box.y + box.height * fy;
      if (document.elementFromPoint(x, y)?.closest('[data-ref]') === element) return { x, y };
    }
  }
  return null;
}"""


def touch(page: Any, decision: str, dice: random.Random) -> None:
    """One decision, by touching; what cannot be touched is not chosen."""
    now = "() => window.table.view.decision?.id ?? null"
    several = page.evaluate("() => window.table.view.decision.several ?? null")
    if several:
        refs, plain, verb = dice.sample(several["refs"], several["least"] or several["most"]), False, ""
    else:
        option = dice.choice(page.evaluate(OPTIONS))
        refs, plain, verb = option["parts"], option["plain"], option["verb"]
    areas = page.evaluate("() => window.table.view.decision.areas ?? {}")
    for ref in refs if not plain else ():
        if page.evaluate(now) != decision or page.evaluate("() => window.table.busy"):
            return
        if ref in page.evaluate("() => window.table.selection.chosen"):
            continue
        spot = page.evaluate(POINT, dice.choice(areas[ref]) if ref in areas else ref)
        if spot is None:
            raise RuntimeError(f"{ref} cannot be touched")
        page.mouse.click(spot["x"], spot["y"])
    if page.evaluate("() => window.table.busy") or page.evaluate(now) != decision:
        return
    button = "[data-several]" if several else f'.verbs button[data-verb="{verb}"]:not(.no)'
    if page.query_selector(button) is not None:
        page.click(button)


def measure(pages: list[Any], moves: int, dice: random.Random) -> list[dict[str, float]]:
    """So many moves, each clocked from the touch that sends it."""
    found: list[dict[str, float]] = []
    tries = 0
    while len(found) < moves and tries < 4 * moves + 50:
        tries += 1
        for page in pages:
            page.wait_for_function(RESTS, timeout=WAIT)
        asked = [page for page in pages if page.evaluate("() => window.table.myTurn && !window.table.view.outcome")]
        if not asked:
            if any(page.evaluate("() => Boolean(window.table.view.outcome)") for page in pages):
                break
            pages[0].wait_for_timeout(20)
            continue
        mover = asked[0]
        other = next(page for page in pages if page is not mover)
        versions = [page.evaluate("() => window.table.live.version") for page in (mover, other)]
        for page in pages:
            page.evaluate("() => { Object.assign(window.seen, { painted: 0, sent: 0 }) }")
        touch(mover, mover.evaluate("() => window.table.view.decision.id"), dice)
        for page, version in zip((mover, other), versions, strict=True):
            if mover.evaluate("() => window.seen.sent"):
                page.wait_for_function("(v) => window.table.live.version > v && window.seen.painted", arg=version, timeout=WAIT)
        first, second = mover.evaluate("() => window.seen"), other.evaluate("() => window.seen")
        if first["sent"] and second["painted"] and second["heard"] > first["sent"]:
            found.append(
                {
                    "sent": first["sent"] - first["touched"],
                    "heard": second["heard"] - first["sent"],
                    "drawn": second["drawn"] - second["heard"],
                    "painted": second["painted"] - second["drawn"],
                    "seen": second["painted"] - first["touched"],
                    "own": first["painted"] - first["touched"],
                }
            )
    return found


def processor(roots: list[int]) -> float:
    """Seconds that some processes have taken, each with all its children that are still there."""
    parents: dict[int, int] = {}
    used: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            parents[int(stat.parent.name)] = int(fields[1])
            used[int(stat.parent.name)] = int(fields[11]) + int(fields[12])
    found = set(roots)
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return sum(used.get(pid, 0) for pid in found) / os.sysconf("SC_CLK_TCK")


def chromiums(known: set[int]) -> set[int]:
    """Browsers that were started since: the topmost process of each."""
    found: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            text = stat.read_text()
            if "chrom" in text.split("(", 1)[1].rsplit(")", 1)[0]:
                found[int(stat.parent.name)] = int(text.rsplit(")", 1)[1].split()[1])
    return {pid for pid, parent in found.items() if parent not in found} - known


def share(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def main() -> None:
    from playwright.sync_api import sync_playwright

    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("games", nargs="*", default=GAMES)
    options.add_argument("--moves", type=int, default=100, help="how many of each game, at most")
    options.add_argument("--seed", type=int, default=1)
    told = options.parse_args()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as store, sync_playwright() as driver:
        command = [sys.executable, "-m", "rulewright", "serve", "--port", str(port), "--store", store, "--pause", "0"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            while True:
                try:
                    httpx.get(f"{base}/static/icon.svg", timeout=5)
                    break
                except httpx.TransportError:
                    time.sleep(0.2)
            args = ["--no-sandbox", "--disable-gpu"]
            others = chromiums(set())
            browsers = [driver.chromium.launch(executable_path=shutil.which("chromium"), args=args) for _ in range(2)]
            print("milliseconds, half and 95 of 100 (longest)", flush=True)
            for game in told.games:
                roots = [[server.pid], sorted(chromiums(others))]
                used: list[float] = [0.0, 0.0]
                found = play(browsers, base, game, told.moves, told.seed, roots, used)
                print(f"{game}: {len(found)} moves")
                names = {
                    "seen": "the other browser shows it",
                    "own": "the own browser shows it",
                    "sent": "  touch to message",
                    "heard": "  message to message: server and both ways",
                    "drawn": "  the other page's script",
                    "painted": "  its frame",
                }
                for what, name in names.items():
                    times = [one[what] for one in found]
                    print(f"  {name:45} {share(times, 0.5):5.0f} {share(times, 0.95):5.0f} ({max(times):.0f})", flush=True)
                server_ms, browser_ms = (1000 * seconds / len(found) for seconds in used)
                print(f"  processor time a move: server {server_ms:.1f} ms, each browser {browser_ms / len(browsers):.0f} ms", flush=True)
            for browser in browsers:
                browser.close()
        finally:
            server.terminate()
            server.wait(20)


def play(
    browsers: list[Any], base: str, game: str, moves: int, seed: int, roots: list[list[int]], used: list[float]
) -> list[dict[str, float]]:
    """Match after match until there are enough moves."""
    found: list[dict[str, float]] = []
    seats = load(game, engine="interpreter").deciding
    dice = random.Random(seed)
    while len(found) < moves:
        asked = {"game": game, "seats": {s: "here" if i < 2 else "random" for i, s in enumerate(seats)}, "seed": seed + len(found)}
        answer = httpx.post(f"{base}/new", content=json.dumps(asked), headers={"origin": base}, timeout=300)
        match = answer.raise_for_status().json()["match"]
        pages = []
        for number, browser in enumerate(browsers):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            name = next(n for n in answer.cookies if n.startswith("rw-s-") and n.endswith(f"-{number}"))
            context.add_cookies([{"name": name, "value": answer.cookies[name], "url": base}])
            context.add_init_script(NOTING)
            page = context.new_page()
            page.goto(f"{base}/m/{match}", timeout=120_000)
            page.wait_for_function(READY, timeout=WAIT)
            pages.append(page)
        before = len(found)
        start = [processor(pids) for pids in roots]
        found += measure(pages, moves - before, dice)
        for i, pids in enumerate(roots):
            used[i] += processor(pids) - start[i]
        for page in pages:
            page.context.close()
        if len(found) == before:
            raise RuntimeError(f"no move of {game} was clocked")
    return found


if __name__ == "__main__":
    main()
