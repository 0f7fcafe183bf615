package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.viewer.episode.StepAlignment.Kind;
import dev.guerdon.viewer.episode.StepAlignment.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StepAlignmentTest {

    private static List<Turn> trace(String... actions) {
        List<Turn> turns = new ArrayList<>();
        for (String action : actions) {
            turns.add(TraceRuns.turn(turns.size(), action, "result of " + action));
        }
        return turns;
    }

    @Test
    void theSameTraceIsTheSameThroughout() {
        StepAlignment alignment = StepAlignment.of(trace("a()", "b()"), trace("a()", "b()"));

        assertThat(alignment.rows()).containsExactly(new Row(0, 0, Kind.SAME), new Row(1, 1, Kind.SAME));
        assertThat(alignment.firstDifference()).isEqualTo(-1);
    }

    @Test
    void aStepThatOnlyOneHasStandsAlone() {
        StepAlignment alignment = StepAlignment.of(trace("a()", "c()", "d()"), trace("a()", "b()", "c()", "d()"));

        assertThat(alignment.rows())
                .containsExactly(
                        new Row(0, 0, Kind.SAME),
                        new Row(-1, 1, Kind.ONLY_CANDIDATE),
                        new Row(1, 2, Kind.SAME),
                        new Row(2, 3, Kind.SAME));
        assertThat(alignment.firstDifference()).isEqualTo(1);
    }

    @Test
    void theSameActionWithAnotherResultIsADifference() {
        List<Turn> base = List.of(TraceRuns.turn(0, "fetch(1)", "ten"));
        List<Turn> candidate = List.of(TraceRuns.turn(0, "fetch(1)", "eleven"));

        assertThat(StepAlignment.of(base, candidate).rows()).containsExactly(new Row(0, 0, Kind.OTHER_RESULT));
    }

    @Test
    void anotherErrorIsADifference() {
        List<Turn> base = List.of(TraceRuns.turn(0, "fetch(1)", "", "", java.util.Map.of()));
        List<Turn> candidate = List.of(TraceRuns.turn(0, "fetch(1)", "", "refused", java.util.Map.of()));

        assertThat(StepAlignment.of(base, candidate).firstDifference()).isZero();
    }

    @Test
    void portsOfThisMachineAreNoDifference() {
        List<Turn> base =
                List.of(TraceRuns.turn(0, "goto('http://web.localhost:4011/a')", "at http://127.0.0.1:4011/"));
        List<Turn> candidate =
                List.of(TraceRuns.turn(0, "goto('http://web.localhost:5022/a')", "at http://127.0.0.1:5022/"));

        assertThat(StepAlignment.of(base, candidate).rows()).containsExactly(new Row(0, 0, Kind.SAME));
        assertThat(StepAlignment.plain("http://example.org:81/")).isEqualTo("http://example.org:81/");
    }

    @Test
    void oneSideMayBeEmpty() {
        assertThat(StepAlignment.of(List.of(), trace("a()")).rows())
                .containsExactly(new Row(-1, 0, Kind.ONLY_CANDIDATE));
        assertThat(StepAlignment.of(List.of(), List.of()).rows()).isEmpty();
    }

    @Test
    void everyStepStandsOnceAndInOrder() {
        Random random = new Random(11);
        for (int round = 0; round < 500; round++) {
            List<Turn> base = random(random);
            List<Turn> candidate = random(random);

            StepAlignment alignment = StepAlignment.of(base, candidate);

            assertThat(alignment.rows().stream().map(Row::base).filter(step -> step >= 0))
                    .containsExactlyElementsOf(numbers(base.size()));
            assertThat(alignment.rows().stream().map(Row::candidate).filter(step -> step >= 0))
                    .containsExactlyElementsOf(numbers(candidate.size()));
            for (Row row : alignment.rows()) {
                boolean same = row.base() >= 0
                        && row.candidate() >= 0
                        && base.get(row.base())
                                .action()
                                .equals(candidate.get(row.candidate()).action())
                        && base.get(row.base())
                                .observation()
                                .equals(candidate.get(row.candidate()).observation());
                assertThat(row.kind() == Kind.SAME).isEqualTo(same);
            }
        }
    }

    @Test
    void asManyStepsAreTheSameWhicheverSideIsTheBase() {
        Random random = new Random(12);
        for (int round = 0; round < 300; round++) {
            List<Turn> one = random(random);
            List<Turn> other = random(random);

            assertThat(gain(StepAlignment.of(one, other))).isEqualTo(gain(StepAlignment.of(other, one)));
        }
    }

    @Test
    void tracesTooLongToLineUpStandSideBySide() {
        List<Turn> base = new ArrayList<>();
        List<Turn> candidate = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            base.add(TraceRuns.turn(i, "b(" + i + ")", "x"));
            candidate.add(TraceRuns.turn(i, "c(" + i + ")", "x"));
        }

        StepAlignment alignment = StepAlignment.of(base, candidate);

        assertThat(alignment.exact()).isFalse();
        assertThat(alignment.rows()).hasSize(2_500);
    }

    /** What the alignment is to make large. */
    private static int gain(StepAlignment alignment) {
        return alignment.rows().stream()
                .mapToInt(row -> row.kind() == Kind.SAME ? 4 : row.kind() == Kind.OTHER_RESULT ? 3 : 0)
                .sum();
    }

    private static List<Turn> random(Random random) {
        List<Turn> turns = new ArrayList<>();
        int size = random.nextInt(9);
        for (int i = 0; i < size; i++) {
            // Names that all differ, so that only whole actions count.
            String action = "abcd".charAt(random.nextInt(4)) + "()";
            turns.add(TraceRuns.turn(i, action, random.nextInt(3) == 0 ? "odd" : "even"));
        }
        return turns;
    }

    private static List<Integer> numbers(int size) {
        return java.util.stream.IntStream.range(0, size).boxed().toList();
    }
}
