"""Environments as trainers drive them: one episode, with tools."""

from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional

import guerdon

if TYPE_CHECKING:
    from guerdon import VectorEnvironment


class TextEnvironment:
    """One environment that a model acts in with a tool. Trainers take every public method but ``reset`` and ``get_reward`` for a tool."""

    def __init__(self, name: str, options: Mapping[str, Any]) -> None:
        self._name = name
        self._options = dict(options)
        self._vector: "Optional[VectorEnvironment]" = None
        self._return = 0.0
        self._over = False
        self._lost: Optional[str] = "it was not reset"

    def reset(self, task: Any = None, seed: Optional[int] = None, **columns: Any) -> Optional[str]:
        """Begin an episode, and return what can be seen.

        :param task: a task of the environment; without one, the seed decides
        :param seed: the same seed and actions give the same episode
        :param columns: other columns of the dataset, which the environment does not read
        """
        self._return, self._over, self._lost = 0.0, False, None
        chosen: Dict[str, Any] = {}
        if task is not None:
            chosen["tasks"] = [task]
        if seed is not None:
            chosen["seed"] = int(seed)
        try:
            observations, infos = self._opened().reset(**chosen)
        except guerdon.EngineError:
            # The engine ended since the last episode, and its environments with it.
            self._vector = None
            observations, infos = self._opened().reset(**chosen)
        self._lost = _error(infos)
        return observations[0]

    def act(self, action: str) -> str:
        """
        Do something in the world, and see what happens.

        Args:
            action: What to do, as one short command.

        Returns:
            What can be seen afterwards.
        """
        if self._lost is not None or self._vector is None:
            return "The episode is over."
        try:
            observations, rewards, terminated, truncated, infos = self._vector.step([action])
        except guerdon.EngineError as e:
            self._lost = str(e)
            return "The episode is over."
        if not self._over:
            self._return += rewards[0] or 0.0
            self._over = terminated[0] or truncated[0]
            if truncated[0]:
                self._lost = _error(infos)
        return observations[0] or ""

    def get_reward(self) -> Optional[float]:
        """The sum of the episode's rewards; None where the environment broke, so that the trainer leaves the episode out."""
        return None if self._lost is not None else self._return

    def _opened(self) -> "VectorEnvironment":
        if self._vector is None:
            self._vector = guerdon.make(self._name, 1, auto_reset="disabled", **self._options)
        return self._vector

    def __del__(self) -> None:
        if self._vector is not None and not self._vector.closed:
            try:
                self._vector.close()
            except Exception:  # at the interpreter's end, nothing may be left to close with
                pass


def _error(infos: Mapping[str, Any]) -> Optional[str]:
    """Why the environment broke; None where it did not."""
    present = infos.get("_error")
    return str(infos["error"][0]) if present is not None and bool(present[0]) else None
