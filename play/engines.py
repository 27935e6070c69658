"""The two engines behind one face. A state is whatever the engine likes; `pack` makes bytes of it that both understand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.core.garbage import not_collected
from rulewright.core.layout import pack, plain, unpack
from rulewright.core.program import Choice, Func, Proc, Program

if TYPE_CHECKING:
    from rulewright.compiler.engine import Native

Option = tuple[int, tuple[int, ...]]


class Engine(Protocol):
    name: str

    def start(self, seed: int) -> Any: ...
    def choice(self, state: Any) -> Choice | None: ...
    def decider(self, state: Any) -> int: ...
    def options(self, state: Any) -> list[Option]: ...
    def choose(self, state: Any, option: Option) -> None: ...
    def chance(self, state: Any) -> int: ...
    def copy(self, state: Any) -> Any: ...
    def pack(self, state: Any) -> bytes: ...
    def unpack(self, data: bytes) -> Any: ...
    def as_list(self, state: Any) -> list[int]: ...
    def position(self, state: Any) -> int: ...
    def told(self) -> list[int]: ...


class Interpreted:
    """The reference interpreter."""

    name = "interpreter"

    def __init__(self, program: Program) -> None:
        from rulewright.interpreter.machine import Machine

        self.program = program
        self.machine = Machine(program)

    def start(self, seed: int) -> list[int]:
        return self.machine.start(seed)

    def choice(self, state: list[int]) -> Choice | None:
        return self.machine.choice(state)

    def decider(self, state: list[int]) -> int:
        return self.machine.decider(state)

    def options(self, state: list[int]) -> list[Option]:
        return self.machine.options(state)

    def choose(self, state: list[int], option: Option) -> None:
        self.machine.choose(state, option)

    def chance(self, state: list[int]) -> int:
        return self.machine.chance(state)

    def copy(self, state: list[int]) -> list[int]:
        return state[:]

    def pack(self, state: list[int]) -> bytes:
        return pack(self.program, state)

    def unpack(self, data: bytes) -> list[int]:
        return unpack(self.program, data)

    def as_list(self, state: list[int]) -> list[int]:
        return state

    def position(self, state: list[int]) -> int:
        return self.machine.pieces.position(state)

    def told(self) -> list[int]:
        found, self.machine.pieces.said = self.machine.pieces.said, []
        return found

    # ------------------------------------------------------------ questions asked from outside

    def ask(self, func: Func, state: list[int], *args: Any) -> Any:
        """The value of a pure function."""
        return self.machine.expressions.func(func)(state, list(args))

    def perform(self, proc: Proc, state: list[int], args: list[Any]) -> None:
        """Begin a procedure on an empty stack and run it to its first stop."""
        self.machine.push(state, proc, args)
        self.machine.advance(state)


class NativeCode:
    """Machine code made from the same program."""

    name = "native"

    def __init__(self, program: Program, folder: Path | None) -> None:
        from rulewright.compiler.engine import Native

        self.program = program
        with not_collected():
            self.native = Native(program, folder)
        self._folder = folder
        self._made = {(False, False, False, False): self.native}

    def made_for(self, counting: bool = False, paranoid: bool = False, searching: bool = False, profiling: bool = False) -> Native:
        """Code that also counts how often each rule is applied, looks over every state, can search, or says where in the rules it is."""
        from rulewright.compiler.engine import Native

        wanted = (counting, paranoid, searching, profiling)
        if wanted not in self._made:
            with not_collected():
                self._made[wanted] = Native(self.program, self._folder, *wanted)
        return self._made[wanted]

    def start(self, seed: int) -> bytearray:
        return self.native.start(seed)

    def choice(self, state: bytearray) -> Choice | None:
        return self.native.choice(state)

    def decider(self, state: bytearray) -> int:
        return self.native.decider(state)

    def options(self, state: bytearray) -> list[Option]:
        return self.native.options(state)

    def choose(self, state: bytearray, option: Option) -> None:
        self.native.choose(state, option)

    def chance(self, state: bytearray) -> int:
        return self.native.chance(state)

    def copy(self, state: bytearray) -> bytearray:
        return bytearray(state)

    def pack(self, state: bytearray) -> bytes:
        return plain(self.program, state)

    def unpack(self, data: bytes) -> bytearray:
        return bytearray(plain(self.program, data))

    def as_list(self, state: bytearray) -> list[int]:
        return unpack(self.program, state)

    def position(self, state: bytearray) -> int:
        return self.native.position(state)

    def told(self) -> list[int]:
        return self.native.told()


@cache
def native_available() -> bool:
    """Whether llvmlite is there and can be loaded on this machine."""
    try:
        import llvmlite.binding  # noqa: F401
    except (ImportError, OSError):
        return False
    return True
