"""Batches in which samples cannot be scored, and what trainers should make of them: the advantages of the batch without those samples."""

import importlib
import inspect
import sys
import textwrap
from typing import Any, Callable, Dict, List, Optional, Tuple
from unittest import mock

COMPLETIONS = ["\\boxed{1}", "\\boxed{2}", "\\boxed{3}", "\\boxed{1}"]
"""The completions of each group, for prompts whose answer is 1."""

Golds = List[List[Optional[str]]]

EACH: Golds = [["1", None, "1", "1"], [None, "1", "1", "1"], ["1", "1", "1", None]]
"""In each group, one sample has no answer to compare with."""

GROUP: Golds = [["1"] * 4, [None] * 4, ["1"] * 4]
"""A group has none at all."""

ALL: Golds = [[None] * 4] * 2
"""No sample has one."""

WHOLE: Golds = [["1"] * 4, ["1", "1", "2", "3"]]


def flat(golds: Golds) -> Tuple[List[str], List[Optional[str]], List[int]]:
    """Completions, golds, and the number of the group of each sample."""
    return (
        [said for _ in golds for said in COMPLETIONS],
        [gold for group in golds for gold in group],
        [number for number, group in enumerate(golds) for _ in group],
    )


def scored(golds: Golds) -> Tuple[List[int], int]:
    """The places of the samples with an answer, and how many of them a group has."""
    places = [i for i, gold in enumerate(flat(golds)[1]) if gold is not None]
    sizes = {sum(gold is not None for gold in group) for group in golds} - {0}
    return places, sizes.pop() if sizes else len(COMPLETIONS)


def module_of(name: str) -> Any:
    """A module of a trainer, with stand-ins for what it imports and what is not installed here: its arithmetic needs none of it."""
    for _ in range(50):
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as e:
            missing = str(e.name)
            if missing.split(".")[0] == name.split(".")[0]:
                raise
            sys.modules[missing] = mock.MagicMock(__path__=[], __spec__=None)
    raise ImportError("%s imports too much that is not here" % name)


def lines_of(function: Callable[..., Any], first: str, last: str) -> str:
    """The lines of a trainer's method from one to another."""
    lines = inspect.getsource(function).splitlines()
    start = next(i for i, line in enumerate(lines) if first in line)
    end = next(i for i, line in enumerate(lines) if i >= start and last in line)
    return textwrap.dedent("\n".join(lines[start : end + 1]))


def run_lines(function: Callable[..., Any], first: str, last: str, **names: Any) -> Dict[str, Any]:
    """Run these lines with these names, and return what they made."""
    found: Dict[str, Any] = {**inspect.unwrap(function).__globals__, **names}
    exec(lines_of(function, first, last), found)
    return found
