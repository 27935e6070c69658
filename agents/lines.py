"""What a search expects to follow, in the words of the options."""

from __future__ import annotations

from rulewright.agents.contract import Packet
from rulewright.agents.tree import Branch, Tree, best
from rulewright.interpreter.errors import RuleError
from rulewright.play.engines import Option

LONGEST = 4
SEEN = 8  # visits below which nobody knows what is expected


def title(packet: Packet, state: list[int], option: Option) -> str:
    """An option as it is offered, with whoever has it."""
    game = packet.game
    machine = game.interpreter.machine
    choice = machine.choice(state)
    assert choice is not None
    who = machine.decider(state)
    said = game.names.title(choice, choice.alts[option[0]], option[1], state)
    return f"{game.seats[who]}: {said}" if who >= 0 else said


def expected(packet: Packet, tree: Tree, branch: Branch) -> tuple[str, ...]:
    """The options that were tried most often, one after the other, from an option at the root on."""
    machine = packet.game.interpreter.machine
    state = packet.game.interpreter.unpack(packet.state)
    found: list[str] = []
    now: Branch | None = branch
    try:
        while now is not None and len(found) < LONGEST:
            found.append(title(packet, state, now.option))
            machine.choose(state, now.option)
            behind = [b for b in best(tree.branches(now.child)) if b.visits >= SEEN] if now.child else []
            now = behind[0] if behind else None
    except RuleError:
        pass
    packet.game.interpreter.told()
    return tuple(found)
