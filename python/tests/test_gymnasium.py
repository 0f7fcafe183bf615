"""guerdon.gymnasium, with gymnasium where it is installed: its own checks, its registry, and its own vector as the measure."""

import subprocess
import sys
import unittest
from typing import Any, Dict, List, Optional, Tuple

import replay  # isort: skip; finds the package and an engine
from replay import needs, package

import guerdon

gymnasium: Any = package("gymnasium")
numpy: Any = package("numpy")

LIMIT = {"max-steps": 3}


def run(code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", code], env=replay.variables(), capture_output=True, text=True, timeout=240)


@needs("gymnasium")
class Single(unittest.TestCase):
    def test_it_is_found_after_its_module_was_imported(self) -> None:
        for code in (
            "import gymnasium, guerdon.gymnasium; game = gymnasium.make('guerdon/alfworld')",
            "import guerdon, gymnasium; game = gymnasium.make('guerdon.gymnasium:guerdon/alfworld')",
        ):
            done = run(code + "; print(game.reset(seed=1)[0][:10]); game.close()")
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stderr)
            self.assertTrue(done.stdout.strip())

    def test_every_environment_passes_the_check(self) -> None:
        import warnings

        import guerdon.gymnasium as module

        for name in module.NAMES:
            if name == "scienceworld":
                continue  # needs its simulator
            for mode in (None, "ansi"):
                with self.subTest(name, mode=mode), warnings.catch_warnings():
                    warnings.simplefilter("error")
                    game = gymnasium.make("guerdon/" + name, render_mode=mode)
                    package("gymnasium.utils.env_checker").check_env(game.unwrapped)
                    game.close()

    def test_render_is_what_was_seen_last(self) -> None:
        with_mode = gymnasium.make("guerdon/alfworld", render_mode="ansi")
        without = gymnasium.make("guerdon/alfworld")
        for game in (with_mode, without):
            seen, _ = game.reset(seed=4)
            self.assertEqual(game.render(), seen if game is with_mode else None)
            seen, *_ = game.step("inventory")
            self.assertEqual(game.render(), seen if game is with_mode else None)
            game.close()
        with self.assertRaises(ValueError):
            package("guerdon.gymnasium").TextEnvironment("alfworld", render_mode="human")

    def test_seeds_choose_games(self) -> None:
        game = gymnasium.make("guerdon/alfworld")
        seen = [game.reset(seed=seed)[0] for seed in range(20)]
        self.assertEqual(len(set(seen)), 20)
        self.assertEqual([game.reset(seed=seed)[0] for seed in range(20)], seen)
        game.close()

    def test_space_has_every_text(self) -> None:
        space = package("guerdon.gymnasium").TextSpace()
        for text in ("", "20°C", "\u2028", "\U0001f600", "x" * 100_000, numpy.str_("x")):
            self.assertIn(text, space)
        for other in (None, 3, b"x", ["x"]):
            self.assertNotIn(other, space)
        space.seed(1)
        samples = [space.sample() for _ in range(200)]
        self.assertTrue(all(len(one) <= 64 and one in space for one in samples))
        self.assertGreater(len(set(samples)), 100)
        self.assertEqual(space, package("guerdon.gymnasium").TextSpace())


@needs("gymnasium")
class Vectors(unittest.TestCase):
    """Beside gymnasium's own vector of the same environments."""

    def pair(self, mode: str, n: int = 3) -> Tuple[Any, Any]:
        module = package("guerdon.gymnasium")
        modes = {one.name.lower(): one for one in gymnasium.vector.AutoresetMode}
        sync = gymnasium.vector.SyncVectorEnv(
            [lambda: module.TextEnvironment("alfworld", render_mode="ansi", **LIMIT) for _ in range(n)], autoreset_mode=modes[mode]
        )
        ours = module.TextEnvironments(n, "alfworld", auto_reset=mode, render_mode="ansi", **LIMIT)
        self.addCleanup(sync.close)
        self.addCleanup(ours.close)
        self.assertEqual(ours.metadata["autoreset_mode"], sync.metadata["autoreset_mode"])
        return ours, sync

    def same(self, found: Any, expected: Any, where: str = "") -> None:
        """Whether infos have the same names, the same kinds of arrays, and the same values."""
        self.assertEqual(set(found), set(expected), where)
        for key, value in expected.items():
            if isinstance(value, dict):
                self.same(found[key], value, where + key + ".")
            else:
                self.assertEqual(found[key].dtype, value.dtype, where + key)
                self.assertEqual(found[key].tolist(), value.tolist(), where + key)

    def stepped(self, ours: Any, sync: Any, actions: List[str], infos: bool = True) -> Tuple[Any, Any]:
        found, expected = ours.step(actions), sync.step(actions)
        for i in range(1, 4):
            self.assertEqual((found[i].tolist(), found[i].dtype), (expected[i].tolist(), expected[i].dtype))
        if infos:
            self.assertEqual(found[0], expected[0])
            self.same(found[4], expected[4])
            self.assertEqual(ours.render(), sync.render())
        return found, expected

    def began(self, ours: Any, sync: Any, seed: Any, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Any]:
        found = ours.reset(seed=seed, options=None if options is None else dict(options))
        expected = sync.reset(seed=seed, options=None if options is None else dict(options))
        self.assertEqual(found[0], expected[0])
        self.same(found[1], expected[1])
        self.assertEqual(ours.render(), sync.render())
        return found, expected

    def test_episodes_are_the_same_until_they_end(self) -> None:
        for mode in ("next_step", "same_step", "disabled"):
            for seed in (0, 17, [5, 3, 8]):
                ours, sync = self.pair(mode)
                self.began(ours, sync, seed)
                self.stepped(ours, sync, ["look", "inventory", "go to nowhere"])
                self.stepped(ours, sync, ["look"] * 3)

    def test_same_step_has_what_the_episode_ended_with(self) -> None:
        ours, sync = self.pair("same_step")
        self.began(ours, sync, 7)
        for _ in range(2):
            self.stepped(ours, sync, ["look"] * 3)
        found, expected = self.stepped(ours, sync, ["inventory"] * 3, infos=False)
        self.assertEqual(found[3].tolist(), [True] * 3)
        for key in ("final_obs", "_final_obs", "_final_info"):
            self.assertEqual((found[4][key].tolist(), found[4][key].dtype), (expected[4][key].tolist(), expected[4][key].dtype))
        self.same(found[4]["final_info"], expected[4]["final_info"])
        self.assertNotIn("final", found[4])
        self.assertTrue(all("Your task is to" in text for text in found[0]), "the first observations of the next episodes")
        self.assertNotIn("final_obs", self.stepped(ours, sync, ["look"] * 3, infos=False)[0][4])

    def test_next_step_begins_with_the_step_after_the_last(self) -> None:
        ours, sync = self.pair("next_step")
        self.began(ours, sync, 7)
        for _ in range(3):
            found, _ = self.stepped(ours, sync, ["look"] * 3)
        self.assertEqual(found[3].tolist(), [True] * 3)
        found, _ = self.stepped(ours, sync, ["look"] * 3, infos=False)
        self.assertTrue(all("Your task is to" in text for text in found[0]))

    def test_reset_of_some_keeps_the_observations_of_the_others(self) -> None:
        ours, sync = self.pair("disabled")
        self.began(ours, sync, 7)
        found, _ = self.stepped(ours, sync, ["inventory", "look", "look"])
        mask = numpy.array([False, True, False])
        again, _ = self.began(ours, sync, [1, 2, 3], {"reset_mask": mask})
        self.assertEqual([again[0][0], again[0][2]], [found[0][0], found[0][2]])
        self.stepped(ours, sync, ["look"] * 3)
        for wrong, error in (([True] * 3, TypeError), (numpy.ones(3), TypeError), (numpy.ones(2, bool), ValueError), (numpy.zeros(3, bool), ValueError)):
            for vector in (ours, sync):
                with self.assertRaises(error):
                    vector.reset(options={"reset_mask": wrong})

    def test_gymnasium_makes_and_wraps_it(self) -> None:
        games = gymnasium.make_vec("guerdon/alfworld", num_envs=2, **LIMIT)
        wrapped = gymnasium.wrappers.vector.DictInfoToList(gymnasium.wrappers.vector.RecordEpisodeStatistics(games))
        wrapped.reset(seed=3)
        for _ in range(3):
            *_, infos = wrapped.step(("look", "look"))
        self.assertEqual([info["episode"]["l"] for info in infos], [3, 3])
        games.close()
        sync = gymnasium.make_vec("guerdon/alfworld", num_envs=2, vectorization_mode="sync")
        self.assertEqual(len(set(sync.reset(seed=3)[0])), 2)
        sync.close()


class Plain(unittest.TestCase):
    """The same without gymnasium."""

    def test_same_step_has_what_the_episode_ended_with(self) -> None:
        with guerdon.make("alfworld", n=2, seed=5, auto_reset="same_step", **LIMIT) as games:
            games.reset()
            for _ in range(3):
                observations, _, _, truncated, infos = games.step(["inventory", "look"])
            self.assertEqual(truncated, [True, True])
            self.assertTrue(all("Your task is to" in str(text) for text in observations))
            self.assertEqual(infos["final_obs"][0], "Your hands are empty.")
            self.assertEqual(infos["_final_obs"], [True, True])
            self.assertEqual(infos["final_info"]["limit"], ["steps", "steps"])
            self.assertEqual(infos["fresh"], [True, True])
            self.assertEqual((infos["final_info"]["seeds"], infos["seeds"]), ([5, 6], [7, 8]))

    def test_numbers_of_the_wrong_type_are_type_errors(self) -> None:
        for n, seed in (("2", None), (2.5, None), (2, "5"), (2, 0.5)):
            with self.assertRaises(TypeError):
                guerdon.make("alfworld", n=n, seed=seed)  # type: ignore[arg-type]
        with guerdon.make("alfworld", n=1) as games, self.assertRaises(TypeError):
            games.reset(seed="5")  # type: ignore[arg-type]

    def test_seeds_choose_games(self) -> None:
        seen: List[Any] = []
        for seed in (0, 100, 1000):
            with guerdon.make("alfworld", n=8, seed=seed) as games, guerdon.make("alfworld", n=8) as others:
                found = games.reset()[0]
                self.assertEqual(others.reset(seed=seed)[0], found)
                seen += found
        self.assertEqual(len(set(seen)), 24)
        for name in ("webshop", "minilab"):
            with guerdon.make(name, n=1) as one:
                starts = [str(one.reset(seed=seed)) for seed in range(8)]
                self.assertEqual([str(one.reset(seed=seed)) for seed in range(8)], starts)
                self.assertEqual(len(set(starts)), 8, name)


if __name__ == "__main__":
    unittest.main()
