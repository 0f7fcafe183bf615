"""What the API speaks in: scores, why something is unscored, descriptions of rewards, errors."""

from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Union

try:
    from typing import Literal
except ImportError:  # pragma: no cover
    raise ImportError("guerdon needs Python 3.9 or newer") from None

__all__ = [
    "EngineError",
    "Field",
    "GuerdonError",
    "OnUnscored",
    "RequestError",
    "RewardInfo",
    "Row",
    "Score",
    "Unscored",
    "UnscoredError",
]

Row = Mapping[str, Any]
"""One sample: ``final_response`` or ``trajectory``, and the fields that the reward reads."""

OnUnscored = Union[Literal["none", "raise"], float]
"""What happens with a sample that cannot be scored: ``None`` as its reward, an exception, or this number as its reward."""


class Unscored(NamedTuple):
    """Why a sample has no reward."""

    reason: str
    """A word for programs: ERROR, TIMEOUT, MISSING_FIELD, RESOURCE, CANCELLED, INVALID_RESULT or INVALID_INPUT."""
    message: str
    """What was expected, what was found, and what to do."""


class Score(NamedTuple):
    """What a reward says about one sample."""

    reward: Optional[float]
    """The reward; None where the sample could not be scored, or the fallback that ``on_unscored`` names."""
    extras: Dict[str, Any]
    """Everything else that the reward returned, by name."""
    unscored: Optional[Unscored] = None
    """Why there is no reward; None where there is one."""


class Field(NamedTuple):
    """A field that a reward reads from a sample."""

    name: str
    type: str
    required: bool


class RewardInfo(NamedTuple):
    """The description of a reward."""

    name: str
    summary: str
    family: str
    fields: List[Field]
    details: Dict[str, Any]
    """All that the engine tells about the reward, as it was sent."""


class GuerdonError(Exception):
    """The base of this package's exceptions."""


class EngineError(GuerdonError):
    """The engine could not be started, ended too often, or was closed."""


class RequestError(GuerdonError):
    """The engine refused a request, such as an unknown reward."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(error, message)
        self.error = error
        """A word for programs, such as ``unknown_reward`` or ``bad_request``."""
        self.message = message

    def __str__(self) -> str:
        return self.message


class UnscoredError(GuerdonError):
    """A sample could not be scored, and ``on_unscored="raise"`` asked for an exception."""

    def __init__(self, unscored: Unscored, index: int) -> None:
        super().__init__(unscored, index)
        self.unscored = unscored
        self.index = index
        """The place of the sample in its batch, from 0."""

    def __str__(self) -> str:
        return "sample %d is unscored, %s: %s" % (self.index, self.unscored.reason, self.unscored.message)
