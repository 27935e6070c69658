"""What came of a step, in sentences: made for each reader from what that reader could see before and after, and from nothing else.

- `purpose`: what chance speaks for: the routines that are under way, by the names they are printed with;
- `changes`: what is otherwise than before: pieces that went somewhere, numbers that rose or fell.
"""

from rulewright.play.narration.narrator import Narrator as Narrator
