"""Finds the engine: one that a developer names, the one in this package, or a JDK for the jars in this package."""

import os
from typing import Dict, List, Optional, Sequence

from ._process import split
from ._types import EngineError


def engine_command(memory: Optional[str], java_options: Sequence[str]) -> List[str]:
    """The command line that starts an engine."""
    named = os.environ.get("GUERDON_ENGINE")
    if named:
        return split(named)
    raise EngineError("this package has no engine inside; install guerdon from a wheel, or set GUERDON_ENGINE to a command that starts one")


def engine_environment() -> Optional[Dict[str, str]]:
    """The engine's environment variables; None for those of this process."""
    return None
