"""Guerdon's text environments for gymnasium.

Where gymnasium is installed it finds them by itself: ``gymnasium.make_vec("guerdon/alfworld", num_envs=64)``, ``gymnasium.make("guerdon/webshop")``.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode, VectorEnv

import guerdon

NAMES = ("alfworld", "webshop", "scienceworld", "minilab")
_LONGEST = 1 << 20


def register() -> None:
    """Tell gymnasium which environments there are. Called by gymnasium itself when it is imported."""
    from gymnasium.envs.registration import register as add  # pyright: ignore[reportUnknownVariableType]
    from gymnasium.envs.registration import registry

    for name in NAMES:
        if "guerdon/" + name not in registry:
            add(
                id="guerdon/" + name,
                entry_point="guerdon.gymnasium:TextEnvironment",
                vector_entry_point="guerdon.gymnasium:TextEnvironments",
                kwargs={"environment": name},
                disable_env_checker=True,
            )


def _space() -> gymnasium.spaces.Text:
    printable = "".join(map(chr, range(32, 127))) + "\n"
    return gymnasium.spaces.Text(max_length=_LONGEST, min_length=0, charset=printable)


class TextEnvironments(VectorEnv):  # type: ignore[type-arg, unused-ignore]
    """Many environments as gymnasium's vector: observations are tuples of texts, rewards and ends are arrays."""

    def __init__(
        self, num_envs: int = 1, environment: str = "alfworld", auto_reset: str = "next_step", engine: Optional[guerdon.Engine] = None, **options: Any
    ) -> None:
        modes = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP, "disabled": AutoresetMode.DISABLED}
        if auto_reset not in modes:
            raise ValueError("auto_reset is one of %s, found %r" % (", ".join(modes), auto_reset))
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": modes[auto_reset], "render_modes": []}
        self.single_observation_space = _space()
        self.single_action_space = _space()
        self.observation_space = gymnasium.spaces.Tuple([_space() for _ in range(num_envs)])
        self.action_space = gymnasium.spaces.Tuple([_space() for _ in range(num_envs)])
        self.environments = (engine or guerdon.engine()).make(environment, num_envs, auto_reset=auto_reset, **options)  # type: ignore[arg-type]

    def reset(self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Tuple[str, ...], Dict[str, Any]]:
        given = dict(options or {})
        mask = given.get("reset_mask")
        several = None if seed is None or isinstance(seed, int) else list(seed)
        observations, infos = self.environments.reset(
            seed=seed if several is None else None, seeds=several, tasks=given.get("tasks"), mask=None if mask is None else list(mask)
        )
        return _texts(observations), infos

    def step(
        self, actions: Sequence[str]
    ) -> Tuple[Tuple[str, ...], "numpy.ndarray[Any, Any]", "numpy.ndarray[Any, Any]", "numpy.ndarray[Any, Any]", Dict[str, Any]]:
        observations, rewards, terminated, truncated, infos = self.environments.step([str(action) for action in actions])
        numbers = numpy.array([0.0 if reward is None else reward for reward in rewards], dtype=numpy.float64)
        return _texts(observations), numbers, numpy.array(terminated, dtype=bool), numpy.array(truncated, dtype=bool), infos

    def close_extras(self, **kwargs: Any) -> None:
        self.environments.close()


class TextEnvironment(gymnasium.Env):  # type: ignore[type-arg, unused-ignore]
    """One environment as gymnasium's own kind."""

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, environment: str = "alfworld", engine: Optional[guerdon.Engine] = None, **options: Any) -> None:
        options.pop("render_mode", None)
        self.observation_space = _space()
        self.action_space = _space()
        self._environments = (engine or guerdon.engine()).make(environment, 1, auto_reset="disabled", **options)

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[str, Dict[str, Any]]:
        super().reset(seed=seed)
        task = (options or {}).get("task")
        observations, infos = self._environments.reset(seed=seed, tasks=None if task is None else [task])
        return _texts(observations)[0], _first(infos)

    def step(self, action: str) -> Tuple[str, float, bool, bool, Dict[str, Any]]:
        observations, rewards, terminated, truncated, infos = self._environments.step([str(action)])
        return _texts(observations)[0], float(rewards[0] or 0.0), terminated[0], truncated[0], _first(infos)

    def close(self) -> None:
        self._environments.close()


def _texts(observations: List[Optional[str]]) -> Tuple[str, ...]:
    return tuple("" if text is None else text for text in observations)


def _first(infos: Dict[str, Any]) -> Dict[str, Any]:
    return {key: values[0] for key, values in infos.items() if not key.startswith("_")}
