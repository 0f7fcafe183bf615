package dev.guerdon.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chance of ever crossing is counted over all signs, and compared with what the walk says it spent. */
class FairWalkTest {

    /** Walks all signs of the steps; looks after each place that is named, with the budget that is named there. */
    private static double crossing(int[] steps, int[] looks, double[] budgets) {
        FairWalk walk = new FairWalk();
        OptionalLong[] bounds = new OptionalLong[looks.length];
        int made = 0;
        for (int i = 0; i < looks.length; i++) {
            for (; made < looks[i]; made++) {
                walk.step(steps[made]);
            }
            bounds[i] = walk.look(budgets[i]);
        }
        int crossed = 0;
        for (int signs = 0; signs < 1 << steps.length; signs++) {
            long lead = 0;
            boolean over = false;
            for (int place = 0, look = 0; place < steps.length; place++) {
                lead += ((signs >> place) & 1) == 1 ? steps[place] : -steps[place];
                for (; look < looks.length && looks[look] == place + 1; look++) {
                    over |= bounds[look].isPresent() && lead >= bounds[look].getAsLong();
                }
            }
            crossed += over ? 1 : 0;
        }
        double chance = crossed / (double) (1 << steps.length);
        assertThat(walk.spent()).isCloseTo(chance, within(1e-15));
        return chance;
    }

    @Test
    void chanceOfEverCrossingIsExactlyWhatWasSpentAndNeverMoreThanTheBudget() {
        int[] ones = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        double[] budgets = {0.02, 0.05, 0.1, 0.2};
        assertThat(crossing(ones, new int[] {3, 6, 9, 12}, budgets)).isBetween(0.1, 0.2);
        assertThat(crossing(ones, new int[] {12}, new double[] {0.05})).isEqualTo(79 / 4096.0);
        // Two looks at the same place: a kept rival passes its share on.
        assertThat(crossing(ones, new int[] {6, 6, 12}, new double[] {0.02, 0.2, 0.2}))
                .isBetween(0.1, 0.2);
    }

    @Test
    void stepsOfDifferentSizesAreExactTooAlsoWhereTheUnitShrinks() {
        int[] sizes = {50, 50, 25, 50, 10, 0, 17, 33, 50, 1};
        assertThat(crossing(sizes, new int[] {2, 4, 7, 10}, new double[] {0.3, 0.3, 0.35, 0.4}))
                .isBetween(0.3, 0.4);
    }

    @ParameterizedTest
    @CsvSource({"0.25, 2", "0.2499999, none", "0.74, 2", "0.75, 0", "1, -2", "0, none"})
    void twoStepsHaveTheirBoundaryAtTheVeryChance(double budget, String bound) {
        FairWalk walk = new FairWalk();
        walk.step(1);
        walk.step(-1);
        OptionalLong found = walk.look(budget);
        assertThat(found.isPresent() ? String.valueOf(found.getAsLong()) : "none")
                .isEqualTo(bound);
    }

    @Test
    void noStepCrossesOnlyWithCertainty() {
        assertThat(new FairWalk().look(0.999)).isEmpty();
        assertThat(new FairWalk().look(1)).hasValue(0);
    }

    @Test
    void walkThatBeginsAnewHasOnlyTheRestToSpend() {
        FairWalk walk = new FairWalk();
        walk.step(1);
        walk.step(1);
        assertThat(walk.look(0.25)).hasValue(2);
        FairWalk anew = walk.anew();
        anew.step(1);
        assertThat(anew.look(0.7)).isEmpty();
        assertThat(anew.look(0.75)).hasValue(1);
    }
}
