package dev.guerdon.lab.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.lab.Episodes;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A decision that is looked at once has the exact test of one look. */
class WinnerConfirmationTest {

    private static List<Episode> run(int tasks, int repeats, IntToDoubleFunction reward) {
        return IntStream.range(0, tasks)
                .boxed()
                .flatMap(task -> IntStream.range(0, repeats)
                        .mapToObj(repeat -> Episodes.scored("t" + task, repeat, reward.applyAsDouble(task))))
                .toList();
    }

    private static WinnerConfirmation confirmed(List<Episode> winner, List<Episode> start) {
        TaskSplit split = new TaskSplit(List.of(), List.of("none"), List.of("t0"));
        return WinnerConfirmation.of(AcceptanceRule.usual(), split, List.of(), winner, start, 1);
    }

    @Test
    void eighteenOfTwentyFourFixedAndNoneRegressedIsFourInAMillion() {
        WinnerConfirmation found = confirmed(run(24, 1, task -> 1), run(24, 1, task -> task < 18 ? 0 : 1));
        assertThat(found.pValue()).isCloseTo(Math.pow(2, -18), within(1e-15));
        assertThat(found.confirmed()).isTrue();
    }

    @Test
    void exactlyTwoTasksConfirmNothing() {
        WinnerConfirmation found = confirmed(run(2, 1, task -> 1), run(2, 1, task -> 0));
        assertThat(found.pValue()).isEqualTo(0.25);
        assertThat(found.confirmed()).isFalse();
    }

    /** Thirty tasks, three repeats, each better by 0.15: the usual rule keeps it, also among eight changes. */
    @Test
    void changeThatIsALittleBetterOnEveryTaskIsKept() {
        List<Episode> champion = run(30, 3, task -> 0.4 + task * 0.01);
        ChangeTrial trial = new ChangeTrial(
                AcceptanceRule.usual().at(0.05 / 8),
                IntStream.range(0, 30).mapToObj(task -> "t" + task).toList(),
                3,
                7,
                champion);
        run(30, 3, task -> 0.55 + task * 0.01).forEach(one -> trial.add(one.task(), one.repeat(), one.reward()));
        assertThat(trial.outcome().kept()).isTrue();
        assertThat(trial.outcome().pValue().orElseThrow()).isCloseTo(Math.pow(2, -30), within(1e-12));
    }
}
