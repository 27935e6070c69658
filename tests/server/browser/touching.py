"""Somebody who plays by touching pieces and places alone: the list of options is never opened."""

from __future__ import annotations

from random import Random
from typing import Any

WAIT = 20_000  # milliseconds until something must have happened
TRIES = 10

READY = "() => { const t = window.table; return t && !t.busy && t.wire && t.wire.socket && (t.view.decision || t.view.outcome) }"
OPTIONS = """() => { const t = window.table; return t.selection.remaining().map((o) => ({ verb: o.group.verb, parts: o.parts,
  plain: !(o.group.axes || []).length })) }"""
STATE = """() => { const t = window.table; return { over: Boolean(t.view.outcome), turn: Boolean(t.view.decision) && !t.busy,
  id: t.view.decision && t.view.decision.id, chosen: t.selection.chosen, areas: (t.view.decision || {}).areas || {} } }"""
SENT = "() => ({ busy: window.table.busy, asked: Boolean(window.table.prepared), id: window.table.view.decision?.id ?? null })"
SETTLED = """([id, confirmed]) => { const t = window.table; const d = t.view.decision;
  return !t.busy && (t.view.outcome || !d || d.id !== id || (!confirmed && document.querySelector('[data-confirm]'))) }"""
# A point at which an element lies uppermost, after it was scrolled to: where a finger would touch it.
POINT = """(ref) => {
  for (const element of document.querySelectorAll(`[data-ref="${CSS.escape(ref)}"]`)) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = element.getBoundingClientRect();
    for (const fy of [0.5, 0.85, 0.15, 0.7, 0.3, 0.95, 0.05]) for (const fx of [0.5, 0.85, 0.15, 0.7, 0.3, 0.95, 0.05]) {
      const x = box.x + box.width * fx, y = box.y + box.height * fy;
      const hit = document.elementFromPoint(x, y);
      if (hit && hit.closest('[data-ref]') === element) return { x, y };
    }
  }
  return null;
}"""


class Player:
    """One seat in one browser."""

    def __init__(self, context: Any, address: str, dice: Random) -> None:
        self.page = context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)
        self.page.goto(address)
        self.dice = dice
        self.page.wait_for_function("() => window.table && window.table.wire && window.table.wire.socket?.readyState === 1", timeout=WAIT)

    def state(self) -> Any:
        return self.page.evaluate(STATE)

    def decide(self) -> str:
        """One decision, by touching alone; what was chosen."""
        before = self.state()
        options = self.page.evaluate(OPTIONS)
        option = self.dice.choice(options)
        if option["plain"]:
            self.page.click(f'.verbs button[data-verb="{option["verb"]}"]:not(.no)')
        else:
            self._touch_all(option, before)
        self._settled(before["id"])
        confirm = self.page.query_selector('[data-confirm="yes"]')
        if confirm is not None:  # it cannot be taken back: the button that names it sends it
            confirm.click()
            self._settled(before["id"], confirmed=True)
        return f"{option['verb']} {option['parts']}"

    def _touch_all(self, option: Any, before: Any) -> None:
        there = [ref for ref in option["parts"] if ref[:2] not in {"n:", "v:", "d:"}]
        words = [ref for ref in option["parts"] if ref[:2] in {"n:", "v:", "d:"}]
        if self.dice.random() < 0.5 and all(self.page.evaluate(POINT, ref) for ref in there if ref[:2] != "l:"):
            self.dice.shuffle(there)  # in any order
        for ref in there:
            if self._sent(before):
                return
            cells = before["areas"].get(ref)
            self._touch(self.dice.choice(cells) if cells else ref)
        for ref in words:
            self._touch_word(ref, before)
        for _ in range(TRIES):
            if self._sent(before):
                return
            button = self.page.query_selector(f'.verbs button[data-verb="{option["verb"]}"]')
            if button is not None:
                button.click()
                return
            self.page.wait_for_timeout(WAIT / TRIES)  # it is just being drawn anew
        raise AssertionError(f"nothing sends {option}")

    def _touch_word(self, ref: str, before: Any) -> None:
        """A button for a value. If it is drawn anew under the finger, one touches it again."""
        for _ in range(TRIES):
            if self._sent(before) or ref in self.page.evaluate("() => window.table.selection.chosen"):
                return
            chip = self.page.query_selector(f'[data-chip="{ref}"]')
            point = chip.bounding_box() if chip is not None else None
            if point is None:
                self.page.wait_for_timeout(WAIT / TRIES)
            else:
                self.page.mouse.click(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
        raise AssertionError(f"{ref} cannot be touched")

    def _settled(self, id: str, confirmed: bool = False) -> None:
        """Wait until the decision is taken, or is to be confirmed."""
        self.page.wait_for_function(SETTLED, arg=[id, confirmed], timeout=WAIT)

    def _touch(self, ref: str) -> None:
        point = self.page.evaluate(POINT, ref)
        assert point is not None, f"{ref} cannot be touched"
        self.page.mouse.click(point["x"], point["y"])

    def _sent(self, before: Any) -> bool:
        now = self.page.evaluate(SENT)
        return bool(now["busy"] or now["asked"]) or now["id"] != before["id"]


def play(players: list[Player], decisions: int) -> int:
    """Play until the end, or so many decisions; how many there were."""
    done = 0
    idle = 0
    while done < decisions:
        acted = False
        for player in players:
            now = player.state()
            assert player.problems == []
            if now["over"]:
                return done
            if now["turn"]:
                player.decide()
                done += 1
                acted = True
        if not acted:
            idle += 1
            assert idle < 400, "nobody is asked and nothing happens"
            players[0].page.wait_for_timeout(25)
        else:
            idle = 0
    return done
