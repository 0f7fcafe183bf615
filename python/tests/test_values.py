"""Values of programs and tables become what the engine reads; what has no form in JSON costs only the rewards that read it."""

import asyncio
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import json
import math
import pathlib
import unittest
import uuid
from typing import Any, Dict, List

from replay import package  # isort: skip; finds the package and an engine

import guerdon
from guerdon._rows import row_line
from guerdon._values import plain

numpy: Any = package("numpy")
pandas: Any = package("pandas")
pyarrow: Any = package("pyarrow")
torch: Any = package("torch")


class Color(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: float
    of: List[Any]


LOOP: List[Any] = []
LOOP.append(LOOP)

FORMS = [
    (datetime.date(2020, 1, 2), "2020-01-02"),
    (datetime.datetime(2020, 1, 2, 3, 4, 5), "2020-01-02T03:04:05"),
    (datetime.time(3, 4), "03:04:00"),
    (decimal.Decimal("0.1"), 0.1),
    (decimal.Decimal("5"), 5),
    (decimal.Decimal("0.12345678901234567890"), "0.12345678901234567890"),
    (decimal.Decimal("NaN"), None),
    (fractions.Fraction(1, 2), "1/2"),
    (Color.RED, "red"),
    (Point(1.5, [Color.RED]), {"x": 1.5, "of": ["red"]}),
    ({3, 1, 2}, [1, 2, 3]),
    (frozenset(["b", "a"]), ["a", "b"]),
    ((1, (2,)), [1, [2]]),
    (collections.deque([1]), [1]),
    (range(2), [0, 1]),
    ({1: "a", Color.RED: 2}, {"1": "a", "red": 2}),
    (collections.OrderedDict(a={"b": {1}}), {"a": {"b": [1]}}),
    (uuid.UUID(int=1), str(uuid.UUID(int=1))),
    (pathlib.PurePosixPath("a/b"), "a/b"),
    (math.nan, None),
    ([0.5, math.nan], [0.5, None]),
]

FORMLESS = [b"x", bytearray(b"x"), object(), math.inf, [-math.inf], 1j, LOOP, {"a": [b"x"]}, (one for one in ()), decimal.Decimal("Infinity")]


def sent(row: Dict[str, Any]) -> Any:
    line = row_line(row)
    assert isinstance(line, bytes), line
    return json.loads(line)


class Forms(unittest.TestCase):
    def test_values_with_a_form_are_sent_in_it(self) -> None:
        for value, form in FORMS:
            with self.subTest(value=value):
                self.assertEqual(plain(value, "x"), form)
                self.assertEqual(sent({"a": value, "b": [value]}), {"a": form, "b": [form]})
                self.assertEqual(sent({"a": value, "n": math.nan}), {"a": form, "n": None})

    def test_a_formless_field_that_is_read_is_told_by_name_type_and_row(self) -> None:
        rows = [{"final_response": "Lima", "answer": "Lima"}] * 2 + [{"final_response": "Lima", "answer": b"Lima"}]
        scores = guerdon.score_many("qa_f1_reward", rows)
        self.assertEqual([score.reward for score in scores], [1.0, 1.0, None])
        assert scores[2].unscored is not None
        self.assertEqual(scores[2].unscored.reason, "INVALID_INPUT")
        self.assertRegex(scores[2].unscored.message, "row 2: the field 'answer' has bytes.*'qa_f1_reward' reads it")

    def test_fields_that_the_reward_does_not_read_cost_nothing(self) -> None:
        recipe = guerdon.recipe(["qa_f1_reward", {"reward": "qa_em_reward", "map": {"golden_answers": "golds"}}])
        for value in [*FORMLESS, *(value for value, _ in FORMS)]:
            with self.subTest(value=str(type(value))):
                row = {"final_response": "Lima", "answer": "Lima", "golds": ["Lima"], "other": value, "golden_answers": value}
                for reward in ("qa_f1_reward", recipe):
                    many = guerdon.score_many(reward, [row, row])
                    again = asyncio.run(guerdon.ascore_many(reward, [row]))
                    one = guerdon.score(reward, row)
                    self.assertEqual([score.unscored for score in [*many, *again, one]], [None] * 4)
                    self.assertGreater(one.reward or 0, 0)

    def test_nan_that_is_read_is_missing(self) -> None:
        score = guerdon.score("qa_f1_reward", final_response="Lima", answer=math.nan)
        assert score.unscored is not None
        self.assertEqual(score.unscored.reason, "MISSING_FIELD")
        self.assertEqual(guerdon.score("qa_f1_reward", {"final_response": math.nan, "answer": "x"}).unscored.reason, "MISSING_FIELD")  # type: ignore

    def test_infinity_that_is_read_is_told_in_words_of_our_own(self) -> None:
        score = guerdon.score("math_equal_reward", final_response="1", answer=math.inf)
        assert score.unscored is not None
        self.assertRegex(score.unscored.message, "the field 'answer' has an infinite number")


class Arguments(unittest.TestCase):
    def test_rows_that_are_no_rows_are_refused_at_the_call(self) -> None:
        wrong: List[Any] = [{"final_response": ["x"], "answer": ["x"]}, "text", b"x", None, 7]
        if pandas is not None:
            wrong += [pandas.DataFrame({"final_response": ["x"], "answer": ["x"]})]
        if pyarrow is not None:
            wrong += [pyarrow.table({"final_response": ["x"]})]
        for rows in wrong:
            with self.subTest(type(rows).__name__):
                with self.assertRaisesRegex(TypeError, "rows is a list of mappings"):
                    guerdon.score_many("qa_f1_reward", rows)
                with self.assertRaisesRegex(TypeError, "rows is a list of mappings"):
                    asyncio.run(guerdon.ascore_many("qa_f1_reward", rows))

    def test_a_row_that_is_none_costs_no_other(self) -> None:
        rows: List[Any] = [{"final_response": "x", "answer": "x"}, "x", {"final_response": 3, "answer": "3"}, {"messages": "x"}]
        scores = guerdon.score_many("qa_f1_reward", rows)
        self.assertEqual([score.unscored and score.unscored.reason for score in scores], [None] + ["INVALID_INPUT"] * 3)
        self.assertRegex(str(scores[2].unscored), "row 2: 'final_response' is a text, found int")

    def test_arguments_of_the_wrong_type_are_type_errors(self) -> None:
        good: Dict[str, Any] = {"final_response": "x", "answer": "x"}
        wrong: List[Dict[str, Any]] = [
            {"deadline": "5"},
            {"deadline": True},
            {"deadline": [1]},
            {"on_unscored": True},
            {"on_unscored": [1]},
            {"final_response": 3},
            {"final_response": ["x"]},
            {"final_response": b"x"},
            {"messages": "x"},
            {"messages": {"role": "user", "content": "x"}},
            {"messages": ["x"]},
            {"trajectory": "x"},
            {"trajectory": [{"role": "user", "content": "x"}, 3]},
        ]
        for one in wrong:
            with self.subTest(one):
                with self.assertRaises(TypeError):
                    guerdon.score("qa_f1_reward", **{**good, **one})
                with self.assertRaises(TypeError):
                    asyncio.run(guerdon.ascore("qa_f1_reward", **{**good, **one}))
        for many in ({"deadline": "5"}, {"timeout": "5"}, {"on_unscored": True}):
            with self.assertRaises(TypeError):
                guerdon.score_many("qa_f1_reward", [good], **many)  # type: ignore[arg-type]
        for deadline in (0, -1, math.nan, math.inf):
            with self.assertRaises(ValueError):
                guerdon.score("qa_f1_reward", deadline=deadline, **good)
        for call in (guerdon.score, guerdon.score_many):
            with self.assertRaises(TypeError):
                call(7, [good])  # type: ignore
        with self.assertRaises(TypeError):
            guerdon.score("qa_f1_reward", [good])  # type: ignore[arg-type]


@unittest.skipIf(numpy is None, "numpy is not installed here")
class Arrays(unittest.TestCase):
    def test_numbers_of_few_bits_keep_their_digits(self) -> None:
        self.assertEqual(sent({"a": numpy.float32(0.1), "b": numpy.float16(0.1), "c": numpy.float64(0.1)}), {"a": 0.1, "b": 0.1, "c": 0.1})
        values = [0.1, 1 / 3, 1e-40, 1e30, 16777216.0, -2.5e-8, 3.4028235e38, 65504.0, 6e-8]
        for kind in (numpy.float32, numpy.float16):
            for value in values:
                number = kind(value)
                if numpy.isfinite(number):
                    self.assertEqual(sent({"a": number})["a"], float(str(number)), (kind, value))
        some = numpy.random.default_rng(1).random(500).astype("float32")
        self.assertEqual(sent({"a": some})["a"], [float(str(one)) for one in some])
        self.assertEqual(sent({"a": numpy.array([[0.1]], dtype="float32")}), {"a": [[0.1]]})
        self.assertEqual(guerdon.score("math_equal_reward", final_response="\\boxed{0.1}", answer=numpy.float32(0.1)).reward, 1.0)

    def test_scalars_and_arrays_of_all_kinds(self) -> None:
        row = {
            "int": numpy.int64(7),
            "truth": numpy.bool_(True),
            "text": numpy.str_("x"),
            "nan": numpy.float32("nan"),
            "time": numpy.datetime64("2020-01-02"),
            "no_time": numpy.datetime64("NaT"),
            "times": numpy.array(["2020-01-02", "NaT"], dtype="datetime64[D]"),
            "objects": numpy.array([{"a": numpy.float32(0.1)}, None], dtype=object),
            "long": numpy.longdouble("0.5"),
            "unsigned": numpy.array([1, 2], dtype="uint8"),
        }
        self.assertEqual(
            sent(row),
            {
                "int": 7,
                "truth": True,
                "text": "x",
                "nan": None,
                "time": "2020-01-02",
                "no_time": None,
                "times": ["2020-01-02", None],
                "objects": [{"a": 0.1}, None],
                "long": 0.5,
                "unsigned": [1, 2],
            },
        )
        self.assertEqual(guerdon.score("qa_f1_reward", final_response=numpy.str_("x"), answer=numpy.str_("x")).reward, 1.0)

    @unittest.skipIf(pandas is None, "pandas is not installed here")
    def test_cells_of_pandas(self) -> None:
        frame = pandas.DataFrame({"t": [pandas.Timestamp("2020-01-02"), pandas.NaT], "n": pandas.array([1, None], dtype="Int64"), "f": [0.5, None]})
        self.assertEqual([sent(row)["t"] for row in frame.to_dict("records")], ["2020-01-02T00:00:00", None])
        self.assertEqual([sent(row)["n"] for row in frame.to_dict("records")], [1, None])
        self.assertEqual([sent(row)["f"] for row in frame.to_dict("records")], [0.5, None])
        self.assertEqual(sent({"s": pandas.Series([0.1], dtype="float32")}), {"s": [0.1]})

    @unittest.skipIf(torch is None, "torch is not installed here")
    def test_tensors(self) -> None:
        for kind in (torch.float32, torch.float16, torch.bfloat16):
            self.assertEqual(sent({"a": torch.tensor(0.1, dtype=kind), "b": torch.tensor([0.1, 2], dtype=kind)}), {"a": 0.1, "b": [0.1, 2.0]})
        self.assertEqual(sent({"a": torch.tensor([1, 2])}), {"a": [1, 2]})
        row = {"final_response": "x", "answer": "x", "weights": torch.empty(2, device="meta")}
        self.assertEqual(guerdon.score("qa_f1_reward", row).reward, 1.0)


if __name__ == "__main__":
    unittest.main()
