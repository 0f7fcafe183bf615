"""What trainers hand over, as samples for the engine, and what comes back, as numbers for the trainer."""

import asyncio
import importlib
import math
import re
from dataclasses import dataclass
from functools import partial
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, cast

import guerdon

from ._batch import check_name, check_number, check_seconds
from ._reads import PREDEFINED, Reads

DEADLINE = 10.0
"""Seconds that a trainer waits for one sample: a stuck grader must not hold up the training."""

_END_TOKEN = re.compile(r"(?:<\|[^|<>\s]{1,40}\|>|<｜[^｜<>\s]{1,40}｜>|</s>|<eos>|<end_of_turn>|<pad>)\Z")
_LONGEST_TOKEN = 44


def package(name: str) -> Any:
    """A module of the trainer, imported when it is used: importing guerdon imports no trainer."""
    return importlib.import_module(name)


@dataclass(frozen=True)
class Scoring:
    """How a trainer's samples are scored. Can be pickled, and holds no engine."""

    reward: str
    """The reward's name, perhaps with options."""
    fields: Optional[Mapping[str, str]] = None
    """For fields of the reward, the trainer's column that they are read from, where the names differ."""
    gold: Optional[str] = None
    """The column with the expected answer, where the trainer has one that is always called so."""
    deadline: Optional[float] = DEADLINE
    """Seconds for each sample."""

    def __post_init__(self) -> None:
        check_name(self.reward)
        check_seconds("deadline", self.deadline, DEADLINE)
        fields: Any = self.fields
        texts: Any = fields.items() if isinstance(fields, Mapping) else ((None,),)
        if fields is not None and not all(isinstance(text, str) for pair in texts for text in pair):
            raise TypeError("fields is a mapping from the reward's fields to the trainer's columns, found %r" % (fields,))

    def __getstate__(self) -> Dict[str, Any]:
        # Rewards of the user's own are loaded again where this is scored with.
        return {**self.__dict__, "loads": guerdon.engine().loads}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)

    def _engine(self) -> "guerdon.Engine":
        engine = guerdon.engine()
        loads = self.__dict__.get("loads")
        if loads:
            engine.adopt(loads)
        return engine

    @property
    def name(self) -> str:
        """The reward's name without its options."""
        return self.reward.partition("(")[0]

    def reads(self) -> Optional[Reads]:
        """The fields that the reward reads; None where nobody can tell."""
        return self._engine().reads(self.reward)

    def sample(self, response: object, columns: Mapping[str, Any], prompt: object = None) -> Dict[str, Any]:
        """The sample of one completion.

        :param response: a text, or the messages of a conversation
        :param columns: what else the trainer knows about it; only what the reward reads is sent
        :param prompt: a text or messages, for rewards that read the trajectory
        """
        reads = self.reads()
        sample: Dict[str, Any] = {}
        for field, value in columns.items():
            if field in PREDEFINED or (reads is not None and field not in reads.names):
                continue
            sample[field] = value
        sample.update(self.mapped(columns, reads))
        sample["final_response"] = text_of(response)
        if reads is None or "trajectory" in reads.names:
            sample["trajectory"] = [*_messages(prompt, "user"), *_messages(response, "assistant")]
        return sample

    def mapped(self, columns: Mapping[str, Any], reads: Optional[Reads]) -> Dict[str, Any]:
        """The fields of the reward that columns of other names have."""
        if self.fields is not None:
            absent = [column for column in self.fields.values() if column not in columns]
            if absent:
                raise KeyError(
                    "%s: there is no column %r to read from; there are: %s" % (self.name, absent[0], ", ".join(map(str, columns)) or "none")
                )
            return {field: columns[column] for field, column in self.fields.items()}
        if self.gold is None or columns.get(self.gold) is None:
            return {}
        open_fields = reads.required - set(columns) if reads is not None else frozenset({"answer"})
        if "answer" in open_fields:
            return {"answer": columns[self.gold]}
        return {field: columns[self.gold] for field in open_fields} if len(open_fields) == 1 else {}

    def score(self, samples: Iterable[Mapping[str, Any]]) -> List["guerdon.Score"]:
        """The scores of samples, in their order."""
        return self._engine().score_many(self.reward, samples, deadline=self.deadline)

    async def ready(self) -> None:
        """Learn what the reward reads, and start the engine for it, without blocking the event loop."""
        await asyncio.get_running_loop().run_in_executor(None, self.reads)

    async def ascore(self, samples: Iterable[Mapping[str, Any]]) -> List["guerdon.Score"]:
        """The scores of samples, in their order, without blocking the event loop."""
        return await self._engine().ascore_many(self.reward, samples, deadline=self.deadline)


def text_of(response: object) -> str:
    """The text of a completion: itself, or what the last assistant message of a conversation says."""
    if isinstance(response, str):
        return response
    for message in reversed(_messages(response, "assistant")):
        if message.get("role") == "assistant":
            return content_text(message.get("content"))
    return ""


def content_text(content: object) -> str:
    """The text of a message's content, which is a text or a list of parts."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    parts = cast(Sequence[Any], content) if isinstance(content, (list, tuple)) else [content]
    texts = [part if isinstance(part, str) else _plain(part).get("text") for part in parts]
    return "".join(text for text in texts if isinstance(text, str))


def _messages(value: object, role: str) -> List[Mapping[str, Any]]:
    if value is None:
        return []
    if isinstance(value, str):
        return [{"role": role, "content": value}]
    if isinstance(value, (list, tuple)):
        return [_plain(message) for message in cast(Sequence[Any], value)]
    return [_plain(value)]


def _plain(message: Any) -> Mapping[str, Any]:
    """A message as a mapping; trainers hand over dicts or pydantic models."""
    fields: Any = message.model_dump(exclude_none=True) if hasattr(message, "model_dump") else message
    if not isinstance(fields, Mapping):
        raise TypeError("a completion is a text or a list of messages, each a mapping; found %s" % type(message).__name__)
    return cast(Mapping[str, Any], fields)


def without_end_tokens(text: str) -> str:
    """A text without the special tokens at its end, which some trainers leave in what they decode."""
    while True:
        # Only the end is looked at: a search through all of a long text would take the square of its length.
        kept = text.rstrip()
        found = _END_TOKEN.search(kept, max(0, len(kept) - _LONGEST_TOKEN))
        if found is None:
            return text
        text = kept[: found.start()].rstrip()


def numbers(extras: Mapping[str, Any]) -> Dict[str, float]:
    """The extras that are finite numbers; true and false count as 1 and 0."""
    return {key: float(value) for key, value in extras.items() if isinstance(value, (bool, int, float)) and math.isfinite(value)}


def named(function: Callable[..., Any], scoring: Scoring, *further: Any) -> Any:
    """A function of a module with its first arguments, under the name of the reward: unlike a closure it can be pickled and copied."""
    made = partial(function, scoring, *further)
    made.__dict__.update(__name__=scoring.name, __qualname__=scoring.name, __doc__=function.__doc__)
    return made


def reward_or_raise(score: "guerdon.Score", fallback: Optional[float], index: int = 0) -> float:
    """The reward, or the fallback where the sample is unscored, or an UnscoredError where there is none."""
    if score.reward is not None:
        return score.reward
    if fallback is None:
        raise guerdon.UnscoredError(score.unscored or guerdon.Unscored("ERROR", "the engine gave no reason"), index)
    return float(fallback)


def check_fallback(fallback: Optional[float]) -> Optional[float]:
    """The reward of what cannot be scored: a number, or None where that raises."""
    if fallback is None:
        return None
    number = check_number("fallback", fallback)
    if not math.isfinite(number):
        raise ValueError("fallback is a finite number, found %r: a trainer would make every advantage of the group out of it" % fallback)
    return number
