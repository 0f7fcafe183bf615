package dev.guerdon.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.Episodes;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PlanPowerTest {

    private static List<Episode> half(int tasks, int repeat) {
        return IntStream.range(0, tasks)
                .boxed()
                .flatMap(i -> IntStream.range(0, repeat).mapToObj(r -> Episodes.scored("t" + i, r, i % 2)))
                .toList();
    }

    private static PlanPower power(AcceptanceRule.Test test, int tasks, int repeat, int changes) {
        AcceptanceRule rule = AcceptanceRule.of(test).at(0.05 / changes);
        return PlanPower.of(rule, repeat, changes, half(tasks, repeat), 3);
    }

    @Test
    void tellsWhatAPlanCanNoticeAndWhatMoreWouldTake() {
        PlanPower power = power(AcceptanceRule.Test.SEQUENTIAL, 20, 1, 1);
        assertThat(power.smallest().orElseThrow()).isBetween(0.3, 0.5);
        assertThat(power.needed().orElseThrow()).isBetween(100L, 260L);
        assertThat(power.hopeless()).isEmpty();
        assertThat(power.sentence())
                .matches(
                        "With 20 tasks × 1 repeat and 1 change to try, this plan can only notice gains above 0\\.[34]\\d;"
                                + " 0\\.15 needs about \\d{3} episodes per change\\.");
    }

    /** With half right already only five of ten can be won, and eight changes at once need eight. */
    @Test
    void tenTasksAndEightChangesAreHopeless() {
        for (AcceptanceRule.Test test : List.of(AcceptanceRule.Test.SEQUENTIAL, AcceptanceRule.Test.PERMUTATION)) {
            PlanPower power = power(test, 10, 1, 8);
            assertThat(power.smallest()).isEmpty();
            assertThat(power.hopeless().orElseThrow()).contains("notices no gain at all", "episodes per change");
        }
    }

    @Test
    @Tag("slow")
    void wantedGainWithoutAFairChanceIsHopeless() {
        AcceptanceRule rule =
                new AcceptanceRule(AcceptanceRule.Test.SEQUENTIAL, 0.05, 0, false, -1, List.of(), 1, 0.1, "", true);
        assertThat(PlanPower.of(rule, 1, 1, half(30, 1), 3).hopeless().orElseThrow())
                .contains("is to notice a gain of 0.100");
        assertThat(PlanPower.of(rule, 1, 1, half(400, 1), 3).hopeless()).isEmpty();
    }

    /** Repeats tell noise from hard tasks: a task that always comes out the same has no noise. */
    @Test
    void repeatsThatAgreeMakeSmallerGainsVisible() {
        double once = power(AcceptanceRule.Test.SEQUENTIAL, 40, 1, 1).smallest().orElseThrow();
        double often =
                power(AcceptanceRule.Test.SEQUENTIAL, 40, 6, 1).smallest().orElseThrow();
        assertThat(often).isLessThan(once - 0.1);
    }

    @Test
    void fewestTasksOfATest() {
        assertThat(PlanPower.fewestTasks(AcceptanceRule.of(AcceptanceRule.Test.PERMUTATION)))
                .isEqualTo(5);
        assertThat(PlanPower.fewestTasks(AcceptanceRule.usual())).isEqualTo(5);
        assertThat(PlanPower.fewestTasks(AcceptanceRule.usual().at(0.05 / 8))).isEqualTo(8);
        assertThat(PlanPower.fewestTasks(AcceptanceRule.of(AcceptanceRule.Test.MEAN)))
                .isOne();
    }

    @Test
    void perfectChampionLeavesNothingToNotice() {
        List<Episode> perfect = IntStream.range(0, 30)
                .mapToObj(i -> Episodes.scored("t" + i, 0, 1))
                .toList();
        assertThat(PlanPower.of(AcceptanceRule.usual(), 1, 1, perfect, 3)
                        .hopeless()
                        .orElseThrow())
                .contains("too good");
    }
}
