"""Tags are found wherever they may stand: behind sentences, heads of blocks, lines of tables, and in prose."""

from __future__ import annotations

from rulewright.dsl.syntax.parser import attempt
from rulewright.dsl.syntax.walk import nodes

RULES = """
define price(house)                                                        [T-01]
  house.rank > 3: 2                                                        [T-02]
  else: 1                                                                  [T-03]

turn                                                                       [T-04]
  if player.coins is 0                                                     [T-05]
    gain 1 coins
  else if player.coins is 1                                                [T-06]
    gain 2 coins                                                           [T-07]
  else                                                                     [T-08]
    pass
  if                                                                       [T-09]
    player.coins > 3: pass                                                 [T-10]
    player.coins > 2                                                       [T-11]
      pass
    else                                                                   [T-12]
      pass
  each House                                                               [T-13]
    > Prose. [T-14]
    pass
  while player.coins > 9                                                   [T-15]
    lose 1 coins
  repeat 2 times                                                           [T-16]
    pass
  in any order                                                             [T-17]
    player may once build                                                  [T-18]
  player must build                                                        [T-19]
  else                                                                     [T-20]
    pass
  player must                                                              [T-21]
    "Rest"                                                                 [T-22]
      pass
  else                                                                     [T-23]
    pass
"""


def test_every_tag_is_kept_once() -> None:
    tree, error = attempt(RULES, 0, 0)
    assert error is None
    found = [tag for node in nodes(tree, object) for tag in (getattr(node, "tags", ()) if hasattr(node, "__dataclass_fields__") else ())]
    assert sorted(found) == [f"T-{n:02}" for n in range(1, 24)]
