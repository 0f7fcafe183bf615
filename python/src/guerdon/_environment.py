"""Environments that act together, in the style of gymnasium's vector environments, without gymnasium."""

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, Sequence, Tuple

from ._types import EngineError

if TYPE_CHECKING:
    from ._connection import Connection
    from ._engine import Engine

AutoReset = Literal["next_step", "same_step", "disabled"]

Infos = Dict[str, Any]
"""By name, a list with a value for each environment, and under ``_name`` whether it has one: gymnasium's form."""

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
        if n < 1:
            raise ValueError("a vector has at least one environment, found n=%r" % (n,))
        if tasks is not None and len(tasks) != n:
            raise ValueError("expected a task for each of the %d environments, found %d" % (n, len(tasks)))
        self.name = environment
        self.num_envs = n
        self.auto_reset: AutoReset = auto_reset
        self.closed = False
        self._engine = engine
        self._tasks = None if tasks is None else list(tasks)
        wanted: Dict[str, Any] = {"do": "open", "environment": environment, "options": options, "n": n, "auto_reset": auto_reset}
        if seed is not None:
            wanted["seed"] = seed
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
            wanted["seed"] = int(seed)
        if seeds is not None:
            wanted["seeds"] = [int(s) for s in self._each("seed", seeds)]
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
        """A mapping of lists out of a list of mappings."""
        n = self.num_envs
        infos: Infos = {}
        told_infos: List[Optional[Dict[str, Any]]] = told.get("infos") or []
        for i, info in enumerate(told_infos):
            for key, value in ({} if info is None else info).items():
                if key not in infos:
                    infos[key] = [None] * n
                    infos["_" + key] = [False] * n
                infos[key][i] = value
                infos["_" + key][i] = True
        for key in ("fresh", "seeds", "final"):
            if told.get(key) is not None:
                infos[key] = told[key]
        return infos
