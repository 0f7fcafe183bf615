"""What the tests of the adapters share."""

import importlib
import unittest
from typing import Any, Callable, Type, TypeVar

Case = TypeVar("Case", bound=Type[unittest.TestCase])


def package(name: str) -> Any:
    """The trainer's module, or None where it is not installed or does not start here."""
    try:
        return importlib.import_module(name)
    except Exception:
        return None


def needs(name: str) -> Callable[[Case], Case]:
    """Skips tests that call the real package; the replayed calls beside them run always."""
    return unittest.skipIf(package(name) is None, "the package of %s is not installed here; its calls are replayed" % name)
