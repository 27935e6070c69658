"""What tests of agents share with those of the command line."""

from tests.cli.conftest import own_cache, room, run

__all__ = ["own_cache", "room", "run"]
