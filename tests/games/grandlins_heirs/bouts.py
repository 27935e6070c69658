"""Random fights, played by the rules and by the resolver side by side."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from rulewright.core.layout import initial
from rulewright.play.game import Game
from tests.games.grandlins_heirs import ledger, resolver
from tests.games.grandlins_heirs.position import Eyes, Position, eyes_of, is_treasure, put
from tests.games.grandlins_heirs.resolver import Help, Man, Villain

VILLAINS = [name for name in ledger.ALL if ledger.OF[name].type == "Villain"]
SPELLS = ["SP1_1", "SP6", "SP7", "SP8"]  # those that can be cast in a fight and do something in it
SQUARE = "C4"


class Bout:
    """One fight on C4: Red attacks Blue, or comes upon a villain."""

    def __init__(self, game: Game, dice: Random) -> None:
        self.game, self.dice = game, dice
        self.engine: Any = game.engine
        self.eyes: Eyes = eyes_of(game)
        self.spell = dice.choice([*SPELLS, None])
        self.help = Help()
        self.man, self.foe = self._man("Crown_1 Crown_2"), self._man("Orb_1 Orb_2")
        self.name = dice.choice(VILLAINS) if dice.random() < 0.6 else ""
        self.loose = frozenset({"Goblet_1"}) if dice.random() < 0.3 else frozenset()
        self.villain: Villain | None = None
        if self.name:
            card = ledger.OF[self.name]
            sting = next((word for word in ("poison", "rust") if word in card.script), "")
            guarded = frozenset({"Goblet_2"}) if dice.random() < 0.5 else frozenset()
            self.villain = Villain(card.number("power"), card.number("gold"), sting, dice.choice([0, 0, 3, 9]), 15, guarded)
        self.state: Any = self.engine.unpack(game.interpreter.pack(self._laid_out()))
        self.blows = 0

    def _man(self, treasures: str) -> Man:
        dice = self.dice
        held = frozenset(name for name in treasures.split() if dice.random() < 0.5)
        return Man(dice.randint(1, 15), dice.randint(0, 15), dice.randint(0, 9), dice.randint(0, 9), dice.random() < 0.3, held)

    def _laid_out(self) -> list[int]:
        game, eyes = self.game, self.eyes
        state, move = initial(game.program), game.interpreter.machine.pieces.move
        kind = eyes.kinds["Henchman"]
        for seat, man, square in (("Red", self.man, "C3"), ("Blue", self.foe, "J5" if self.villain else SQUARE)):
            piece = eyes.henchmen[seat]
            move(state, piece, eyes.sites[square], -1)
            for name in ("health", "gold", "strength", "arming", "poisoned"):
                put(state, kind.attributes[name], piece - kind.base, int(getattr(man, name)))
            for treasure in man.treasures:
                move(state, eyes.pieces[treasure], eyes.sites[f"hand {seat}"], -1)
        if self.villain is not None:
            cards, treasures = eyes.kinds["Card"], eyes.kinds["Treasure"]
            move(state, eyes.pieces[self.name], eyes.sites[SQUARE], -1)
            put(state, cards.attributes["purse"], eyes.pieces[self.name] - cards.base, self.villain.purse)
            for treasure in self.villain.guarded:
                move(state, eyes.pieces[treasure], eyes.sites[SQUARE], -1)
                put(state, treasures.attributes["guarded"], eyes.pieces[treasure] - treasures.base, 1)
        for treasure in self.loose:
            move(state, eyes.pieces[treasure], eyes.sites[SQUARE], -1)
        if self.spell is not None:
            move(state, eyes.pieces[self.spell], eyes.sites["hand Red"], -1)
        for card in ledger.ALL[:18]:  # weapons, to draw from
            move(state, eyes.pieces[card], eyes.sites["deck"], -1)
        assert game.world.resume is not None
        game.interpreter.perform(game.world.resume, state, [0])
        return state

    # ------------------------------------------------------------ playing by the rules

    def options(self) -> dict[str, Any]:
        choice = self.engine.choice(self.state)
        found = {}
        for option in self.engine.options(self.state):
            alt = choice.alts[option[0]]
            word = alt.name if alt.role in {"act", "label"} else alt.role
            found[f"{option[1][0]}" if word == "chance" else f"{word} {self.eyes.spots[option[1][0]]}" if word == "walk" else word] = option
        return found

    def take(self, word: str) -> None:
        self.engine.choose(self.state, self.options()[word])

    def now(self) -> Position:
        return self.eyes.read(self.engine.as_list(self.state))

    def roll(self) -> int:
        pips = self.dice.randint(1, 6)
        self.take(str(pips))
        return pips

    def window(self) -> None:
        """Before a roll: the spell is cast, or not."""
        while "go_on" in (options := self.options()):
            if "cast" in options and self.dice.random() < 0.2:
                self.cast()
            else:
                self.take("go_on")
                return

    def cast(self) -> None:
        self.take("cast")
        match self.spell:
            case "SP1_1":
                self.help = replace(self.help, paralysed=True)
            case "SP6":
                self.man = replace(self.man, health=min(15, self.man.health + 4))
            case "SP7":
                self.man = replace(self.man, poisoned=False)
            case "SP8":
                self.help = replace(self.help, fury=4)

    def theirs(self) -> int:
        """The foe's die, if he is not kept from rolling it."""
        self.window()
        return 0 if self.help.paralysed else self.roll()

    def begin(self) -> None:
        while "walk C4" not in (options := self.options()):
            self.take("go_on" if "go_on" in options else "1")
        self.take("walk C4")
        if self.villain is None:
            self.take("attack")

    # ------------------------------------------------------------ both at once

    def fight(self) -> str:
        """Fight to the end; how it ended: fled, chased, dead, slain, or poison in the night after it."""
        self.begin()
        while True:
            self.compare()
            while "cast" in self.options() and self.dice.random() < 0.15:
                self.cast()
                self.compare()
            flee = self.dice.random() < 0.2
            self.take("Flee" if flee else "Strike")
            end = (self.against_villain if self.villain is not None else self.against_henchman)(flee)
            self.blows += 1
            if end:
                return end

    def against_villain(self, flee: bool) -> str:
        assert self.villain is not None
        if flee:
            pips = self.theirs()
            self.man = resolver.flight_from_villain(self.man, self.villain, pips, self.help)
        else:
            self.window()
            mine = self.roll()
            theirs = self.theirs()
            self.man, self.villain = resolver.blow_of_both(self.man, self.villain, mine, theirs, self.help)
            self.help = replace(self.help, paralysed=False)
        now = self.now()
        if self.man.health == 0:
            after = resolver.slain_by_villain(self.man, self.villain, self.loose)
            assert "Red" in now.bereft and now.purses.get(self.name, 0) == after.purse
            assert now.guarded == after.guarded and all(now.where[name] == SQUARE for name in after.guarded)
            self.fresh(now, "Red")
            return "dead"
        if self.villain.health == 0:
            assert now.where[self.name] == "discard" and not now.guarded and not now.purses
            return self.ended(now) or "slain"
        assert flee or now.villain_health == self.villain.health
        assert now.where[self.name] == SQUARE and now.guarded == self.villain.guarded
        if not flee:
            self.same(now, "Red", self.man)
            return ""
        return self.ended(now) or "fled"

    def against_henchman(self, flee: bool) -> str:
        chased = False
        if flee:
            pips = self.theirs()
            self.man, self.foe = resolver.attacker_flees(self.man, self.foe, pips, self.help)
        else:
            chased = self.dice.random() < 0.2
            self.take("Flee" if chased else "Strike back")
            self.window()
            mine = self.roll()
            if chased:
                self.man, self.foe = resolver.defender_flees(self.man, self.foe, mine, self.help)
            else:
                theirs = self.theirs()
                self.man, self.foe = resolver.blows_of_men(self.man, self.foe, mine, theirs, self.help)
                self.help = replace(self.help, paralysed=False)
        now = self.now()
        for dead, slayer, seat, other in ((self.man, self.foe, "Red", "Blue"), (self.foe, self.man, "Blue", "Red")):
            if dead.health == 0:
                assert seat in now.bereft
                self.same(now, other, resolver.slain_by_man(dead, slayer))
                self.fresh(now, seat)
                return "dead" if seat == "Red" else "slain"
        self.same(now, "Blue", self.foe)
        if not flee and not chased:
            self.same(now, "Red", self.man)
            return ""
        assert now.active == "Blue" or now.henchmen["Blue"].fleeing == chased
        return self.ended(now) or ("fled" if flee else "chased")

    def ended(self, now: Position) -> str:
        """The fight is over. If a card was played in it, the day is over as well, and poison takes its toll."""
        if now.active == "Blue" or now.stage == "sleeping":
            self.man = self.man.night()
        if self.man.health > 0:
            self.same(now, "Red", self.man)
            return ""
        assert "Red" in now.bereft and all(now.where[name] == SQUARE for name in self.man.treasures)
        assert not self.man.treasures & now.guarded
        self.fresh(now, "Red")
        return "poison"

    def compare(self) -> None:
        now = self.now()
        assert now.stage == "fighting"
        self.same(now, "Red", self.man)
        if self.villain is None:
            self.same(now, "Blue", self.foe)
        else:
            assert now.villain_health == self.villain.health

    def same(self, now: Position, seat: str, man: Man) -> None:
        found = now.henchmen[seat]
        held = frozenset(name for name in now.hand(seat) if is_treasure(name))
        assert Man(found.health, found.gold, found.strength, found.arming, found.poisoned, held) == man

    def fresh(self, now: Position, seat: str) -> None:
        """Whoever died is followed by another one at home, with four cards and no treasure."""
        assert now.henchmen[seat].square == {"Red": "A0", "Blue": "A9"}[seat]
        assert len(now.hand(seat)) == 4 and not any(is_treasure(name) for name in now.hand(seat))
