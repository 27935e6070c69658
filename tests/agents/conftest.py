"""What tests of agents share with those of the command line."""

from tests.cli.conftest import room, run

__all__ = ["room", "run"]
