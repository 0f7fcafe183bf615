"""Scores for datasets of Ray Data."""

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._cells import cells, column_names, count, missing_column, rows_of, with_columns
from ._engine import Engine
from ._ray_host import EngineHost, File, engine_settings, ray_package, read_files, version_problem
from ._reads import Reads
from ._rows import to_json, unscored
from ._samples import DEADLINE, Scoring, numbers
from ._types import EngineError, Score
from ._values import plain
from ._version import __version__


class ScoreBatches:
    """A class for ``map_batches``: each of Ray's actors holds an engine, and adds the columns ``reward``, ``unscored`` and ``unscored_message``.

    Takes batches of numpy, pandas and pyarrow, and gives back the same kind.

    :param reward: the reward, or a :func:`guerdon.recipe`
    :param response: the column with the responses: texts, or lists of messages. None where the columns are the fields of the reward, such as
        ``final_response`` and ``trajectory``
    :param prompt: the column with the prompts, for rewards that read the trajectory
    :param fields: the column for a field of the reward, where their names differ
    :param extras: names of extras of the reward that become columns of numbers
    :param all_extras: whether there is a column ``extras`` with all of them, as JSON
    :param prefix: stands before the names of the new columns, so that a dataset can have several rewards
    :param deadline: seconds for each row
    :param num_cpus: what the actor has; its engine uses as many threads
    :param load: Java sources and plugins with rewards: paths on the machine of the actor, or names with contents
    :param memory: the most memory of the engine's heap, such as ``"2g"``
    :param java_options: further options of the JVM
    :param hang_after: seconds without a sign of life after which the engine is ended, and what it worked on is scored by another one
    :param command: how to start the engine, for other engines than the one in this package
    :param version: the driver's version of this package, where the actor is to compare it with its own
    """

    def __init__(
        self,
        reward: str,
        *,
        response: Optional[str] = "completion",
        prompt: Optional[str] = None,
        fields: Optional[Mapping[str, str]] = None,
        extras: Sequence[str] = (),
        all_extras: bool = False,
        prefix: str = "",
        deadline: Optional[float] = DEADLINE,
        num_cpus: float = 1.0,
        load: Sequence[Union[str, File]] = (),
        memory: Optional[str] = None,
        java_options: Sequence[str] = (),
        hang_after: float = 30.0,
        worker_env: Sequence[str] = (),
        command: Optional[Sequence[str]] = None,
        version: Optional[str] = None,
    ) -> None:
        problem = None if version is None else version_problem(version)
        if problem is not None:
            raise EngineError(problem)
        files = [read_files([one])[0] if isinstance(one, str) else one for one in load]
        self._host = EngineHost(engine_settings(command, memory, java_options, hang_after, num_cpus, worker_env), bool(files))
        self._host.load(files)
        self._scoring = _EngineScoring(reward, None if fields is None else dict(fields), deadline=deadline, engine=self._host.engine)
        self._response = response
        self._prompt = prompt
        self._extras = tuple(extras)
        self._all_extras = all_extras
        self._prefix = prefix

    def __call__(self, batch: Any) -> Any:
        there = column_names(batch)
        total = count(batch)
        wanted = [self._response, self._prompt, *(self._scoring.fields or {}).values()]
        absent = missing_column(wanted, there)
        if absent is not None and total:
            raise KeyError("there is no column %r; there are: %s" % (absent, ", ".join(there)))
        scores = self._scores(batch, there, total) if total else []
        new = self._columns(scores)
        taken = [name for name in new if name in there]
        if taken:
            raise ValueError("the dataset has a column %r already; drop it, or give the new ones a prefix" % taken[0])
        return with_columns(batch, new, [name for name in new if name not in self._texts()])

    def _texts(self) -> List[str]:
        return [self._prefix + name for name in ("unscored", "unscored_message", "extras")]

    def _columns(self, scores: List[Score]) -> Dict[str, List[Any]]:
        known = [numbers(one.extras) for one in scores]
        new: Dict[str, List[Any]] = {
            self._prefix + "reward": [one.reward for one in scores],
            self._prefix + "unscored": [one.unscored.reason if one.unscored else None for one in scores],
            self._prefix + "unscored_message": [one.unscored.message if one.unscored else None for one in scores],
            **{self._prefix + key: [row.get(key) for row in known] for key in self._extras},
        }
        if self._all_extras:
            new[self._prefix + "extras"] = [to_json(one.extras).decode("utf-8") for one in scores]
        return new

    def _scores(self, batch: Any, there: List[str], total: int) -> List[Score]:
        needed = self._needed(there)
        rows = rows_of({name: cells(batch, name) for name in needed}, total)
        scores: List[Optional[Score]] = [None] * total
        samples: List[Dict[str, Any]] = []
        places: List[int] = []
        for place, row in enumerate(rows):
            made = self._sample(row)
            if isinstance(made, Score):
                scores[place] = made
            else:
                samples.append(made)
                places.append(place)
        for place, score in zip(places, self._scoring.score(samples)):
            scores[place] = score
        return [unscored("ERROR", "this row was not scored") if one is None else one for one in scores]

    def _needed(self, there: Sequence[str]) -> List[str]:
        """The columns to look at: what the reward does not read may be anything."""
        reads = self._scoring.reads()
        if reads is None:
            return list(there)
        wanted = {self._response, self._prompt, *(self._scoring.fields or {}).values(), *reads.names}
        return [name for name in there if name in wanted]

    def _sample(self, row: Mapping[str, Any]) -> Union[Dict[str, Any], Score]:
        """The sample of a row, or its score where it is none."""
        try:
            values = {name: plain(value, "the column '%s'" % name) for name, value in row.items() if self._asked(name) or _sendable(value)}
            if self._response is None:
                reads = self._scoring.reads()
                return {**{k: v for k, v in values.items() if reads is None or k in reads.names}, **self._scoring.mapped(values, reads)}
            response = values[self._response]
            if response is None:
                # Nothing to score, where an empty response is a bad one.
                return unscored("MISSING_FIELD", "the column %r has no response in this row" % self._response)
            return self._scoring.sample(response, values, None if self._prompt is None else values[self._prompt])
        except TypeError as e:
            return unscored("INVALID_INPUT", "this row cannot be scored: %s" % e)

    def _asked(self, name: str) -> bool:
        """Whether a column is known to be read. Nobody knows what a recipe reads: it gets what can be sent."""
        reads = self._scoring.reads()
        return reads is not None or name in (self._response, self._prompt) or name in (self._scoring.fields or {}).values()


def _sendable(value: Any) -> bool:
    try:
        plain(value, "")
        return True
    except TypeError:
        return False


@dataclass(frozen=True)
class _EngineScoring(Scoring):
    """Scores with an engine of its own."""

    engine: Optional[Engine] = None

    def reads(self) -> Optional[Reads]:
        assert self.engine is not None
        return self.engine.reads(self.reward)

    def score(self, samples: Any) -> List[Score]:
        assert self.engine is not None
        return self.engine.score_many(self.reward, samples, deadline=self.deadline)


def score(
    dataset: Any,
    reward: str,
    *,
    response: Optional[str] = "completion",
    prompt: Optional[str] = None,
    fields: Optional[Mapping[str, str]] = None,
    extras: Sequence[str] = (),
    all_extras: bool = False,
    prefix: str = "",
    deadline: Optional[float] = DEADLINE,
    actors: Union[int, Tuple[int, int]] = 1,
    num_cpus: float = 1.0,
    batch_size: int = 1024,
    load: Sequence[str] = (),
    memory: Optional[str] = None,
    java_options: Sequence[str] = (),
    hang_after: float = 30.0,
    worker_env: Sequence[str] = (),
    ray_memory: Optional[float] = None,
    **options: Any,
) -> Any:
    """The dataset with the columns ``reward``, ``unscored`` and ``unscored_message``, and one for each of ``extras``.

    Maps batches with :class:`ScoreBatches`, whose arguments it takes. Files to load are read here, and sent to the actors.

    :param actors: how many actors, each with an engine; a pair for at least and at most
    :param num_cpus: the CPUs that an actor asks for
    :param batch_size: rows that are scored together
    :param ray_memory: the bytes that Ray sets aside for an actor
    :param options: further arguments of ``map_batches``, such as ``runtime_env``, or ``batch_format``: "pyarrow" unless told, which keeps types
    """
    strategy = ray_package("ray.data").ActorPoolStrategy
    compute = strategy(size=actors) if isinstance(actors, int) else strategy(min_size=actors[0], max_size=actors[1])
    made: Dict[str, Any] = {
        "reward": reward,
        "response": response,
        "prompt": prompt,
        "fields": None if fields is None else dict(fields),
        "extras": tuple(extras),
        "all_extras": all_extras,
        "prefix": prefix,
        "deadline": deadline,
        "num_cpus": num_cpus,
        "load": read_files(load),
        "memory": memory,
        "java_options": list(java_options),
        "hang_after": hang_after,
        "worker_env": list(worker_env),
        "version": __version__,
    }
    given: Dict[str, Any] = {"batch_format": "pyarrow", "batch_size": batch_size, "compute": compute, "num_cpus": num_cpus, **options}
    if ray_memory is not None:
        given["memory"] = ray_memory
    return dataset.map_batches(ScoreBatches, fn_constructor_kwargs=made, **given)
