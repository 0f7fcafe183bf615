"""Environments that act together, in the style of gymnasium's vector environments, without gymnasium."""

from operator import index
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Literal, Mapping, Optional, Sequence, Tuple

from ._types import EngineError

if TYPE_CHECKING:
    from ._connection import Connection
    from ._engine import Engine

AutoReset = Literal["next_step", "same_step", "disabled"]

def _whole(name: str, value: Any) -> int:
    try:
        return index(value)
    except TypeError:
        raise TypeError("%s is a whole number, found %r of type %s" % (name, value, type(value).__name__)) from None


Infos = Dict[str, Any]
"""By name, a list with a value for each environment, and under ``_name`` whether it has one: gymnasium's form. With ``same_step``, ``final_obs`` and
``final_info`` are those of the last step of an episode that is over."""

_PATIENCE = 900.0


class VectorEnvironment:
    """``n`` environments of one kind. Made by :func:`guerdon.make`.

    Observations are texts, actions are texts. One environment that fails is truncated and has its error in ``infos["error"]``; the others go on.
    """

    def __init__(
        self,
        engine: "Engine",
        environment: str,
        n: int,
        seed: Optional[int],
        auto_reset: AutoReset,
        tasks: Optional[Sequence[Any]],
        options: Dict[str, Any],
    ) -> None:
        n = _whole("n", n)
        if n < 1:
            raise ValueError("a vector has at least one environment, found n=%r" % (n,))
        if tasks is not None and len(tasks) != n:
            raise ValueError("expected a task for each of the %d environments, found %d" % (n, len(tasks)))
        self.name = environment
        self.num_envs = n
        self.auto_reset: AutoReset = auto_reset
        self.closed = False
        self.gather: Callable[[Sequence[Mapping[str, Any]]], Infos] = gathered
        self._seeds: List[Optional[int]] = [None] * n
        self._engine = engine
        self._tasks = None if tasks is None else list(tasks)
        wanted: Dict[str, Any] = {"do": "open", "environment": environment, "options": options, "n": n, "auto_reset": auto_reset}
        if seed is not None:
            wanted["seed"] = _whole("seed", seed)
        if self._tasks is not None:
            wanted["tasks"] = self._tasks
        self._connection: "Connection" = engine.connection()
        self._handle = self._ask(wanted)["handle"]

    def reset(
        self,
        *,
        seed: Optional[int] = None,
        seeds: Optional[Sequence[int]] = None,
        tasks: Optional[Sequence[Any]] = None,
        mask: Optional[Sequence[bool]] = None,
        options: Optional[Dict[str, Any]] = None,
    ) -> Tuple[List[Optional[str]], Infos]:
        """Begin new episodes.

        :param seed: the seed of the first; the others count up from it
        :param seeds: a seed for each
        :param tasks: a task for each
        :param mask: which begin; the others go on, and have None as their observation. As ``options["reset_mask"]``, too
        """
        if mask is None and options is not None:
            mask = options.get("reset_mask")
        wanted = self._wanted("reset", mask)
        if seed is not None:
            wanted["seed"] = _whole("seed", seed)
        if seeds is not None:
            wanted["seeds"] = [_whole("seeds", s) for s in self._each("seed", seeds)]
        if tasks is not None:
            wanted["tasks"] = list(self._each("task", tasks))
        told = self._ask(wanted)
        return told["observations"], self._infos(told)

    def step(
        self, actions: Sequence[str], *, mask: Optional[Sequence[bool]] = None
    ) -> Tuple[List[Optional[str]], List[Optional[float]], List[bool], List[bool], Infos]:
        """Do an action in each. Returns observations, rewards, terminations, truncations and infos."""
        if isinstance(actions, str):
            raise TypeError("step needs a list of %d actions, found one text" % self.num_envs)
        wanted = self._wanted("step", mask)
        wanted["actions"] = list(self._each("action", actions))
        told = self._ask(wanted)
        return (
            told["observations"],
            told["rewards"],
            [bool(value) for value in told["terminated"]],
            [bool(value) for value in told["truncated"]],
            self._infos(told),
        )

    def actions(self) -> List[List[str]]:
        """What makes sense now, for each; empty where the environment cannot list it."""
        told: List[Optional[List[str]]] = self._ask({"do": "actions", "handle": self._handle})["actions"]
        return [list(one) if one is not None else [] for one in told]

    def close(self) -> None:
        """End the environments."""
        if not self.closed:
            self.closed = True
            if self._connection.lost is None:
                try:
                    self._engine.ask_once(self._connection, {"do": "close", "handle": self._handle}, 60.0)
                except EngineError:
                    pass  # ended between: nothing is left to close

    def __enter__(self) -> "VectorEnvironment":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self.num_envs

    # ----

    def _each(self, what: str, values: Sequence[Any]) -> Sequence[Any]:
        if len(values) != self.num_envs:
            raise ValueError("expected %d values, one %s for each environment, found %d" % (self.num_envs, what, len(values)))
        return values

    def _wanted(self, do: str, mask: Optional[Sequence[bool]]) -> Dict[str, Any]:
        wanted: Dict[str, Any] = {"do": do, "handle": self._handle}
        if mask is not None:
            wanted["mask"] = [bool(m) for m in self._each("mask", mask)]
        return wanted

    def _ask(self, wanted: Dict[str, Any]) -> Dict[str, Any]:
        if self.closed:
            raise EngineError("these environments are closed")
        lost = self._connection.lost
        told = None if lost is not None else self._engine.ask_once(self._connection, wanted, _PATIENCE)
        if told is None:
            lost = self._connection.lost
            why = lost.message if lost is not None else "the engine ended"
            raise EngineError("the environments of '%s' are lost, because %s; make them again" % (self.name, why))
        return told

    def _infos(self, told: Dict[str, Any]) -> Infos:
        told_infos: List[Optional[Dict[str, Any]]] = told.get("infos") or [None] * self.num_envs
        each: List[Dict[str, Any]] = [dict(info or {}) for info in told_infos]
        for key in ("fresh", "seeds"):
            for info, value in zip(each, told.get(key) or ()):
                if value is not None:
                    info[key] = value
        for i, last in enumerate(told.get("final") or ()):
            if last is not None:
                over: Dict[str, Any] = {**last["info"], "fresh": False, "seeds": self._seeds[i]}
                each[i].update(final_obs=last["observation"], final_info=over)
        self._seeds = [info.get("seeds", before) for info, before in zip(each, self._seeds)]
        return self.gather(each)


def gathered(each: Sequence[Mapping[str, Any]]) -> Infos:
    """A mapping of lists out of a list of mappings; that of ``final_info`` is one, too."""
    infos: Infos = {}
    for i, info in enumerate(each):
        for key, value in info.items():
            if key not in infos:
                infos[key] = [None] * len(each)
                infos["_" + key] = [False] * len(each)
            infos[key][i] = value
            infos["_" + key][i] = True
    if "final_info" in infos:
        infos["final_info"] = gathered([info or {} for info in infos["final_info"]])
    return infos
