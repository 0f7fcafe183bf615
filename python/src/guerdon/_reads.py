"""What rewards read, from their descriptions."""

import json
from typing import Any, Callable, Dict, FrozenSet, List, Mapping, NamedTuple, Optional

from ._types import RewardInfo

PREDEFINED = frozenset({"id", "final_response", "trajectory", "messages", "metadata"})

_ANY = frozenset({"sample", "context"})
"""Parameters through which a reward may look at any field."""

_RECIPE = "recipe("
_decoder = json.JSONDecoder()


class Reads(NamedTuple):
    """The fields that a reward reads."""

    names: FrozenSet[str]
    required: FrozenSet[str]


def reads_of(name: str, describe: Callable[[str], RewardInfo]) -> Optional[Reads]:
    """The fields that a reward reads; None where it may read any.

    :param name: the reward's name, perhaps with options, or a recipe
    :param describe: finds the description of a reward by its name without options
    """
    if not name.startswith(_RECIPE):
        return _described(describe(name.partition("(")[0]))
    parts = recipe_parts(name)
    if parts is None:
        return None
    names: FrozenSet[str] = frozenset()
    required: FrozenSet[str] = frozenset()
    for part in parts:
        reads = reads_of(str(part.get("reward")), describe)
        if reads is None:
            return None
        sources: Mapping[str, str] = part.get("map") or {}
        names |= {sources.get(field, field) for field in reads.names}
        required |= {sources.get(field, field) for field in reads.required}
    return Reads(names, required)


def _described(reward: RewardInfo) -> Optional[Reads]:
    if reward.details.get("fields") is None:  # a function that is given the sample
        return None
    names = frozenset(field.name for field in reward.fields)
    if names & _ANY and any(field.name in _ANY and field.type == "predefined" for field in reward.fields):
        return None
    own = [field for field in reward.fields if field.name not in PREDEFINED]
    return Reads(names, frozenset(field.name for field in own if field.required))


def recipe_parts(name: str) -> Optional[List[Dict[str, Any]]]:
    """The parts of a recipe, as its name has them; None where it cannot be read."""
    text = name[len(_RECIPE) :].rstrip()[:-1]
    options: Dict[str, Any] = {}
    at = 0
    while at < len(text):
        equals = text.find("=", at)
        if equals < 0:
            return None
        key = text[at:equals].strip()
        start = equals + 1 + len(text[equals + 1 :]) - len(text[equals + 1 :].lstrip())
        try:
            options[key], end = _decoder.raw_decode(text, start)
        except ValueError:  # a word without quotes
            end = text.find(",", start)
            end = len(text) if end < 0 else end
            options[key] = text[start:end]
        comma = text.find(",", end)
        at = len(text) if comma < 0 else comma + 1
    parts = options.get("parts")
    if not isinstance(parts, list):
        return None
    listed: List[Any] = parts
    found: List[Any] = [{"reward": part} if isinstance(part, str) else part for part in listed]
    return found if all(isinstance(part, dict) for part in found) else None
