"""Fights worked out by hand: what the ledger says of blows, wear, flight, poison and death, in plain Python. It knows no rules file."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Man:
    """A henchman in a fight."""

    health: int
    gold: int
    strength: int
    arming: int
    poisoned: bool = False
    treasures: frozenset[str] = frozenset()

    @property
    def power(self) -> int:
        return self.strength + self.arming

    def hurt(self, damage: int) -> Man:
        return replace(self, health=max(0, self.health - damage))

    def worn(self) -> Man:
        return replace(self, arming=max(0, self.arming - 1))

    def night(self) -> Man:
        return self.hurt(1) if self.poisoned else self

    def richer(self, gold: int) -> Man:
        return replace(self, gold=min(15, self.gold + gold))


@dataclass(frozen=True, slots=True)
class Villain:
    power: int
    reward: int
    sting: str = ""
    purse: int = 0
    health: int = 15
    guarded: frozenset[str] = frozenset()  # the treasures he has taken


@dataclass(frozen=True, slots=True)
class Help:
    """What the attacker's ruler has cast for him: his fury lasts, paralysis holds for one blow."""

    fury: int = 0
    paralysed: bool = False


# ---------------------------------------------------------------- against a villain


def stung(man: Man, villain: Villain, damage: int) -> Man:
    """A wound of a villain, with what comes with it if the man survives."""
    man = man.hurt(damage)
    if damage > 0 and man.health > 0 and villain.sting == "poison":
        man = replace(man, poisoned=True)
    if damage > 0 and man.health > 0 and villain.sting == "rust":
        man = man.worn()
    return man


def blow_of_both(man: Man, villain: Villain, mine: int, theirs: int, help: Help) -> tuple[Man, Villain]:
    """An exchange. A paralysed villain does not strike: the man's impact meets his bare power."""
    impact = man.power + help.fury + mine
    against = villain.power + (0 if help.paralysed else theirs)
    man = man.worn()
    if impact > against:
        villain = replace(villain, health=max(0, villain.health - (impact - against)))
    elif impact < against and not help.paralysed:
        man = stung(man, villain, against - impact)
    if villain.health == 0:
        man = replace(man.richer(villain.reward + villain.purse), treasures=man.treasures | villain.guarded)
    return man, villain


def flight_from_villain(man: Man, villain: Villain, theirs: int, help: Help) -> Man:
    if help.paralysed:
        return man
    return stung(man, villain, max(0, villain.power + theirs - man.power - help.fury))


def slain_by_villain(man: Man, villain: Villain, lying_there: frozenset[str]) -> Villain:
    """The villain takes gold and treasures, and those that lay on his square as well."""
    return replace(villain, purse=min(15, villain.purse + man.gold), guarded=villain.guarded | man.treasures | lying_there)


# ---------------------------------------------------------------- against a henchman


def blows_of_men(man: Man, foe: Man, mine: int, theirs: int, help: Help) -> tuple[Man, Man]:
    """An exchange between henchmen: whoever struck loses a point of arming."""
    impact = man.power + help.fury + mine
    against = foe.power + (0 if help.paralysed else theirs)
    man, foe = man.worn(), foe if help.paralysed else foe.worn()
    if impact > against:
        foe = foe.hurt(impact - against)
    elif impact < against and not help.paralysed:
        man = man.hurt(against - impact)
    return man, foe


def attacker_flees(man: Man, foe: Man, theirs: int, help: Help) -> tuple[Man, Man]:
    if help.paralysed:
        return man, foe
    return man.hurt(max(0, foe.power + theirs - man.power - help.fury)), foe.worn()


def defender_flees(man: Man, foe: Man, mine: int, help: Help) -> tuple[Man, Man]:
    return man.worn(), foe.hurt(max(0, man.power + help.fury + mine - foe.power))


def slain_by_man(dead: Man, slayer: Man) -> Man:
    return replace(slayer.richer(dead.gold), treasures=slayer.treasures | dead.treasures)
