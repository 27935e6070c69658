"""A second judge of missions and a second scorer, for tests only: plain Python over a position, written from the ledger of rules.

From the end of the turns on the rest of a round is worked out as a dialogue: `Ask` says who decides and what the options are,
`Several` that some of a pool are chosen, `Roll` that the die is rolled; what was chosen or rolled is sent back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass

from tests.games.kingdom_of_heroes.ledger import CARDS, MINES, VILLAGES
from tests.games.kingdom_of_heroes.position import COLOURS, WHITE, Position, class_of, colour_of, is_hero

WORTH = {"A": 1, "K": 2, "M": 2}
WHITE_CLASS = {"Sapphire": "K", "Zatorius": "M"}
VILLAGE_LIMIT = 4
Key = tuple[str, ...]
AGAIN: Key = ("again",)  # somebody has interrupted: the options may have changed


@dataclass(frozen=True, slots=True)
class Ask:
    seat: str
    options: frozenset[Key]


@dataclass(frozen=True, slots=True)
class Several:
    seat: str
    pool: tuple[str, ...]  # heroes
    low: int


@dataclass(frozen=True, slots=True)
class Roll:
    pass


Dialogue = Generator[Ask | Several | Roll, Key, None]


@dataclass(frozen=True, slots=True)
class Rulings:
    """What was agreed before the match, as far as it matters here."""

    rounds: int = 4
    endurance: int = 6
    last_collapse: bool = True


def told(position: Position, hero: str) -> str:
    """A hero as an option tells it: who is alike in everything, and in the same place, is the same option."""
    return f"{colour_of(hero)} {class_of(hero)}{'*' * (hero in position.rings)} {position.where[hero]}"


class Resolver:
    """Works on a position of its own."""

    def __init__(self, position: Position, rulings: Rulings) -> None:
        self.now = position
        self.rulings = rulings
        self.seen = Counter[str]()  # what has happened, so that a test can say what it has met

    @property
    def last(self) -> bool:
        return self.now.round == self.rulings.rounds

    # ------------------------------------------------------------ the rest of a round

    def rest_of_round(self) -> Dialogue:
        now = self.now
        for mine in MINES.values():
            for hero in now.heroes(mine):
                self._pay(now.owners[colour_of(hero)], 3)
                now.where[hero] = "Capital"
                self.seen["mine"] += 1
        in_order = list(now.missions.values())
        for card in sorted(in_order, key=lambda c: CARDS[c].hue == "red"):
            yield from self._judge(card)
        yield from self._tower()
        if not self.last:
            yield from self._wages()

    @property
    def collapsed(self) -> bool:
        return len(self.now.missions) >= self.rulings.endurance and (self.rulings.last_collapse or not self.last)

    def _ask(self, seat: str, options: Callable[[], set[Key]]) -> Generator[Ask, Key, Key]:
        while True:
            answer = yield Ask(seat, frozenset(options()))
            if answer != AGAIN:
                return answer

    def _pay(self, seat: str, crowns: int) -> None:
        self.now.crowns[seat] += crowns
        self.now.bank -= crowns

    def _dismiss(self, hero: str) -> None:
        self.now.where[hero] = f"reserve {colour_of(hero)}"
        if hero in self.now.rings:
            self.now.rings.remove(hero)
            self.now.rings_left += 1
            self.seen["ring lost"] += 1

    # ------------------------------------------------------------ one mission

    def _judge(self, card: str) -> Dialogue:
        now, printed = self.now, CARDS[card]
        sharers = now.colours(card)
        if not sharers:
            return
        white = [w for w in WHITE if now.where[w] == card]
        present = Counter([class_of(h) for h in now.heroes(card)] + [WHITE_CLASS[w] for w in white])
        needed = Counter(printed.symbols)
        covered = all(present[kind] >= needed[kind] for kind in "AKM") and sum(present.values()) >= len(printed.symbols)
        if not covered:
            self.seen["failed"] += 1
            yield from self._casualties(card, 2, None)
            return
        self.seen["fulfilled"] += 1
        for colour in sharers:
            now.fame[colour] += min(2, len(now.heroes(card, colour)))
        leader = yield from self._leader(card, sharers, white)
        champion = None
        if leader is not None:
            champion = yield from self._champion(card, leader)
        yield from self._casualties(card, 1, champion)
        self._share_money(card, sharers, leader)
        yield from self._share_heroes(card, sharers, leader)
        self._give_ring(card, leader)
        self._honour(card, leader)
        region = now.where[card]
        for hero in now.heroes(card):
            now.where[hero] = "Capital"
        for w in white:
            now.where[w] = region
        now.where[card] = f"trophies {now.owners[leader]}" if leader is not None else "box"

    def value(self, card: str, colour: str) -> int:
        """What a colour is worth on a mission."""
        heroes = self.now.heroes(card, colour)
        needed, own = Counter(CARDS[card].symbols), Counter(class_of(h) for h in heroes)
        symbols = sum(min(needed[kind], own[kind]) for kind in "AKM")
        return sum(WORTH[class_of(h)] + (h in self.now.rings) for h in heroes) + symbols

    def _leader(self, card: str, sharers: list[str], white: list[str]) -> Generator[Ask, Key, str | None]:
        now = self.now
        values = {colour: self.value(card, colour) for colour in sharers}
        best = max(values.values())
        for w in white:
            if 2 + (WHITE_CLASS[w] in CARDS[card].symbols) > best:
                self.seen["white leads"] += 1
                return None
        for seat in now.order():
            first = [colour for colour in now.colours_of(seat) if values.get(colour) == best]
            if len(first) > 1:
                self.seen["two colours lead"] += 1
                _, chosen = yield from self._ask(seat, lambda: {("choose", colour) for colour in first})
                return chosen
            if first:
                return first[0]
        raise AssertionError("somebody must lead")

    def _champion(self, card: str, leader: str) -> Generator[Ask, Key, str]:
        now = self.now
        own = now.heroes(card, leader)
        fitting = [h for h in own if class_of(h) in CARDS[card].symbols] or own
        _, chosen = yield from self._ask(now.owners[leader], lambda: {("appoint", told(now, h)) for h in fitting})
        return next(h for h in fitting if told(now, h) == chosen)

    # ------------------------------------------------------------ casualties

    def _casualties(self, card: str, weight: int, champion: str | None) -> Dialogue:
        now = self.now
        (rolled,) = yield Roll()
        roll = int(rolled)
        total = len(now.heroes(card)) + sum(now.where[w] == card for w in WHITE)
        if roll == 1:
            self.seen["a one"] += 1
            yield from self._lose(card, now.colours(card), None)
            return
        due = weight * total // roll
        while due > 0:
            mortal = {c: len(now.heroes(card, c)) for c in now.colours(card) if any(h != champion for h in now.heroes(card, c))}
            if not mortal:
                self.seen["nobody left to fall"] += 1
                return
            for number in sorted(set(mortal.values()), reverse=True):
                if due > 0:
                    group = [colour for colour in mortal if mortal[colour] == number]
                    yield from self._lose(card, group, champion)
                    due -= len(group)
            self.seen["more than due"] += due < 0

    def _lose(self, card: str, colours: list[str], champion: str | None) -> Dialogue:
        """Each of these colours loses one hero, which its player chooses."""
        now = self.now
        for seat in now.order():
            for colour in now.colours_of(seat):
                if colour in colours:
                    mortal = [h for h in now.heroes(card, colour) if h != champion]
                    _, chosen = yield from self._ask(seat, lambda: {("bury", told(now, h)) for h in mortal})
                    self._dismiss(next(h for h in mortal if told(now, h) == chosen))
                    self.seen["fallen"] += 1

    # ------------------------------------------------------------ rewards

    def _share_money(self, card: str, sharers: list[str], leader: str | None) -> None:
        each, rest = divmod(CARDS[card].crowns, len(sharers) + 1)
        for colour in sharers:
            self._pay(self.now.owners[colour], each)
        if leader is not None:
            self._pay(self.now.owners[leader], rest)

    def _share_heroes(self, card: str, sharers: list[str], leader: str | None) -> Dialogue:
        now = self.now
        gained = Counter(CARDS[card].heroes)
        single = [kind for kind in gained if gained[kind] == 1]
        unique = single[0] if len(gained) > 1 and len(single) == 1 else None
        if leader is None and unique is not None:
            del gained[unique]
        each, rest = divmod(sum(gained.values()), len(sharers))
        others = [c for seat in now.order() for c in now.colours_of(seat) if c in sharers and c != leader]
        lots = {leader: each + rest} if leader is not None else {}
        lots |= dict.fromkeys(others, each)
        for colour, lot in lots.items():
            for number in range(lot):
                kinds = [kind for kind in "AKM" if gained[kind] > 0]
                kind = unique if colour == leader and number == 0 and unique is not None else kinds[0]
                assert kind == unique or len(kinds) == 1  # no card asks for more choice than this
                gained[kind] -= 1
                yield from self._settle(card, colour, kind)

    def _settle(self, card: str, colour: str, kind: str) -> Dialogue:
        now, region = self.now, self.now.where[card]
        cards = set(CARDS)

        def candidates() -> list[str]:
            spare = now.spare(colour, kind)
            return spare or [h for h in now.on_board(colour) if class_of(h) == kind and now.where[h] not in cards]

        def spots() -> list[str]:
            inns = [v for v, around in VILLAGES.items() if region in around and len(now.heroes(v, colour)) < VILLAGE_LIMIT]
            return [region, *inns]

        optional = not now.spare(colour, kind)
        if not candidates():
            self.seen["hero lost"] += 1
            return
        answer = yield from self._ask(
            now.owners[colour],
            lambda: {("lodge", told(now, h), spot) for h in candidates() for spot in spots()} | ({("decline",)} if optional else set()),
        )
        if answer != ("decline",):
            self.seen["moved for a reward" if optional else "gained"] += 1
            now.where[next(h for h in candidates() if told(now, h) == answer[1])] = answer[2]

    def _give_ring(self, card: str, leader: str | None) -> None:
        kind = CARDS[card].ring
        if not kind:
            return
        able = {c: [h for h in self.now.heroes(card, c) if class_of(h) == kind and h not in self.now.rings] for c in COLOURS}
        willing = [leader] if leader is not None and able[leader] else [c for c in COLOURS if able[c]]
        if len(willing) != 1:
            self.seen["ring for nobody"] += 1
            return
        self.now.rings.add(able[willing[0]][0])
        self.now.rings_left -= 1
        self.seen["ring"] += 1

    def _honour(self, card: str, leader: str | None) -> None:
        now = self.now
        if leader is None:
            return
        seat = now.owners[leader]
        if now.where["Sapphire"] == card:
            won = now.hearts_left if self.last else min(1, now.hearts_left)
            now.hearts[seat] += won
            now.hearts_left -= won
            self.seen["heart"] += 1
        if now.where["Zatorius"] == card:
            won = now.crystals_left if self.last else min(1, now.crystals_left)
            now.crystals[seat] += won
            now.crystals_left -= won
            self.seen["crystal"] += 1

    # ------------------------------------------------------------ the tower and wages

    def trainees(self, seat: str) -> list[str]:
        """Adventurers in the tower that could become mages now."""
        now = self.now
        return [h for c in now.colours_of(seat) for h in now.heroes("Tower", c) if now.crowns[seat] >= 3 and now.spare(c, "M")]

    def train(self, hero: str) -> Generator[Ask, Key, None]:
        now, colour = self.now, colour_of(hero)
        self._pay(now.owners[colour], -3)
        if hero in now.rings:
            now.fame[colour] += 1
        mage = now.spare(colour, "M")[0]
        self._dismiss(hero)
        now.where[mage] = "Tower"
        _, home = yield Ask(now.owners[colour], frozenset({("choose", "Capital"), ("choose", "Westwood")}))
        now.where[mage] = home
        self.seen["mage"] += 1

    def _tower(self) -> Dialogue:
        now = self.now
        for seat in now.order():
            for colour in now.colours_of(seat):
                for hero in now.heroes("Tower", colour):
                    answer: Key = ("decline",)
                    if hero in self.trainees(seat):
                        answer = yield Ask(seat, frozenset({("train", told(now, hero)), ("decline",)}))
                    if answer[0] == "train":
                        yield from self.train(hero)
                    else:
                        now.where[hero] = "Capital"

    def _wages(self) -> Dialogue:
        now = self.now
        for seat in now.order():
            for colour in now.colours_of(seat):
                hired = [h for h in now.heroes("Capital", colour) if class_of(h) == "A"]
                if hired:
                    dismissed = yield Several(seat, tuple(hired), max(0, len(hired) - now.crowns[seat]))
                    for words in dismissed:
                        self._dismiss(next(h for h in hired if told(now, h) == words))
                        hired = [h for h in hired if now.where[h] == "Capital"]
                    self._pay(seat, -len(hired))

    # ------------------------------------------------------------ the end

    def royal_favour(self) -> Dialogue:
        now = self.now
        seer = single_most(now.crystals)
        if seer is not None:
            label = ("Trade your crystals for the wizard's card",)
            answer = yield Ask(seer, frozenset({label, ("decline",)}))
            if answer == label:
                now.where["Royal_Wizard_Zatorius"] = f"trophies {seer}"
                now.crystals_left += now.crystals[seer]
                now.crystals[seer] = 0
                self.seen["wizard's card"] += 1
        claims = {seat: n for seat, n in now.hearts.items() if n > 0 and not has_heart(now, seat)}
        bride = single_most(claims)
        if bride is None:
            admirer = single_most(now.hearts)
            if admirer is None:
                return
            label = ("Trade your hearts for the princess's card",)
            answer = yield Ask(admirer, frozenset({label, ("decline",)}))
            bride = admirer if answer == label else None
        else:
            self.seen["claim"] += 1
        if bride is not None:
            now.where["Princess_Sapphire"] = f"trophies {bride}"
            now.hearts_left += now.hearts[bride]
            now.hearts[bride] = 0
            self.seen["princess's card"] += 1


def single_most(counts: dict[str, int]) -> str | None:
    """Whoever has more than every other; nobody for nothing."""
    best = [seat for seat, n in counts.items() if n == max(counts.values()) and n > 0]
    return best[0] if len(best) == 1 else None


def has_heart(position: Position, seat: str) -> bool:
    return any(CARDS[card].heart for card in position.trophies(seat))


# ---------------------------------------------------------------- score


def score(position: Position, seat: str) -> dict[str, int]:
    types = Counter(CARDS[card].type for card in position.trophies(seat))
    sizes = [sum(n > k for n in types.values()) for k in range(max(types.values(), default=0))]
    colours = position.colours_of(seat)
    rings = sum(colour_of(h) in colours for h in position.rings if h in position.on_board(colour_of(h)))
    return {
        "fame": sum(position.fame[c] for c in colours),
        "sets": sum((0, 1, 3, 6, 10, 15, 21, 28)[n] for n in sizes),
        "treasure": position.crowns[seat] // 10,
        "tokens": rings + position.hearts[seat] + position.crystals[seat],
    }


def winners(position: Position) -> set[str]:
    heirs = [seat for seat in position.seats if has_heart(position, seat)]

    def rank(seat: str) -> tuple[int, ...]:
        heroes = [h for c in position.colours_of(seat) for h in position.on_board(c)]
        noble = sum(class_of(h) != "A" for h in heroes)
        total = sum(score(position, seat).values())
        return total, len(position.trophies(seat)), len(heroes), noble, position.crowns[seat] % 10

    return {seat for seat in heirs if rank(seat) == max(map(rank, heirs))}


def summary(position: Position) -> dict[str, object]:
    """Everything that must agree; alike heroes are only counted."""
    places = Counter((told(position, piece) if is_hero(piece) else f"{piece} {at}") for piece, at in position.where.items())
    found: dict[str, object] = dict(places)
    for name in ("fame", "crowns", "hearts", "crystals", "bank", "hearts_left", "crystals_left", "rings_left"):
        found[name] = getattr(position, name)
    return found
