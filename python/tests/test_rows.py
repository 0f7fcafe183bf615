"""Samples on their way to the engine: lines, chunks, and what cannot be written."""

import json
import unittest
from typing import Any, Iterable, List

import support  # noqa: F401  (finds the package)

from guerdon._batch import Batch, Chunk
from guerdon._rows import row_line, to_json

WINDOW = 64 << 20


def chunks(rows: Iterable[Any], window: int = WINDOW) -> "tuple[List[Chunk], Batch]":
    batch = Batch("any", rows, None, None)
    sent: List[Chunk] = []
    while not batch.finished:
        chunk = batch.next_chunk(0, window)
        if chunk is None:
            break
        sent.append(chunk)
    return sent, batch


class RowsTest(unittest.TestCase):
    def sent(self, parts: List[Chunk]) -> "dict[int, Any]":
        """Each sample that is sent, by its index; all lines of a payload are those of its chunk."""
        found = {}
        for chunk in parts:
            self.assertEqual(chunk.payload.split(b"\n")[1:], chunk.lines)
            for index, line in zip(chunk.indices, chunk.lines):
                self.assertNotIn(index, found)
                found[index] = json.loads(line)
        return found

    def test_every_plain_sample_is_sent_once(self) -> None:
        for count in (0, 1, 255, 256, 257, 1000):
            rows = [{"n": i, "text": "é\n\u2028"} for i in range(count)]
            for source in (rows, iter(rows), (row for row in rows)):
                parts, batch = chunks(source)
                self.assertEqual(self.sent(parts), dict(enumerate(rows)))
                self.assertEqual(len(batch.scores), count)

    def test_a_sample_that_cannot_be_written_spoils_only_itself(self) -> None:
        loop: List[Any] = []
        loop.append(loop)
        for bad in (7, None, {"x": loop}, {"x": object()}, {"x": b""}):
            rows: List[Any] = [{"n": i} for i in range(600)]
            rows[300] = bad
            parts, batch = chunks(rows)
            found = self.sent(parts)
            self.assertEqual(sorted(found), [i for i in range(600) if i != 300])
            self.assertTrue(all(found[i] == {"n": i} for i in found))
            score = batch.scores[300]
            self.assertIsNotNone(score)
            assert score is not None and score.unscored is not None
            self.assertEqual(score.unscored.reason, "INVALID_INPUT")

    def test_large_samples_go_in_small_chunks_and_too_large_ones_not_at_all(self) -> None:
        rows = [{"n": i, "text": "x" * 50_000} for i in range(20)]
        rows[7]["text"] = "x" * 300_000
        parts, batch = chunks(rows, 200_000)
        self.assertEqual(sorted(self.sent(parts)), [i for i in range(20) if i != 7])
        self.assertTrue(all(len(chunk.payload) <= 200_000 for chunk in parts))
        self.assertIsNotNone(batch.scores[7])

    def test_given_up_samples_are_all_answered(self) -> None:
        batch = Batch("any", ({"n": i} if i % 300 else i for i in range(900)), None, None)
        batch.next_chunk(0, WINDOW)
        batch.give_up()
        self.assertEqual(len(batch.scores), 900)
        self.assertNotIn(None, batch.scores)

    def test_what_is_written_is_what_json_writes(self) -> None:
        for value in ({"a": [1, 2.5, None, True, "é\"\\\n\u2028\U0001f600"], "b": {"c": ()}, "1": -0.0, 2: 1e300}, [], "x", 7):
            self.assertEqual(json.loads(to_json(value)), json.loads(json.dumps(value)))
        self.assertEqual(row_line({"x": "\ud800"}), b'{"x":"\\ud800"}')


if __name__ == "__main__":
    unittest.main()
