"""Guerdon's text environments for gymnasium.

    import gymnasium
    import guerdon.gymnasium                    # tells gymnasium which environments there are

    games = gymnasium.make_vec("guerdon/alfworld", num_envs=64)
    game = gymnasium.make("guerdon/webshop")

``gymnasium.make("guerdon.gymnasium:guerdon/webshop")`` imports this module by itself.
"""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode, VectorEnv

import guerdon

NAMES = ("alfworld", "webshop", "scienceworld", "minilab")
MAX_CHARACTERS = 1 << 20
MAX_SAMPLED = 64
_PRINTABLE = "".join(map(chr, range(32, 127))) + "\n"
_MODES = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP, "disabled": AutoresetMode.DISABLED}
_ANSI = "ansi"


def register() -> None:
    """Tell gymnasium which environments there are. Importing this module does it."""
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


class TextSpace(gymnasium.spaces.Text):
    """All texts, of whatever characters: worlds have degree signs, and models write what they like. Samples are short and printable."""

    def __init__(self) -> None:
        super().__init__(max_length=MAX_CHARACTERS, min_length=0, charset=_PRINTABLE)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        if mask is None and probability is None:
            mask = (self.np_random.integers(MAX_SAMPLED + 1), None)
        return str(super().sample(mask=mask, probability=probability))

    def __eq__(self, other: object, /) -> bool:
        return isinstance(other, TextSpace)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "TextSpace()"


def _checked_mode(mode: Optional[str]) -> Optional[str]:
    if mode not in (None, _ANSI):
        raise ValueError("render_mode is 'ansi' or None, found %r" % (mode,))
    return mode


class TextEnvironments(VectorEnv):  # type: ignore[type-arg, unused-ignore]
    """Many environments as gymnasium's vector: observations are tuples of texts, rewards and ends are arrays.

    :param auto_reset: ``"next_step"``, ``"same_step"`` or ``"disabled"``
    :param render_mode: ``"ansi"``, with which ``render()`` gives the last observations, or None
    """

    metadata: Dict[str, Any] = {"render_modes": [_ANSI], "render_fps": 1}

    def __init__(
        self,
        num_envs: int = 1,
        environment: str = "alfworld",
        auto_reset: str = "next_step",
        engine: Optional[guerdon.Engine] = None,
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        if auto_reset not in _MODES:
            raise ValueError("auto_reset is one of %s, found %r" % (", ".join(_MODES), auto_reset))
        self.num_envs = num_envs
        self.render_mode = _checked_mode(render_mode)
        self.metadata = {**self.metadata, "autoreset_mode": _MODES[auto_reset]}
        self.single_observation_space = TextSpace()
        self.single_action_space = TextSpace()
        self.observation_space = gymnasium.spaces.Tuple([TextSpace() for _ in range(num_envs)])
        self.action_space = gymnasium.spaces.Tuple([TextSpace() for _ in range(num_envs)])
        self.environments = (engine or guerdon.engine()).make(environment, num_envs, auto_reset=auto_reset, **options)  # type: ignore[arg-type]
        self.environments.gather = _arrays
        self._shown: Tuple[str, ...] = ("",) * num_envs

    def reset(self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Tuple[str, ...], Dict[str, Any]]:
        given = dict(options or {})
        mask = None if given.get("reset_mask") is None else self._checked_mask(given["reset_mask"])
        several = isinstance(seed, (list, tuple, numpy.ndarray))
        observations, infos = self.environments.reset(
            seed=None if several else seed, seeds=list(seed) if several else None, tasks=given.get("tasks"), mask=mask
        )
        return self._seen(observations), infos

    def _checked_mask(self, mask: Any) -> List[bool]:
        if not isinstance(mask, numpy.ndarray) or mask.dtype != numpy.bool_:
            raise TypeError("options['reset_mask'] is an array of numpy with the dtype bool, found %r" % (mask,))
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError("options['reset_mask'] has %d values of which one is true at least, found %r" % (self.num_envs, mask))
        return [bool(one) for one in mask]

    def _seen(self, observations: Sequence[Optional[str]]) -> Tuple[str, ...]:
        """The observations; where nothing happened, those from before."""
        self._shown = tuple(old if new is None else new for old, new in zip(self._shown, observations))
        return self._shown

    def step(
        self, actions: Sequence[str]
    ) -> Tuple[Tuple[str, ...], "numpy.ndarray[Any, Any]", "numpy.ndarray[Any, Any]", "numpy.ndarray[Any, Any]", Dict[str, Any]]:
        observations, rewards, terminated, truncated, infos = self.environments.step([str(action) for action in actions])
        numbers = numpy.array([0.0 if reward is None else reward for reward in rewards], dtype=numpy.float64)
        return self._seen(observations), numbers, numpy.array(terminated, dtype=bool), numpy.array(truncated, dtype=bool), infos

    def render(self) -> Tuple[Any, ...]:
        """The last observations with ``"ansi"``; None for each environment without."""
        return self._shown if self.render_mode == _ANSI else (None,) * self.num_envs

    def close_extras(self, **kwargs: Any) -> None:
        self.environments.close()


class TextEnvironment(gymnasium.Env):  # type: ignore[type-arg, unused-ignore]
    """One environment as gymnasium's own kind."""

    metadata: Dict[str, Any] = {"render_modes": [_ANSI], "render_fps": 1}

    def __init__(
        self, environment: str = "alfworld", engine: Optional[guerdon.Engine] = None, render_mode: Optional[str] = None, **options: Any
    ) -> None:
        self.render_mode = _checked_mode(render_mode)
        self.observation_space = TextSpace()
        self.action_space = TextSpace()
        self._environments = (engine or guerdon.engine()).make(environment, 1, auto_reset="disabled", **options)
        self._shown = ""

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[str, Dict[str, Any]]:
        super().reset(seed=seed)
        task = (options or {}).get("task")
        observations, infos = self._environments.reset(seed=seed, tasks=None if task is None else [task])
        self._shown = observations[0] or ""
        return self._shown, _first(infos)

    def step(self, action: str) -> Tuple[str, float, bool, bool, Dict[str, Any]]:
        observations, rewards, terminated, truncated, infos = self._environments.step([str(action)])
        self._shown = observations[0] or ""
        return self._shown, float(rewards[0] or 0.0), terminated[0], truncated[0], _first(infos)

    def render(self) -> Any:
        """The last observation with ``"ansi"``; None without."""
        return self._shown if self.render_mode == _ANSI else None

    def close(self) -> None:
        self._environments.close()


def _first(infos: Dict[str, Any]) -> Dict[str, Any]:
    return {key: values[0] for key, values in infos.items() if not key.startswith("_")}


def _arrays(each: Sequence[Mapping[str, Any]]) -> Dict[str, Any]:
    """The infos of environments as gymnasium's vectors have them: an array for each name, with a mask, and mappings of arrays for mappings."""
    infos: Dict[str, Any] = {}
    for name in dict.fromkeys(key for info in each for key in info):
        infos[name] = _array(name, [info.get(name) for info in each], [info[name] for info in each if name in info])
        infos["_" + name] = numpy.array([name in info for info in each], dtype=bool)
    return infos


def _array(name: str, values: List[Any], present: List[Any]) -> Any:
    kinds = {type(value) for value in present}
    if kinds == {dict} and name != "final_obs":
        return _arrays([{} if value is None else value for value in values])
    number = bool if kinds == {bool} else int if kinds == {int} else float if kinds <= {int, float} else None
    if number is not None and all(abs(value) <= sys.maxsize for value in present):
        return numpy.array([number() if value is None else value for value in values], dtype=number)
    array = numpy.full(len(values), None, dtype=object)
    for i, value in enumerate(values):
        array[i] = value
    return array


register()
