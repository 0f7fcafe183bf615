"""What trainers hand over becomes what the engine reads."""

import math
import pickle
import subprocess
import sys
import unittest

import replay  # isort: skip; finds the package and an engine

import guerdon
from guerdon._samples import Scoring, content_text, numbers, reward_or_raise, text_of, without_end_tokens


class Texts(unittest.TestCase):
    def test_text_is_that_of_the_last_assistant_message(self) -> None:
        said = [{"role": "assistant", "content": "first"}, {"role": "tool", "content": "x"}, {"role": "assistant", "content": "last"}]
        self.assertEqual(text_of(said), "last")
        self.assertEqual(text_of([*said, {"role": "tool", "content": "after"}]), "last")

    def test_content_in_parts_is_joined_and_pictures_are_left_out(self) -> None:
        self.assertEqual(content_text([{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]), "ab")
        self.assertEqual(content_text(None), "")

    def test_conversation_without_an_answer_is_empty(self) -> None:
        self.assertEqual(text_of([]), "")
        self.assertEqual(text_of([{"role": "assistant", "content": None, "tool_calls": []}]), "")

    def test_what_is_no_message_is_refused(self) -> None:
        with self.assertRaisesRegex(TypeError, "found int"):
            text_of([3])

    def test_special_tokens_are_cut_at_the_end_alone(self) -> None:
        for token in ("<|im_end|>", "<|endoftext|>", "</s>", "<eos>", "<｜end▁of▁sentence｜>", "<|eot_id|>\n", "<|im_end|>\n<|endoftext|>"):
            self.assertEqual(without_end_tokens("Paris" + token), "Paris", token)
        kept = ("a <|im_end|> b", "x < 3 | y > 2", "<answer>4</answer>", "|x|>", "Paris")
        for text in kept:
            self.assertEqual(without_end_tokens(text), text)

    def test_a_long_run_of_openings_is_read_in_time(self) -> None:
        text = "<|" * 200_000
        self.assertEqual(without_end_tokens(text), text)
        spaces = " " * 200_000 + "x"
        self.assertEqual(without_end_tokens(spaces), spaces)


class Numbers(unittest.TestCase):
    def test_only_finite_numbers_are_told(self) -> None:
        self.assertEqual(numbers({"a": 1, "b": True, "c": 0.5, "d": "x", "e": math.nan, "f": None, "g": [1]}), {"a": 1.0, "b": 1.0, "c": 0.5})

    def test_unscored_raises_unless_there_is_a_fallback(self) -> None:
        score = guerdon.Score(None, {}, guerdon.Unscored("TIMEOUT", "too slow"))
        self.assertEqual(reward_or_raise(score, -1), -1.0)
        with self.assertRaises(guerdon.UnscoredError) as raised:
            reward_or_raise(score, None)
        # Trainers take a TimeoutError for a reward of 0.
        self.assertNotIsInstance(raised.exception, TimeoutError)
        again = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual(again.unscored, score.unscored)


class Samples(unittest.TestCase):
    def test_only_what_the_reward_reads_is_sent(self) -> None:
        sample = Scoring("qa_f1_reward").sample("Lima", {"answer": "Lima", "image": object(), "messages": [1], "id": 7})
        self.assertEqual(sample, {"answer": "Lima", "final_response": "Lima"})

    def test_fields_are_read_from_other_columns(self) -> None:
        scoring = Scoring("qa_f1_reward", {"answer": "solution"})
        self.assertEqual(scoring.sample("x", {"solution": "y", "answer": "z"})["answer"], "y")
        with self.assertRaisesRegex(KeyError, "no column 'solution'.* there are: answer"):
            scoring.sample("x", {"answer": "z"})

    def test_gold_goes_to_the_field_that_the_reward_needs(self) -> None:
        self.assertEqual(Scoring("qa_f1_reward", gold="label").sample("x", {"label": "y"})["answer"], "y")
        self.assertEqual(Scoring("qa_em_reward", gold="label").sample("x", {"label": ["y"]})["golden_answers"], ["y"])
        self.assertEqual(Scoring("qa_f1_reward", gold="label").sample("x", {"label": "y", "answer": "z"})["answer"], "z")

    def test_trajectory_is_sent_where_the_reward_reads_it(self) -> None:
        sample = Scoring("qa_em_format_reward").sample("x", {"golden_answers": ["y"]}, [{"role": "user", "content": "q"}])
        self.assertEqual([message["role"] for message in sample["trajectory"]], ["user", "assistant"])

    def test_options_of_a_reward_change_no_field(self) -> None:
        self.assertEqual(Scoring("math_equal_reward(extraction=boxed)", gold="label").sample("x", {"label": "1"})["answer"], "1")

    def test_unknown_reward_is_told_with_its_neighbour(self) -> None:
        with self.assertRaisesRegex(guerdon.RequestError, "qa_f1_reward"):
            Scoring("qa_f1_rewrad").sample("x", {})

    def test_scoring_can_be_pickled(self) -> None:
        scoring = Scoring("qa_f1_reward", {"answer": "solution"}, None, 3.0)
        self.assertEqual(pickle.loads(pickle.dumps(scoring)), scoring)


class Imports(unittest.TestCase):
    def test_no_adapter_imports_its_trainer(self) -> None:
        adapters = "trl verl openrlhf swift areal slime verifiers inspect evalprotocol datasets ray".split()
        packages = "trl verl openrlhf swift areal verifiers inspect_ai eval_protocol datasets ray pyarrow torch numpy transformers".split()
        code = "import sys\n%s\nprint([p for p in %r if p in sys.modules])" % (
            "\n".join("import guerdon.%s" % adapter for adapter in adapters),
            packages,
        )
        done = subprocess.run([sys.executable, "-c", code], env=replay.variables(), capture_output=True, text=True, timeout=120)
        self.assertEqual((done.stdout.strip(), done.returncode), ("[]", 0), done.stderr)


if __name__ == "__main__":
    unittest.main()
