package dev.guerdon.lab.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.lab.Episodes;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangeTrialTest {

    private static AcceptanceRule rule(AcceptanceRule.Test test) {
        return AcceptanceRule.of(test);
    }

    private static ChangeTrial trial(AcceptanceRule rule, double... champion) {
        List<String> tasks =
                IntStream.range(0, champion.length).mapToObj(i -> "t" + i).toList();
        List<Episode> episodes = IntStream.range(0, champion.length)
                .mapToObj(i -> Episodes.scored("t" + i, 0, champion[i]))
                .toList();
        return new ChangeTrial(rule, tasks, 1, 7, episodes);
    }

    private static ChangeTrial.Outcome after(ChangeTrial trial, double... rewards) {
        for (int i = 0; i < rewards.length; i++) {
            trial.add("t" + i, 0, rewards[i]);
        }
        return trial.outcome();
    }

    @Test
    void higherMeanIsKeptAndNamesWhatRegressed() {
        ChangeTrial.Outcome outcome = after(trial(rule(AcceptanceRule.Test.MEAN), 0, 0.5, 1), 1, 1, 0.5);
        assertThat(outcome.kept()).isTrue();
        assertThat(outcome.gain()).isEqualTo(1.0 / 3);
        assertThat(outcome.regressions()).containsExactly("t2");
        assertThat(outcome.reason()).contains("rose by 0.333 over 3 tasks");
    }

    @Test
    void equalMeanIsRolledBackUnlessTiesAreKept() {
        assertThat(after(trial(rule(AcceptanceRule.Test.MEAN), 0.5, 0.5), 0.5, 0.5)
                        .kept())
                .isFalse();
        AcceptanceRule ties =
                new AcceptanceRule(AcceptanceRule.Test.MEAN, 0.05, 0, true, -1, List.of(), 1, Double.NaN, "", false);
        assertThat(after(trial(ties, 0.5, 0.5), 0.5, 0.5).kept()).isTrue();
    }

    @Test
    void gainMustExceedTheLeastOne() {
        AcceptanceRule tenth =
                new AcceptanceRule(AcceptanceRule.Test.MEAN, 0.05, 0.1, false, -1, List.of(), 1, Double.NaN, "", false);
        assertThat(after(trial(tenth, 0.5, 0.5), 0.55, 0.55).kept()).isFalse();
        assertThat(after(trial(tenth, 0.5, 0.5), 0.65, 0.65).kept()).isTrue();
    }

    @Test
    void trialEndsEarlyWhenTheRestCannotChangeIt() {
        ChangeTrial trial = trial(rule(AcceptanceRule.Test.MEAN), 1, 1, 1, 0.9);
        assertThat(after(trial, 1).decided()).isFalse();
        trial.add("t1", 0, 0);
        assertThat(trial.outcome().decided()).isTrue();
        assertThat(trial.outcome().kept()).isFalse();
        assertThat(trial.outcome().reason()).contains("2 tasks of 4", "could not have changed this");
    }

    @Test
    void trialDoesNotEndEarlyWhileTheRestCouldChangeIt() {
        assertThat(after(trial(rule(AcceptanceRule.Test.MEAN), 1, 0, 0, 0), 0).decided())
                .isFalse();
    }

    @Test
    void taskThatMustNotRegressDecidesAtOnce() {
        AcceptanceRule sacred = new AcceptanceRule(
                AcceptanceRule.Test.MEAN, 0.05, 0, false, -1, List.of("t1"), 1, Double.NaN, "", false);
        ChangeTrial.Outcome outcome = after(trial(sacred, 0, 1, 0, 0), 1, 0.5);
        assertThat(outcome.decided()).isTrue();
        assertThat(outcome.kept()).isFalse();
        assertThat(outcome.reason()).contains("t1 must not lose reward");
    }

    @Test
    void tooManyRegressionsAreRolledBackWhateverTheMean() {
        AcceptanceRule strict =
                new AcceptanceRule(AcceptanceRule.Test.MEAN, 0.05, 0, false, 1, List.of(), 1, Double.NaN, "", false);
        ChangeTrial.Outcome outcome = after(trial(strict, 0.5, 0.5, 0, 0), 0.4, 0.4, 1, 1);
        assertThat(outcome.kept()).isFalse();
        assertThat(outcome.reason()).contains("2 tasks lost reward, where 1 may");
    }

    @Test
    void permutationTestKeepsOnlyWhatChanceDoesNotExplain() {
        ChangeTrial.Outcome few = after(trial(rule(AcceptanceRule.Test.PERMUTATION), 0, 0, 0), 1, 1, 1);
        assertThat(few.kept()).isFalse();
        assertThat(few.pValue().orElseThrow()).isCloseTo(0.125, within(1e-9));
        ChangeTrial.Outcome enough = after(trial(rule(AcceptanceRule.Test.PERMUTATION), 0, 0, 0, 0, 0), 1, 1, 1, 1, 1);
        assertThat(enough.kept()).isTrue();
        assertThat(enough.pValue().orElseThrow()).isCloseTo(1 / 32.0, within(1e-9));
    }

    @Test
    void permutationTestHasNoVerdictBeforeTheEnd() {
        ChangeTrial.Outcome outcome =
                after(trial(rule(AcceptanceRule.Test.PERMUTATION), 0, 0, 0, 0, 0, 0), 1, 1, 1, 1, 1);
        assertThat(outcome.decided()).isFalse();
        assertThat(outcome.kept()).isFalse();
    }

    @Test
    void sequentialTestStopsAsSoonAsItIsSure() {
        ChangeTrial trial = trial(rule(AcceptanceRule.Test.SEQUENTIAL), new double[60]);
        int needed = 0;
        while (!trial.decided()) {
            trial.add("t" + needed++, 0, 1);
        }
        assertThat(needed).isBetween(4, 20);
        assertThat(trial.outcome().kept()).isTrue();
        assertThat(trial.outcome().pValue().orElseThrow()).isLessThanOrEqualTo(0.05);
    }

    @Test
    void sequentialTestGivesUpWhenItCannotBecomeSureAnyMore() {
        ChangeTrial trial = trial(rule(AcceptanceRule.Test.SEQUENTIAL), 0.5, 0.5, 0.5);
        assertThat(trial.decided()).isTrue();
        assertThat(trial.outcome().kept()).isFalse();
    }

    @Test
    void orderOfArrivalDoesNotMatter() {
        ChangeTrial trial = trial(rule(AcceptanceRule.Test.MEAN), 0, 0, 0);
        trial.add("t2", 0, 1);
        assertThat(trial.outcome().compared()).isZero();
        trial.add("t0", 0, 1);
        assertThat(trial.outcome().compared()).isEqualTo(1);
        trial.add("t1", 0, 1);
        assertThat(trial.outcome().compared()).isEqualTo(3);
    }
}
