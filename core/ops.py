"""The operations of the core IR: what each takes and what it gives. Both engines implement exactly these.

`i` is a number, `s` a set, `b` a bag, `q` a sequence, `r` a row; the letter behind the arrow is the result.
"""

from __future__ import annotations

PRIMS = dict(
    line.split(": ")
    for line in """
above: si>s
add: ii>i
aligned: sii>i
and: ii>i
bag_add: bb>b
bag_count: bi>i
bag_covers: bb>i
bag_eq: bb>i
bag_of_set: s>b
bag_one: ii>b
bag_size: b>i
bag_sub: bb>b
bottom: s>i
cell_at: iii>i
concat: qq>q
connects: sqi>i
diff: ss>s
div: ii>i
enclosed: issi>s
enclosers: ssi>s
eq: ii>i
fill: ssi>s
first: s>i
foremost: isi>i
ge: ii>i
gt: ii>i
has: si>i
in_line: iiii>i
in_lines: iis>i
inter: ss>s
is_empty: s>i
item: qi>i
layers: b>q
le: ii>i
length: q>i
lt: ii>i
matching: q>i
max: ii>i
min: ii>i
mod: ii>i
mul: ii>i
mystery: s>s
networks: sqq>q
not: i>i
on_site: si>s
one: i>s
only: s>i
or: ii>i
pair: ss>q
recast: s>s
repeated: i>i
row_at: ri>i
run: qsi>q
same: ss>i
size: s>i
slide: sisi>s
spread: ssq>s
sub: ii>i
take: qi>q
to_set: q>s
top: s>i
union: ss>s
""".split("\n")
    if line
)

EFFECTS = {
    "from_box": "ii",
    "know": "is",
    "move": "ii",
    "move_under": "ii",
    "none_left": "i",
    "put": "iii",
    "record": "",
    "say": "i",
    "set_owner": "ii",
    "shift": "iiii",
    "shuffle": "i",
    "surface": "i",
    "swap": "ii",
    "take": "iii",
    "to_box": "ii",
}

# What a comprehension makes of what it runs through: of the value, of the key, and the result.
FOLDS = {
    "any": ("", "", "i"),
    "count": ("", "", "i"),
    "sum": ("i", "", "i"),
    "most": ("i", "", "i"),
    "least": ("i", "", "i"),
    "first": ("isbq", "", "isbq"),
    "last": ("i", "", "i"),
    "set": ("i", "", "s"),
    "sets": ("s", "", "s"),
    "seq": ("i", "", "q"),
    "list": ("isb", "", "q"),
    "groups": ("s", "", "q"),
    "families": ("q", "", "q"),
    "bag": ("i", "", "b"),
    "bags": ("b", "", "b"),
    "best": ("i", "i", "s"),
    "worst": ("i", "i", "s"),
    "ranked": ("i", "i", "q"),
    "tiers": ("i", "i", "q"),
}
