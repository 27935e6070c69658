"""Clauses in a better order: what is asked leaves the loops it does not depend on, and becomes part of what a loop runs through.

*flat* runs through lists of parts directly, *sets* puts conditions into loops, *hoist* moves conditions out of inner loops and gives
names to what does not change in them. Nothing is moved that could fail where it was not asked before; the order of what comes out stays.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core import ir
from rulewright.core.conditions import Conditions
from rulewright.core.known import Known, dear
from rulewright.core.sampling import tries
from rulewright.core.simplify import conjuncts, dealiased, simplified
from rulewright.core.types import INT, Int, Seq, Set
from rulewright.core.walk import children, clause_expr, mentions, rebuild, rebuild_clause, substitute, unplaced

Clauses = tuple[ir.Clause, ...]
MOST_PARTS = 8
SMALL = 2  # words of a set on which all operations are quick


class Ordering:
    """Rewrites the clauses of comprehensions and decisions of one program."""

    def __init__(self, known: Known, conditions: Conditions, passes: frozenset[str]) -> None:
        self.known = known
        self.conditions = conditions
        self.passes = passes
        self.moved: set[ir.Local] = set()

    def fused(self, clauses: Clauses) -> Clauses | None:
        """Tests of membership become intersections; None if nothing can come of it."""
        if "flat" in self.passes:
            clauses = self._flat(clauses)
        found: list[ir.Clause] = []
        self.moved.clear()
        for clause in clauses:
            if not isinstance(clause, ir.Test):
                found.append(clause)
                continue
            if clause.test == ir.Const(1):
                continue
            if clause.test == ir.Const(0):
                return None
            rest: list[ir.Expr] = []
            for part in conjuncts(clause.test):
                at = self._home(found, part)
                left = self._into_loop(found, at, part)
                if left is None or ("flat" in self.passes and self._into_making(found, part)):
                    continue
                if at < len(found) and (not dear(part) or _runs(found[at:])):
                    found.insert(at, ir.Test(part, clause.span))
                else:
                    rest.append(part)
            if rest:
                left_over = ir.Test(_all(rest), clause.span)
                found.insert(_before_names(found, left_over), left_over)
        return tuple(self._guarded(self._named(found))) if "hoist" in self.passes else tuple(found)

    def _guarded(self, found: list[ir.Clause]) -> list[ir.Clause]:
        """What is asked first in every round of a loop, and always the same, is asked once before it, if there is a round at all: exactly
        then it was asked before, so it may fail."""
        at = len(found) - 1
        while at >= 0:
            loop = found[at]
            if isinstance(loop, ir.In) and isinstance(loop.over.type, Set) and (after := self._same_each_round(found, at)) > at + 1:
                over, before = loop.over, list[ir.Clause]()
                if not isinstance(over, ir.Local | ir.SetConst):
                    over = self._new(loop.over)
                    before.append(ir.Be(over, loop.over, loop.span))
                if not (isinstance(over, ir.SetConst) and over.bits):
                    some = ir.Prim("not", (ir.Prim("is_empty", (over,), INT),), INT)
                    before.append(ir.Test(some, found[at + 1].span))
                found = [*found[:at], *before, *found[at + 1 : after], ir.In(loop.local, over, loop.span), *found[after:]]
            at -= 1
        return found

    def _same_each_round(self, found: list[ir.Clause], at: int) -> int:
        """Where the clauses end that ask the same in every round of the loop at `at`; there itself if it is not worth it: names and tests
        right behind it, one of which is dear."""
        loop = found[at]
        assert isinstance(loop, ir.In)
        names: set[ir.Local] = {loop.local}
        end, worth = at + 1, False
        for place in range(at + 1, len(found)):
            clause = found[place]
            asked = clause_expr(clause)
            if isinstance(clause, ir.In) or any(mentions(asked, name) for name in names) or tries(asked, set()):
                break
            worth = worth or dear(asked)
            if isinstance(clause, ir.Test):
                end = place + 1
        return end if worth else at + 1

    def _home(self, found: list[ir.Clause], part: ir.Expr) -> int:
        """Behind which clause a condition can be asked: the last that it depends on, if a loop lies between and it cannot fail."""
        at = len(found)
        if "hoist" not in self.passes:
            return at
        if not self.known.total(part):
            return at
        while at > 0 and (isinstance(c := found[at - 1], ir.Test) or not mentions(part, c.local)):
            if self.known.divides(clause_expr(c)):
                break  # a division by nought is a mistake in the rules whether or not the condition holds
            at -= 1
        while at < len(found) and not isinstance(found[at], ir.In):
            at += 1
        return at

    def _into_loop(self, found: list[ir.Clause], end: int, part: ir.Expr) -> ir.Expr | None:
        """Put a condition into the loop just before it; the condition, if that cannot be done."""
        named: dict[ir.Local, ir.Expr] = {}
        at = end - 1
        free = "hoist" in self.passes and self.known.total(part)
        while (
            at >= 0 and (isinstance(c := found[at], ir.Be) or (free and isinstance(c, ir.Test))) and not self.known.divides(clause_expr(c))
        ):
            at -= 1
        loop = found[at] if at >= 0 else None
        if not isinstance(loop, ir.In) or not isinstance(loop.over.type, Set):
            return part
        for be in found[at + 1 : end]:
            if isinstance(be, ir.Be):
                named[be.local] = substitute(be.value, named)
        type = loop.over.type
        self.conditions.source = loop.over
        whole = substitute(part, named) if named else part
        self.conditions.whole = whole if at == end - 1 or not any(isinstance(c, ir.Test) for c in found[at + 1 : end]) else ir.Const(0)
        members = self.conditions.as_set(whole, loop.local, type)
        if members is None:
            return part
        self.moved |= {name for name in named if mentions(part, name)}
        found[at] = ir.In(loop.local, simplified(ir.Prim("inter", (loop.over, members), type)), loop.span)
        return None

    def _into_making(self, found: list[ir.Clause], part: ir.Expr) -> bool:
        """Put a condition into the set that a loop runs through, where that is large and made only to be run through: what does not pass is
        not put into it. What is not in reach of the set was not asked, and is not asked now."""
        match found[-1] if found else None:
            case ir.In(local, ir.Fold("set", clauses, ir.Local() as value, _, Set() as type, _, span, None), at) if type.words > SMALL:
                pass
            case _:
                return False
        if (
            not mentions(part, local)
            or tries(part, set())
            or not self.known.total(part)
            or self.known.range(value)[1] >= type.base + type.size
        ):
            return False
        if not any(isinstance(c, ir.Be) and c.value == value for c in clauses):
            inside = ir.Test(ir.Prim("ge", (value, ir.Const(type.base)), INT), span)
            member = self._new(local)  # a name for what is within reach, with its bounds
            clauses, value = (*clauses, inside, ir.Be(member, value, span)), member
        asked = substitute(part, {local: value})
        asked = (self.conditions.inlined(asked) if isinstance(asked, ir.Call) else None) or asked
        clauses = (*clauses, *(ir.Test(one, at) for one in conjuncts(asked)))
        found[-1] = ir.In(local, ir.Fold("set", clauses, value, None, type, 0, span), at)
        return True

    def without_moved(self, clauses: Clauses, used: list[ir.Expr]) -> Clauses:
        """Without the names that only a condition asked for which has become part of a loop."""
        found: list[ir.Clause] = []
        for clause in reversed(clauses):
            if isinstance(clause, ir.Be) and clause.local in self.moved and not any(mentions(x, clause.local) for x in used):
                continue
            used = [*used, clause_expr(clause)]
            found.insert(0, clause)
        return tuple(found)

    # ------------------------------------------------------------ names for what does not change

    def _named(self, found: list[ir.Clause]) -> list[ir.Clause]:
        """What is dear, cannot fail and does not depend on a loop is worked out before it."""
        result: list[ir.Clause] = []
        for clause in found:
            inside = clause_expr(clause)
            loops = any(isinstance(c, ir.In) for c in result)
            if loops and dear(inside):
                for part in list(self._fixed(inside, result)):
                    at = self._place(result, part)
                    name = self._new(part)
                    result[at:at] = [*_some_round(result, at), ir.Be(name, part, clause.span)]
                    clause = rebuild_clause(clause, lambda x, part=part, name=name: _replaced(x, part, name))  # type: ignore[misc]
            result.append(clause)
        return result

    def _fixed(self, node: ir.Expr, result: list[ir.Clause]) -> Iterator[ir.Expr]:
        """The largest parts that are dear, always asked, and can be worked out before the last loops."""
        always: tuple[ir.Expr, ...]
        if isinstance(node, ir.Fold | ir.Call | ir.Where | ir.Prim) and dear(node) and isinstance(node.type, Int | Set):
            at = self._place(result, node)
            if at < len(result) and any(isinstance(c, ir.In) for c in result[at:]) and self.known.total(node):
                yield node
                return
        match node:
            case ir.Fold() | ir.Would():
                return  # what is inside may use names of its own
            case ir.Cond(test):
                always = (test,)  # of the rest only one side is asked
            case ir.Prim("and" | "or", (a, _)):
                always = (a,)
            case _:
                always = children(node)
        for child in always:
            yield from self._fixed(child, result)

    @staticmethod
    def _place(result: list[ir.Clause], part: ir.Expr) -> int:
        """Before the first loop behind the last name that a part uses."""
        at = len(result)
        while at > 0 and (isinstance(c := result[at - 1], ir.Test) or not mentions(part, c.local)):
            at -= 1
        while at < len(result) and not isinstance(result[at], ir.In):
            at += 1
        return at

    def _new(self, part: ir.Expr) -> ir.Local:
        routine = self.known.routine
        local = ir.Local(len(routine.locals), part.type)
        routine.locals.append(part.type)
        routine.names.append("fixed")
        if isinstance(part.type, Int):
            self.known.learn(local, self.known.range(part))
        return local

    # ------------------------------------------------------------ lists of parts

    def _flat(self, clauses: Clauses) -> Clauses:
        """A loop over a list that is made by loops is those loops, if no element can come twice."""
        found: list[ir.Clause] = []
        for clause in clauses:
            inner = self._loops(clause.over) if isinstance(clause, ir.In) and isinstance(clause.over.type, Seq) else None
            if inner is None or not isinstance(clause, ir.In):
                found.append(clause)
                continue
            steps, value = inner
            last = steps[-1]
            if isinstance(last, ir.In) and value == last.local:
                found += [*steps[:-1], ir.In(clause.local, last.over, clause.span)]
            else:
                found += [*steps, ir.Be(clause.local, value, clause.span)]
        return dealiased(tuple(found))[0] if len(found) > len(clauses) else tuple(found)

    def _loops(self, over: ir.Expr) -> tuple[list[ir.Clause], ir.Expr] | None:
        if isinstance(over, ir.Call):
            over = self.conditions.inlined(over) or over
        match over:
            case ir.Fold("seq", clauses, value, _, _, _, _) if value is not None and distinct(clauses, value):
                return [*clauses], value
        return None


def distinct(clauses: Clauses, value: ir.Expr) -> bool:
    """Whether clauses give no value twice: one loop over a set, or one over parts that have nothing in common."""
    loops = [c for c in clauses if isinstance(c, ir.In)]
    if not loops or not all(isinstance(c.over.type, Set) for c in loops) or value != loops[-1].local or clauses[-1] is not loops[-1]:
        return False
    if len(loops) == 1:
        return True
    first, last = loops[0], loops[-1]
    if len(loops) != 2 or len(clauses) != 2 or not isinstance(first.over, ir.SetConst) or first.over.bits.bit_count() > MOST_PARTS:
        return False
    type = first.over.type
    numbers = [type.base + i for i in range(type.size) if first.over.bits >> i & 1]
    parts = [_chosen(substitute(last.over, {first.local: ir.Const(n)})) for n in numbers]
    return all(_apart(later, earlier) for i, later in enumerate(parts) for earlier in parts[:i])


def _chosen(node: ir.Expr) -> ir.Expr:
    """An expression with its constant choices made."""
    node = rebuild(node, _chosen)
    if isinstance(node, ir.Prim):
        node = simplified(node)
    match node:
        case ir.Cond(ir.Const(value), then, other):
            return then if value else other
    return unplaced(node)


def _apart(later: ir.Expr, earlier: ir.Expr) -> bool:
    """Whether one set has nothing that another has, to be seen from how they are made."""
    match later:
        case ir.Prim("inter", (a, b), _, _):
            return _apart(a, earlier) or _apart(b, earlier)
        case ir.Prim("diff", (a, b), _, _):
            return _apart(a, earlier) or _covers(b, earlier)
        case ir.Prim("slide"):
            return _other_ways(later, earlier)
        case ir.SetConst(bits, _):
            return isinstance(earlier, ir.SetConst) and not bits & earlier.bits
    return False


def _other_ways(later: ir.Prim, earlier: ir.Expr) -> bool:
    match earlier:
        case ir.Prim("inter", (a, b), _, _):
            return _other_ways(later, a) or _other_ways(later, b)
        case ir.Prim("slide", (_, at, ir.SetConst(ways, _), place), _, _):
            mine = later.args[2]
            return isinstance(mine, ir.SetConst) and (later.args[1], later.args[3]) == (at, place) and not mine.bits & ways
    return False


def _covers(a: ir.Expr, b: ir.Expr) -> bool:
    """Whether a set has everything that another has, to be seen from how they are made."""
    if a == b:
        return True
    match b:
        case ir.Prim("inter", (x, y), _, _) if _covers(a, x) or _covers(a, y):
            return True
        case ir.Prim("diff", (x, _), _, _) if _covers(a, x):
            return True
    match a:
        case ir.Prim("union", (x, y), _, _):
            return _covers(x, b) or _covers(y, b)
    return False


def _some_round(clauses: list[ir.Clause], at: int) -> list[ir.Clause]:
    """A test for what is dear: whether the loop before which it is worked out has a round, where that is quickly told."""
    loop = clauses[at]
    if not isinstance(loop, ir.In) or isinstance(loop.over, ir.SetConst) or not isinstance(loop.over.type, Set):
        return []
    if loop.over.type.words > SMALL or dear(loop.over):
        return []
    test = ir.Test(ir.Prim("not", (ir.Prim("is_empty", (loop.over,), INT),), INT), loop.span)
    return [] if test in clauses[:at] else [test]


def _runs(clauses: list[ir.Clause]) -> bool:
    """Whether loops have at least one round, whatever the state: then nothing is asked in vain before them."""
    return all(isinstance(c, ir.Be) or (isinstance(c, ir.In) and isinstance(c.over, ir.SetConst) and c.over.bits) for c in clauses)


def _replaced(node: ir.Expr, part: ir.Expr, name: ir.Local) -> ir.Expr:
    return name if node == part else rebuild(node, lambda x: _replaced(x, part, name))


def _all(tests: list[ir.Expr]) -> ir.Expr:
    test = tests[0]
    for part in tests[1:]:
        test = ir.Prim("and", (test, part), INT)
    return test


def _before_names(clauses: list[ir.Clause], test: ir.Test) -> int:
    """Where a test stands best: before names that it does not use, so that those are worked out only where it holds."""
    at = len(clauses)
    while at > 0 and isinstance(name := clauses[at - 1], ir.Be) and not mentions(test.test, name.local):
        at -= 1
    return at
