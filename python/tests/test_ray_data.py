"""guerdon.ray for Ray Data: cells of tables everywhere, datasets in a real cluster where Ray is installed."""

import glob
import math
import os
import signal
import threading
import unittest
from collections import OrderedDict
from typing import Any, Dict, List

import replay  # isort: skip; finds the package and an engine
from ray_cluster import needs_ray, start
from support import LONG, Case, eventually

import guerdon
import guerdon.ray
from guerdon._values import plain

MESSAGES = [{"role": "user", "content": "?", "name": None}, {"role": "assistant", "content": "\\boxed{4}", "name": None}]


class Cells(unittest.TestCase):
    def test_nested_values_become_plain(self) -> None:
        value = OrderedDict(a=(1, 2.5, None), b=[{"c": True}], d=math.nan)
        self.assertEqual(plain(value, "x"), {"a": [1, 2.5, None], "b": [{"c": True}], "d": None})
        self.assertIsNone(plain(math.nan, "x"))

    def test_what_json_has_no_form_for_is_named_with_its_place(self) -> None:
        for value, message in (
            (b"x", "the column 'a' has bytes.*make it text"),
            ({"b": [0, bytearray(b"x")]}, r"the column 'a'\.b\[1\] has bytes"),
            (math.inf, "infinite"),
            (object(), "type object"),
        ):
            with self.assertRaisesRegex(TypeError, message):
                plain(value, "the column 'a'")


@needs_ray
class Batches(Case):
    """Single batches, without a cluster."""

    scorer: Any = None

    @classmethod
    def setUpClass(cls) -> None:
        cls.scorer = guerdon.ray.ScoreBatches("math_equal_reward", fields={"answer": "solution"}, version=guerdon.__version__)
        cls.addClassCleanup(cls.scorer._host.close)

    def batches(self, columns: Dict[str, List[Any]]) -> Dict[str, Any]:
        numpy, pandas, pyarrow = (replay.package(name) for name in ("numpy", "pandas", "pyarrow"))

        def array(values: List[Any]) -> Any:
            made = numpy.empty(len(values), dtype=object)
            made[:] = values
            return made

        return {
            "numpy": {key: array(values) for key, values in columns.items()},
            "pandas": pandas.DataFrame({key: pandas.Series(values, dtype=object) for key, values in columns.items()}),
            "pyarrow": pyarrow.table(columns),
        }

    def table(self, batch: Any) -> Any:
        pandas, pyarrow = replay.package("pandas"), replay.package("pyarrow")
        if isinstance(batch, pyarrow.Table):
            return batch
        if isinstance(batch, pandas.DataFrame):
            return pyarrow.Table.from_pandas(batch, preserve_index=False)
        return pyarrow.table(batch)

    def test_each_format_keeps_its_columns_and_gets_the_same_new_ones(self) -> None:
        columns = {"completion": ["\\boxed{1/2}", "\\boxed{1}", None, "\\boxed{4}"], "solution": ["0.5", None, "1", "3"]}
        for kind, batch in self.batches(columns).items():
            with self.subTest(kind):
                out = self.scorer(batch)
                self.assertIs(type(out), type(batch))
                table = self.table(out)
                self.assertEqual(table.column_names, ["completion", "solution", "reward", "unscored", "unscored_message"])
                self.assertEqual(table["reward"].to_pylist(), [1.0, None, None, 0.0])
                self.assertEqual(table["unscored"].to_pylist(), [None, "MISSING_FIELD", "MISSING_FIELD", None])
                self.assertIn("'completion'", table["unscored_message"][2].as_py())

    def test_schema_is_the_same_where_all_is_scored_nothing_is_and_nothing_is_there(self) -> None:
        scorer = guerdon.ray.ScoreBatches("qa_f1_reward", extras=["em", "absent"], all_extras=True, prefix="f1_")
        self.addCleanup(scorer._host.close)
        for kind in ("numpy", "pandas", "pyarrow"):
            schemas = []
            for columns in (
                {"completion": ["Nile"], "answer": ["Nile"]},
                {"completion": ["Nile"], "answer": [None]},
                {"completion": [None], "answer": ["Nile"]},
                {"completion": [], "answer": []},
            ):
                table = self.table(scorer(self.batches(columns)[kind]))
                schemas.append([(one.name, str(one.type).replace("large_", "")) for one in table.schema if one.name.startswith("f1_")])
            expected = {"f1_reward": "double", "f1_em": "double", "f1_absent": "double"}
            for schema in schemas:
                self.assertEqual(schema, [(name, expected.get(name, "string")) for name, _ in schemas[0]], kind)
            self.assertEqual(len(schemas[0]), 6)
        table = self.table(scorer(self.batches({"completion": ["Nile"], "answer": ["Nile"]})["pyarrow"]))
        self.assertEqual((table["f1_em"].to_pylist(), table["f1_absent"].to_pylist()), ([1.0], [None]))
        self.assertIn('"em":1.0', table["f1_extras"][0].as_py())

    def test_empty_block_without_columns(self) -> None:
        self.assertEqual(self.table(self.scorer({})).num_rows, 0)

    def test_conversations_and_arrays_are_read(self) -> None:
        numpy, pyarrow = replay.package("numpy"), replay.package("pyarrow")
        columns = {"completion": [MESSAGES, MESSAGES], "solution": ["4", "5"]}
        batch = self.batches(columns)["numpy"]
        batch["completion"][0] = numpy.array(MESSAGES, dtype=object)  # as Ray hands lists over
        self.assertEqual(self.table({k: v for k, v in self.scorer(batch).items() if k == "reward"})["reward"].to_pylist(), [1.0, 0.0])
        self.assertEqual(self.scorer(pyarrow.table(columns))["reward"].to_pylist(), [1.0, 0.0])
        numbers = {"completion": numpy.array(["4", "5"]), "solution": numpy.array([4, 5])}
        self.assertEqual(self.scorer(numbers)["reward"].to_pylist(), [1.0, 1.0])
        missing = {"completion": numpy.array(["4", "5"]), "solution": numpy.array([4.0, math.nan])}
        self.assertEqual(self.scorer(missing)["unscored"].to_pylist(), [None, "MISSING_FIELD"])

    def test_row_that_cannot_be_sent_costs_no_other(self) -> None:
        out = self.scorer({"completion": ["4", 4, "4"], "solution": ["4", "4", b"4"], "picture": [b"", b"", b""]})
        self.assertEqual((out["reward"].to_pylist(), out["unscored"].to_pylist()), ([1.0, None, None], [None, "INVALID_INPUT", "INVALID_INPUT"]))
        self.assertIn("column 'solution' has bytes", out["unscored_message"][2].as_py())

    def test_recipe_gets_what_can_be_sent(self) -> None:
        scorer = guerdon.ray.ScoreBatches(guerdon.recipe(["math_equal_reward"]))
        self.addCleanup(scorer._host.close)
        out = scorer({"completion": ["\\boxed{4}"], "answer": ["4"], "picture": [b"x"]})
        self.assertEqual(out["reward"].to_pylist(), [1.0])

    def test_columns_may_be_the_fields_themselves(self) -> None:
        scorer = guerdon.ray.ScoreBatches("qa_f1_reward", response=None, fields={"answer": "gold"})
        self.addCleanup(scorer._host.close)
        out = scorer({"final_response": ["Nile", "Nile"], "gold": ["Nile", None]})
        self.assertEqual(out["reward"].to_pylist(), [1.0, None])

    def test_columns_that_are_not_there_or_there_already_are_named(self) -> None:
        with self.assertRaisesRegex(KeyError, "no column 'solution'.*completion"):
            self.scorer({"completion": ["x"]})
        with self.assertRaisesRegex(ValueError, "'reward' already.*prefix"):
            self.scorer({"completion": ["x"], "solution": ["x"], "reward": [1.0]})
        with self.assertRaisesRegex(guerdon.EngineError, "driver has guerdon 9.9"):
            guerdon.ray.ScoreBatches("math_equal_reward", version="9.9")


@needs_ray
class InCluster(Case):
    ray: Any = None

    @classmethod
    def setUpClass(cls) -> None:
        cls.ray = start()

    def test_dataset_is_scored_by_two_actors(self) -> None:
        rows = [{"id": i, "completion": "it is %d" % i, "gold": None if i % 100 == 99 else str(i)} for i in range(10_000)]
        expected = guerdon.score_many("qa_f1_reward", [{"final_response": row["completion"], "answer": row["gold"]} for row in rows])
        dataset = self.ray.data.from_items(rows, override_num_blocks=8)
        scored = guerdon.ray.score(dataset, "qa_f1_reward", fields={"answer": "gold"}, extras=["em"], actors=2, num_cpus=0.5, batch_size=300)
        found = sorted(scored.take_all(), key=lambda row: row["id"])
        self.assertEqual([row["reward"] for row in found], [score.reward for score in expected])
        self.assertEqual([row["em"] for row in found], [score.extras.get("em") for score in expected])
        self.assertEqual({row["unscored"] for row in found}, {None, "MISSING_FIELD"})
        self.assertEqual(guerdon.ray.score(dataset.limit(0), "qa_f1_reward", fields={"answer": "gold"}, num_cpus=0.5).count(), 0)

    def test_class_by_hand_with_each_format_and_an_unscored_first_block(self) -> None:
        rows = [{"completion": "\\boxed{1}", "answer": None if i < 10 else str(i % 2)} for i in range(20)]
        dataset = self.ray.data.from_items(rows, override_num_blocks=2)
        for kind in ("numpy", "pandas", "pyarrow"):
            scored = dataset.map_batches(
                guerdon.ray.ScoreBatches,
                fn_constructor_kwargs={"reward": "math_equal_reward"},
                batch_format=kind,
                batch_size=7,
                compute=self.ray.data.ActorPoolStrategy(size=1),
                num_cpus=0.5,
            ).materialize()
            frame = scored.to_pandas()
            self.assertEqual(int(frame["reward"].isna().sum()), 10, kind)
            self.assertEqual(float(frame["reward"].sum()), 5.0, kind)
            self.assertEqual(frame["unscored"].dropna().tolist(), ["MISSING_FIELD"] * 10, kind)
            self.assertAlmostEqual(scored.mean("reward"), 0.5, msg=kind)

    def test_killed_actor_costs_no_row(self) -> None:
        source = self.path("Slow.java")
        with open(source, "w") as file:
            file.write(
                "import dev.guerdon.api.Reward;\nimport java.nio.file.*;\n"
                "public final class Slow { @Reward(\"slow\") public static double score(String finalResponse) throws Exception {\n"
                "  Files.writeString(Path.of(\"%s/\" + ProcessHandle.current().parent().get().parent().get().pid() + \".pid\"), \"\");\n"
                "  while (!Files.exists(Path.of(\"%s/go\"))) Thread.sleep(20);\n"
                "  return Double.parseDouble(finalResponse); } }\n" % (self.folder, self.folder)
            )
        dataset = self.ray.data.from_items([{"completion": str(i)} for i in range(200)], override_num_blocks=4)
        scored = guerdon.ray.score(dataset, "slow", load=[source], actors=(1, 2), num_cpus=0.5, batch_size=50, deadline=300)
        found: List[Any] = []
        worker = threading.Thread(target=lambda: found.extend(scored.take_all()))
        worker.start()
        try:
            self.assertTrue(eventually(lambda: bool(glob.glob(self.path("*.pid")))), "no actor has begun")
            victim = int(os.path.basename(glob.glob(self.path("*.pid"))[0])[:-4])
            os.kill(victim, signal.SIGKILL)
        finally:
            open(self.path("go"), "w").close()
            worker.join(LONG)
        self.assertEqual(sorted(row["reward"] for row in found), [float(i) for i in range(200)])


if __name__ == "__main__":
    unittest.main()
