"""Operations on sets in native code: on a machine word, on two, or on an array of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from rulewright.compiler.emitter import Emitter
from rulewright.compiler.shapes import I64, I128, PTR, constant, shape
from rulewright.core.types import Set


def literal(e: Emitter, bits: int, type: Set) -> str:
    """A constant set."""
    form = shape(type)
    if form == I64:
        return constant(bits, 64)
    if form == I128:
        return constant(bits, 128)
    buffer = e.temp(I64, type.words)
    for i in range(type.words):
        e.store(I64, constant(bits >> 64 * i & (1 << 64) - 1), e.offset(buffer, 8 * i))
    return buffer


def of_words(e: Emitter, words: list[str], type: Set) -> str:
    """A set from its 64-bit words."""
    form = shape(type)
    if form == I64:
        return words[0]
    if form == I128:
        low, high = (e.cast("zext", w, I64, I128) for w in words)
        return e.op("or", I128, low, e.op("shl", I128, high, "64"))
    buffer = e.temp(I64, type.words)
    for i, word in enumerate(words):
        e.store(I64, word, e.offset(buffer, 8 * i))
    return buffer


def bits_of(type: Set) -> int:
    return 64 if shape(type) == I64 else 128


WIDE = 9  # sets of so many words are worked on eight words at a time
LANES = 8
EIGHT = f"<{LANES} x i64>"


def _eights(type: Set) -> list[int]:
    """Where stretches of eight words begin that cover a large set; the last may reach back into the one before."""
    last = type.words - LANES
    return [*range(0, last, LANES), last]


def _eight(e: Emitter, a: str, first: int) -> str:
    return e.load(EIGHT, e.offset(a, 8 * first))


def _all_words(e: Emitter, op: str, parts: list[str]) -> str:
    """Eights put together, and then their words."""
    total = parts[0]
    for part in parts[1:]:
        total = e.op(op, EIGHT, total, part)
    return e.call(f"llvm.vector.reduce.{op}.v{LANES}i64", I64, [(EIGHT, total)])


def _words(e: Emitter, type: Set, combine: Callable[[str, int], str]) -> str:
    """A large set made word by word."""
    buffer = e.temp(I64, type.words)
    with e.counting(str(type.words)) as i:
        e.store(I64, combine(i, 0), e.element(buffer, I64, i))
    return buffer


def binary(e: Emitter, op: str, a: str, b: str, type: Set) -> str:
    """union, inter or diff."""
    form = shape(type)
    if form == PTR and type.words >= WIDE:
        buffer = e.temp(I64, type.words)
        for at in _eights(type):
            e.store(EIGHT, _word_op(e, op, _eight(e, a, at), _eight(e, b, at), EIGHT), e.offset(buffer, 8 * at))
        return buffer
    if form == PTR:

        def combine(i: str, _: int) -> str:
            x, y = e.load(I64, e.element(a, I64, i)), e.load(I64, e.element(b, I64, i))
            return _word_op(e, op, x, y, I64)

        return _words(e, type, combine)
    return _word_op(e, op, a, b, form)


def _word_op(e: Emitter, op: str, a: str, b: str, form: str) -> str:
    match op:
        case "union":
            return e.op("or", form, a, b)
        case "inter":
            return e.op("and", form, a, b)
        case _:
            return e.op("and", form, a, e.op("xor", form, b, "-1" if form != EIGHT else "splat (i64 -1)"))


def is_empty(e: Emitter, a: str, type: Set) -> str:
    """As an i1."""
    form = shape(type)
    if form != PTR:
        return e.icmp("eq", a, "0", form)
    if type.words >= WIDE:
        return e.icmp("eq", _all_words(e, "or", [_eight(e, a, at) for at in _eights(type)]), "0")
    total = e.temp(I64)
    e.store(I64, "0", total)
    with e.counting(str(type.words)) as i:
        e.store(I64, e.op("or", I64, e.load(I64, total), e.load(I64, e.element(a, I64, i))), total)
    return e.icmp("eq", e.load(I64, total), "0")


def same(e: Emitter, a: str, b: str, type: Set) -> str:
    form = shape(type)
    if form != PTR:
        return e.icmp("eq", a, b, form)
    if type.words >= WIDE:
        apart = [e.op("xor", EIGHT, _eight(e, a, at), _eight(e, b, at)) for at in _eights(type)]
        return e.icmp("eq", _all_words(e, "or", apart), "0")
    total = e.temp(I64)
    e.store(I64, "0", total)
    with e.counting(str(type.words)) as i:
        x, y = e.load(I64, e.element(a, I64, i)), e.load(I64, e.element(b, I64, i))
        e.store(I64, e.op("or", I64, e.load(I64, total), e.op("xor", I64, x, y)), total)
    return e.icmp("eq", e.load(I64, total), "0")


def popcount(e: Emitter, word: str, form: str) -> str:
    return (
        e.cast("trunc", e.call(f"llvm.ctpop.{form}", form, [(form, word)]), form, I64)
        if form == I128
        else e.call("llvm.ctpop.i64", I64, [(I64, word)])
    )


def size(e: Emitter, a: str, type: Set) -> str:
    form = shape(type)
    if form == I128:
        low, high = halves(e, a)
        return e.op("add", I64, popcount(e, low, I64), popcount(e, high, I64))
    if form != PTR:
        return popcount(e, a, form)
    if type.words >= WIDE:
        counts = []
        for at, end in zip(_eights(type), [*_eights(type)[1:], type.words], strict=True):
            many = e.call(f"llvm.ctpop.v{LANES}i64", EIGHT, [(EIGHT, _eight(e, a, at))])
            fresh = ", ".join(f"i64 {-1 if lane < end - at else 0}" for lane in range(LANES))
            counts.append(many if end - at == LANES else e.op("and", EIGHT, many, f"<{fresh}>"))
        return _all_words(e, "add", counts)
    total = e.temp(I64)
    e.store(I64, "0", total)
    with e.counting(str(type.words)) as i:
        e.store(I64, e.op("add", I64, e.load(I64, total), popcount(e, e.load(I64, e.element(a, I64, i)), I64)), total)
    return e.load(I64, total)


def halves(e: Emitter, a: str) -> tuple[str, str]:
    """The two words of an i128."""
    low = e.cast("trunc", a, I128, I64)
    return low, e.cast("trunc", e.op("lshr", I128, a, "64"), I128, I64)


def lowest_bit(e: Emitter, word: str, form: str) -> str:
    """The number of the lowest bit, which must exist, as an i64."""
    name = e.fresh()
    e.line(f"{name} = call {form} @llvm.cttz.{form}({form} {word}, i1 true)")
    return e.cast("trunc", name, form, I64) if form == I128 else name


def highest_bit(e: Emitter, word: str, form: str) -> str:
    name = e.fresh()
    e.line(f"{name} = call {form} @llvm.ctlz.{form}({form} {word}, i1 true)")
    count = e.cast("trunc", name, form, I64) if form == I128 else name
    return e.op("sub", I64, "127" if form == I128 else "63", count)


def shifted(e: Emitter, index: str, form: str) -> str:
    """1 << index."""
    wide = e.cast("zext", index, I64, I128) if form == I128 else index
    return e.op("shl", form, "1", wide)


def first(e: Emitter, a: str, type: Set) -> str:
    """The least element, or -1."""
    form = shape(type)
    if form != PTR:
        found = e.op("add", I64, lowest_bit(e, e.select(e.icmp("eq", a, "0", form), form, "1", a), form), str(type.base))
        return e.select(e.icmp("eq", a, "0", form), I64, "-1", found)
    result = e.temp(I64)
    e.store(I64, "-1", result)
    with each(e, a, type) as x:
        e.store(I64, x, result)
        e.br(e.breaks[-1])
    return e.load(I64, result)


def relative(e: Emitter, member: str, type: Set) -> str:
    return e.op("sub", I64, member, str(type.base)) if type.base else member


def has(e: Emitter, a: str, member: str, type: Set) -> str:
    """As an i1; what is outside of the set's stretch is not in it."""
    form = shape(type)
    at = relative(e, member, type)
    inside = e.icmp("ult", at, str(type.size))
    if form == PTR:
        safe = e.select(inside, I64, at, "0")
        word = e.load(I64, e.element(a, I64, e.op("lshr", I64, safe, "6")))
        bit = e.op("and", I64, e.op("lshr", I64, word, e.op("and", I64, safe, "63")), "1")
        return e.op("and", "i1", inside, e.icmp("ne", bit, "0"))
    if _literal(member):
        value = int(at) if _literal(at) else int(member) - type.base
        if not 0 <= value < type.size:
            return "false"
        mask = e.op("and", form, a, constant(1 << value, bits_of(type)))
        return e.icmp("ne", mask, "0", form)
    safe = e.op("and", I64, at, str(bits_of(type) - 1))
    bit = e.op("and", form, a, shifted(e, safe, form))
    return e.op("and", "i1", inside, e.icmp("ne", bit, "0", form))


def _literal(value: str) -> bool:
    return value.lstrip("-").isdigit()


def one(e: Emitter, member: str, type: Set) -> str:
    """The set of one element; empty if it is none or out of reach."""
    form = shape(type)
    at = relative(e, member, type)
    inside = e.icmp("ult", at, str(type.size))
    if form == PTR:
        buffer = e.temp(I64, type.words)
        e.zero(buffer, type.words)
        with e.when(inside):
            word = e.element(buffer, I64, e.op("lshr", I64, at, "6"))
            e.store(I64, e.op("shl", I64, "1", e.op("and", I64, at, "63")), word)
        return buffer
    safe = e.op("and", I64, at, str(bits_of(type) - 1))
    return e.select(inside, form, shifted(e, safe, form), "0")


def add_to(e: Emitter, pointer: str, member: str, type: Set, holds: str = "") -> None:
    """Put an element into a set in memory (a temporary of the set's own shape); if `holds` (an i1), which nobody branches on."""
    form = shape(type)
    if form != PTR:
        e.store(form, e.op("or", form, e.load(form, pointer), one(e, member, type)), pointer)
        return
    at = relative(e, member, type)
    with e.when(e.icmp("ult", at, str(type.size)), True):
        word = e.element(pointer, I64, e.op("lshr", I64, at, "6"))
        bit = e.op("shl", I64, e.flag(holds) if holds else "1", e.op("and", I64, at, "63"))
        e.store(I64, e.op("or", I64, e.load(I64, word), bit), word)


def recast(e: Emitter, a: str, source: Set, target: Set) -> str:
    """The same elements over another stretch of numbers; those outside are dropped."""
    shift = source.base - target.base
    from_form, to_form = shape(source), shape(target)
    if from_form == PTR or to_form == PTR:
        return _recast_slowly(e, a, source, target)
    wide = I128 if I128 in (from_form, to_form) else I64
    value = e.cast("zext", a, from_form, wide)
    width = 128 if wide == I128 else 64
    if shift >= width or shift <= -width:
        return "0"
    if shift > 0:
        value = e.op("shl", wide, value, str(shift))
    elif shift < 0:
        value = e.op("lshr", wide, value, str(-shift))
    value = e.op("and", wide, value, constant(target.full & (1 << width) - 1, width))
    return e.cast("trunc", value, wide, to_form) if wide != to_form else value


def _recast_slowly(e: Emitter, a: str, source: Set, target: Set) -> str:
    result = empty_buffer(e, target)
    with each(e, a, source) as x:
        add_to(e, result, x, target)
    return taken(e, result, target)


def empty_buffer(e: Emitter, type: Set) -> str:
    """A temporary that holds the empty set."""
    form = shape(type)
    if form == PTR:
        buffer = e.temp(I64, type.words)
        e.zero(buffer, type.words)
        return buffer
    buffer = e.temp(form)
    e.store(form, "0", buffer)
    return buffer


def taken(e: Emitter, buffer: str, type: Set) -> str:
    """The set in a temporary, as a value."""
    form = shape(type)
    return buffer if form == PTR else e.load(form, buffer)


def above(e: Emitter, a: str, member: str, type: Set) -> str:
    """The elements greater than `member`."""
    form = shape(type)
    if form == PTR:
        result = empty_buffer(e, type)
        with each(e, a, type) as x:
            with e.when(e.icmp("sgt", x, member)):
                add_to(e, result, x, type)
        return result
    at = e.op("add", I64, relative(e, member, type), "1")
    low = e.select(e.icmp("slt", at, "0"), I64, "0", at)
    width = bits_of(type)
    beyond = e.icmp("sge", low, str(width))
    safe = e.op("and", I64, low, str(width - 1))
    wide = e.cast("zext", safe, I64, I128) if form == I128 else safe
    mask = e.op("shl", form, "-1", wide)
    return e.select(beyond, form, "0", e.op("and", form, a, mask))


@contextmanager
def each(e: Emitter, a: str, type: Set) -> Iterator[str]:
    """A loop over the elements, upwards. The set must not be changed meanwhile; break with `e.br(e.breaks[-1])`."""
    if shape(type) == PTR:
        with _each_word(e, a, type) as (word, start):
            with _bits(e, word, I64, start, e.breaks[-1]) as x:
                yield x
        return
    with _bits(e, a, shape(type), str(type.base), None) as x:
        yield x


@contextmanager
def _each_word(e: Emitter, a: str, type: Set) -> Iterator[tuple[str, str]]:
    """A loop over the words of a large set, each with its first element; in very large ones only over those that are not empty."""
    end = e.label("end")
    with ExitStack() as loops:
        if type.words >= WIDE:
            index = loops.enter_context(e.counting(str((type.words + LANES - 1) // LANES)))
            first = e.op("mul", I64, index, str(LANES))
            at = e.call("llvm.smin.i64", I64, [(I64, first), (I64, str(type.words - LANES))])
            words = e.load(EIGHT, e.element(a, I64, at))
            bits = e.cast("bitcast", e.icmp("ne", words, "zeroinitializer", EIGHT), f"<{LANES} x i1>", f"i{LANES}")
            some = e.cast("zext", bits, f"i{LANES}", I64)
            if type.words % LANES:
                some = e.op("and", I64, some, e.op("shl", I64, "-1", e.op("sub", I64, first, at)))
            i = loops.enter_context(_bits(e, some, I64, at, end))
        else:
            i = loops.enter_context(e.counting(str(type.words)))
        e.breaks.append(end)
        yield e.load(I64, e.element(a, I64, i)), e.op("add", I64, e.op("shl", I64, i, "6"), str(type.base))
        e.breaks.pop()
    e.start(end)


@contextmanager
def _bits(e: Emitter, word: str, form: str, base: str, leave: str | None) -> Iterator[str]:
    rest = e.temp(form)
    e.store(form, word, rest)
    head, body, end = e.label("loop"), e.label("body"), e.label("end")
    e.start(head)
    value = e.load(form, rest)
    e.cond_br(e.icmp("ne", value, "0", form), body, end)
    e.start(body)
    bit = lowest_bit(e, value, form)
    x = e.op("add", I64, bit, base) if base != "0" else bit
    e.store(form, e.op("and", form, value, e.op("sub", form, value, "1")), rest)
    e.breaks.append(leave or end)
    yield x
    e.breaks.pop()
    if not e.done:
        e.br(head)
    e.start(end)


def nth(e: Emitter, a: str, number: str, type: Set) -> str:
    """The element with this number, counted from 0; there must be one."""
    form = shape(type)
    if form == I64:
        return e.op("add", I64, e.call("select_bit", I64, [(I64, a), (I64, number)]), str(type.base))
    if form == I128:
        low, high = halves(e, a)
        below = popcount(e, low, I64)
        in_low = e.icmp("slt", number, below)
        word = e.select(in_low, I64, low, high)
        rest = e.select(in_low, I64, number, e.op("sub", I64, number, below))
        found = e.call("select_bit", I64, [(I64, word), (I64, rest)])
        shift = e.select(in_low, I64, str(type.base), str(type.base + 64))
        return e.op("add", I64, found, shift)
    result, left = e.temp(I64), e.temp(I64)
    e.store(I64, "-1", result)
    e.store(I64, number, left)
    with _each_word(e, a, type) as (word, start):
        now, here = e.load(I64, left), popcount(e, word, I64)
        with e.when(e.icmp("slt", now, here)):
            e.store(I64, e.op("add", I64, e.call("select_bit", I64, [(I64, word), (I64, now)]), start), result)
            e.br(e.breaks[-1])
        e.store(I64, e.op("sub", I64, now, here), left)
    return e.load(I64, result)
