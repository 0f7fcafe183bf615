"""What the tests of the adapters share: an engine, and the trainers' packages where they are installed."""

import importlib
import os
import shlex
import unittest
from typing import Any, Callable, Dict, Type, TypeVar

import support

Case = TypeVar("Case", bound=Type[unittest.TestCase])

if "GUERDON_ENGINE" not in os.environ:
    _engine = support.real_engine()
    if _engine is not None:
        # The adapters use the engine of the package, and processes that they start find it, too.
        os.environ["GUERDON_ENGINE"] = shlex.join(_engine)


def variables() -> Dict[str, str]:
    """The environment of a process that imports the package to be tested."""
    if "GUERDON_TEST_INSTALLED" in os.environ:
        return dict(os.environ)
    return dict(os.environ, PYTHONPATH=support.SOURCES)


def package(name: str) -> Any:
    """The trainer's module, or None where it is not installed or does not start here."""
    try:
        return importlib.import_module(name)
    except Exception:
        return None


def needs(name: str) -> Callable[[Case], Case]:
    """Skips tests that call the real package; the replayed calls beside them run always."""
    return unittest.skipIf(package(name) is None, "the package of %s is not installed here; its calls are replayed" % name)
