"""Somebody who plays by touching pieces and places alone: the list of options is never opened."""

from __future__ import annotations

from random import Random
from typing import Any

WAIT = 20_000  # milliseconds until something must have happened
TRIES = 10
BEAT = 20  # milliseconds between two looks
PATIENCE = 6_000  # looks; each takes longer than a beat where the machine is busy

READY = "() => { const t = window.table; return t && !t.busy && t.wire && t.wire.socket && (t.view.decision || t.view.outcome) }"
OPTIONS = """() => { const t = window.table; return t.selection.remaining().map((o) => ({ verb: o.group.verb, parts: o.parts,
  plain: !(o.group.axes || []).length })) }"""
STATE = """() => { const t = window.table; return { over: Boolean(t.view.outcome), turn: Boolean(t.view.decision) && !t.busy,
  id: t.view.decision && t.view.decision.id, chosen: t.selection.chosen, areas: (t.view.decision || {}).areas || {} } }"""
SENT = "() => ({ busy: window.table.busy, asked: Boolean(window.table.prepared), id: window.table.view.decision?.id ?? null })"
SETTLED = """([id, confirmed]) => { const t = window.table; const d = t.view.decision;
  return !t.busy && (t.view.outcome || !d || d.id !== id || (!confirmed && document.querySelector('[data-confirm]'))) }"""
# Where the page stands: what is chosen, and whether an answer to a decision is still to come.
STANDING = """() => { const t = window.table; return { chosen: t.selection.chosen, verb: t.selection.verb,
  prepared: t.prepared?.parts ?? null, waits: t.busy, sent: t.sent, id: t.view.decision?.id ?? null, over: Boolean(t.view.outcome),
  asked: [...t.wire.open.values()].map((o) => o.text).filter((o) => o.includes('choose')), socket: t.wire.socket?.readyState ?? null } }"""
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
        several = self.page.evaluate("() => window.table.view.decision.several ?? null")
        option = self._group(several) if several else self.dice.choice(self.page.evaluate(OPTIONS))
        if several:
            for ref in option["parts"]:
                self._touch(ref)
            self.page.click("[data-several]")
        elif option["plain"]:
            self.page.click(f'.verbs button[data-verb="{option["verb"]}"]:not(.no)')
        else:
            self._touch_all(option, before)
        self._settled(before["id"])
        confirm = self.page.query_selector('[data-confirm="yes"]')
        if confirm is not None:  # it cannot be taken back: the button that names it sends it
            confirm.click()
            self._settled(before["id"], confirmed=True)
        return f"{option['verb']} {option['parts']}"

    def _group(self, several: Any) -> Any:
        """Some of what can be picked, in any order."""
        many = self.dice.randint(several["least"], several["most"])
        return {"verb": "choose", "parts": self.dice.sample(several["refs"], min(many, len(several["refs"])))}

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
        if self._sent(before):
            return
        self._quiet()
        if not self._sent(before):
            self.page.click(f'.verbs button[data-verb="{option["verb"]}"]:not(.no)')

    def _touch_word(self, ref: str, before: Any) -> None:
        """A button for a value."""
        self._quiet()
        if self._sent(before) or ref in self.page.evaluate(STANDING)["chosen"]:
            return
        self._touch(ref)

    def _settled(self, id: str, confirmed: bool = False) -> None:
        """Wait until the decision is taken, or is to be confirmed. As long as an answer is to come, it is waited for."""
        for _ in range(PATIENCE):
            standing = self.page.evaluate(STANDING)
            if self.page.evaluate(SETTLED, [id, confirmed]):
                return
            assert standing["waits"] or standing["sent"] == id, f"nothing was sent: {standing}"
            self.page.wait_for_timeout(BEAT)
        raise AssertionError(f"no answer comes: {self.page.evaluate(STANDING)}")

    def _quiet(self) -> None:
        """Wait until no answer is under way: whoever aims sees a table that stands still."""
        for _ in range(PATIENCE):
            if not self.page.evaluate("() => window.table.wire.open.size"):
                return
            self.page.wait_for_timeout(BEAT)
        asked = self.page.evaluate("() => [...window.table.wire.open.values()].map((one) => one.text)")
        raise AssertionError(f"the table does not come to rest, {asked} is not answered: {self.page.evaluate(STANDING)}")

    def _touch(self, ref: str) -> None:
        """Touch once. No touch may be lost; only if the table was laid out anew while one aimed, one aims again."""
        self._quiet()
        for _ in range(TRIES):
            point = self.page.evaluate(POINT, ref)
            assert point is not None, f"{ref} cannot be touched"
            before = self.page.evaluate(STANDING)
            self.page.mouse.click(point["x"], point["y"])
            after = self.page.evaluate(STANDING)
            if after != before:
                return
            assert self.page.evaluate(POINT, ref) != point, f"a touch on {ref} is lost: {after}"
        raise AssertionError(f"{ref} does not stand still")

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
