package dev.guerdon.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CostTest {

    private static final int DRAWS = 200_000;

    static Stream<Cost> costs() {
        return Stream.of(
                new Cost.Constant(3),
                new Cost.Lognormal(3, 0.8),
                new Cost.HeavyTail(1, 2, 0.1, 1.5, 30),
                new Cost.HeavyTail(1, 80, 0.1, 1, 30),
                new Cost.Asking(1, 10, 2, 0.6, 4),
                new Cost.Asking(1, 10_000, 2, 0.6, 32),
                new Cost.Episode(0.5, 12, 0.5, 30, 2, 0.6),
                new Cost.Together(new Cost.Lognormal(3, 0.5), 4));
    }

    @ParameterizedTest
    @MethodSource("costs")
    void drawsHaveTheMeanThatIsPromised(Cost cost) {
        Chance chance = new Chance(7, 0);
        double sum = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < DRAWS; i++) {
            double drawn = cost.draw(chance);
            least = Math.min(least, drawn);
            sum += drawn;
        }
        assertThat(least).isPositive();
        assertThat(sum / DRAWS).isCloseTo(cost.mean(), within(0.02 * cost.mean()));
    }

    @Test
    void aSlowRecordEndsAtItsDeadline() {
        Cost cost = new Cost.HeavyTail(0, 1, 10, 0.5, 12);
        Chance chance = new Chance(7, 0);
        int slow = 0;
        for (int i = 0; i < 1000; i++) {
            double drawn = cost.draw(chance);
            slow += drawn > 12 ? 1 : 0;
            assertThat(drawn).isLessThanOrEqualTo(12 * 10);
        }
        assertThat(slow).as("pieces with more than one slow record").isBetween(200, 350);
    }

    @Test
    void severalTogetherTakeAsLongAsTheLongest() {
        assertThat(new Cost.Together(new Cost.Constant(3), 4).draw(new Chance(7, 0)))
                .isEqualTo(3);
        double alone = new Cost.Lognormal(3, 0.5).mean();
        assertThat(new Cost.Together(new Cost.Lognormal(3, 0.5), 4).mean()).isBetween(1.4 * alone, 1.8 * alone);
    }

    @Test
    void anEpisodeHasAtLeastOneStepAndNoMoreThanItsLimit() {
        Cost cost = new Cost.Episode(0, 10, 2, 15, 1, 0);
        Chance chance = new Chance(7, 0);
        for (int i = 0; i < 1000; i++) {
            assertThat(cost.draw(chance)).isBetween(1.0, 15.0);
        }
    }
}
