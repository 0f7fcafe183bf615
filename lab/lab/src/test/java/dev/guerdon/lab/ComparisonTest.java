package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.ConfigChange;
import dev.guerdon.lab.spi.Comparison.Counts;
import dev.guerdon.lab.spi.Comparison.DomainChange;
import dev.guerdon.lab.spi.Comparison.FlakyTask;
import dev.guerdon.lab.spi.Comparison.Options;
import dev.guerdon.lab.spi.Comparison.TaskChange;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunInfo;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static Versus compare(Rewards base, Rewards candidate) {
        return compare(base, candidate, Options.DEFAULT);
    }

    private static Versus compare(Rewards base, Rewards candidate, Options options) {
        return RunComparer.compare(base.source(), List.of(candidate.source()), options)
                .candidates()
                .getFirst();
    }

    @Test
    void tasksAreSortedByWhatBecameOfThem() {
        Rewards base = new Rewards("old")
                .task("fixed", 0)
                .task("better by little", 0.5)
                .task("regressed", 1)
                .task("same", 1)
                .task("gone", 1);
        Rewards candidate = new Rewards("new")
                .task("same", 1)
                .task("regressed", 0.2)
                .task("better by little", 0.55)
                .task("fixed", 1)
                .task("new", 1);
        Versus versus = compare(base, candidate);
        assertThat(versus.counts()).isEqualTo(new Counts(1, 1, 0, 2, 1, 1));
        assertThat(versus.changes())
                .extracting(TaskChange::task, TaskChange::change)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("regressed", Change.REGRESSED),
                        org.assertj.core.groups.Tuple.tuple("fixed", Change.FIXED),
                        org.assertj.core.groups.Tuple.tuple("gone", Change.ONLY_IN_BASE),
                        org.assertj.core.groups.Tuple.tuple("new", Change.ONLY_IN_CANDIDATE));
        assertThat(versus.tasks()).isEqualTo(4);
        assertThat(versus.baseMean()).isEqualTo(0.625);
        assertThat(versus.candidateMean()).isEqualTo(0.6875);
        assertThat(versus.difference().mean()).isCloseTo(0.0625, within(1e-12));
        assertThat(versus.notices())
                .containsExactly("1 task only in the base and 1 task only in the candidate are left out");
    }

    @Test
    void repeatsThatOverlapAreFlakyAndThoseApartAreNot() {
        Rewards base = new Rewards("old")
                .task("always", 0, 0, 0)
                .task("sometimes", 0, 0, 0)
                .task("spread but apart", 0, 0.2, 0.1)
                .task("worse", 0.9, 1, 1)
                .task("steady", 1, 1, 1)
                .task("within the margin", 0.50, 0.52, 0.54);
        Rewards candidate = new Rewards("new")
                .task("always", 1, 1, 1)
                .task("sometimes", 1, 1, 0)
                .task("spread but apart", 0.9, 0.5, 1)
                .task("worse", 0, 0.5, 0)
                .task("steady", 1, 1, 1)
                .task("within the margin", 0.54, 0.58, 0.55);
        Versus versus = compare(base, candidate);
        assertThat(versus.changes(Change.FIXED))
                .extracting(TaskChange::task)
                .containsExactlyInAnyOrder("always", "spread but apart");
        assertThat(versus.changes(Change.FLAKY)).extracting(TaskChange::task).containsExactly("sometimes");
        assertThat(versus.changes(Change.REGRESSED))
                .extracting(TaskChange::task)
                .containsExactly("worse");
        assertThat(versus.counts().unchanged()).isEqualTo(2);
        assertThat(versus.pairs()).isEqualTo(18);
        assertThat(versus.candidate().flaky())
                .extracting(FlakyTask::task)
                .containsExactly("sometimes", "spread but apart", "worse");
        assertThat(versus.candidate().passAt().get("pass@1")).isCloseTo((1 + 2 / 3.0 + 1 / 3.0 + 1) / 6, within(1e-12));
        assertThat(versus.candidate().passAt().get("pass@2")).isCloseTo((1 + 1 + 2 / 3.0 + 1) / 6, within(1e-12));
        assertThat(versus.candidate().passAt()).doesNotContainKey("pass@4");
    }

    @Test
    void onlyRepeatsThatBothHaveArePaired() {
        Rewards base = new Rewards("old").task("a", 0.5).task("b", 0.5, 0.5);
        Rewards candidate = new Rewards("new").task("a", 0.5, 1, 1).task("b", 0, 1);
        Versus versus = compare(base, candidate);
        assertThat(versus.pairs()).isEqualTo(3);
        assertThat(versus.difference().mean()).isZero();
        assertThat(versus.notices()).containsExactly("2 repeats without a partner in the other run are left out");
    }

    @Test
    void clearGainIsCalledBetterWithItsEvidence() {
        Rewards base = new Rewards("old");
        Rewards candidate = new Rewards("new");
        for (int i = 0; i < 40; i++) {
            base.task("t" + i, i < 20 ? 1 : 0);
            candidate.task("t" + i, i < 32 ? 1 : 0);
        }
        Versus versus = compare(base, candidate);
        assertThat(versus.difference().pValue()).isCloseTo(Math.pow(2, -11), within(1e-12));
        assertThat(versus.difference().significance().exact()).isTrue();
        assertThat(versus.summary().getFirst())
                .matches(
                        "new is better than old by 0\\.300 \\(95 % interval 0\\.1\\d\\d to 0\\.4\\d\\d, p = 0\\.00049, 40 tasks\\)\\.");
        assertThat(versus.summary().get(1)).isEqualTo("12 fixed, 0 regressed, 0 flaky, 28 unchanged.");
        assertThat(versus.summary().getLast())
                .matches(
                        "40 tasks show a true difference of 0\\.2\\d\\d with 80 % power; a difference of 0\\.05 would need about 6\\d\\d\\.");
        assertThat(compare(candidate, base).summary().getFirst())
                .startsWith("old is worse than new by 0.300 (95 % interval -0.4");
    }

    @Test
    void tooLittleDataIsSaidSo() {
        Versus versus = compare(
                new Rewards("old").task("a", 0).task("b", 0).task("c", 1),
                new Rewards("new").task("a", 1).task("b", 1).task("c", 1));
        assertThat(versus.summary().getFirst())
                .startsWith(
                        "No difference is shown: the mean of new is 0.667 higher than that of old (95 % interval -");
        assertThat(versus.summary().get(2))
                .isEqualTo(
                        "Too little data for a verdict: with 2 tasks that differ, chance alone does this 50 % of the time or more,"
                                + " whatever the rewards.");
        assertThat(versus.difference().interval().orElseThrow().high()).isBetween(0.9, 1.0);
    }

    @Test
    void fewTasksAreNeverSaidToShowWhatTheirTestCannotReject() {
        Rewards base = new Rewards("old");
        Rewards candidate = new Rewards("new");
        for (int i = 0; i < 5; i++) {
            base.task("t" + i, 0.5);
            candidate.task("t" + i, 0.5 + 0.01 * i);
        }
        Versus versus = compare(base, candidate);
        assertThat(versus.difference().sensitivity().smallestDetectable()).isEmpty();
        assertThat(versus.summary().getLast())
                .startsWith("5 tasks cannot show any difference with 80 % power, however large; a difference of 0.05");
        for (int i = 5; i < 8; i++) {
            base.task("t" + i, 0.5);
            candidate.task("t" + i, 0.5);
        }
        // Eight tasks can, if nearly all of them differ, and by more than their deviation alone tells.
        assertThat(compare(base, candidate)
                        .difference()
                        .sensitivity()
                        .smallestDetectable()
                        .orElseThrow())
                .isGreaterThan(0.02);
    }

    @Test
    @Tag("slow")
    void wordsFollowTheNumbers() {
        SplittableRandom random = new SplittableRandom(8);
        for (int round = 0; round < 300; round++) {
            Rewards base = new Rewards("old");
            Rewards candidate = new Rewards("new");
            int tasks = 3 + random.nextInt(40);
            boolean graded = random.nextBoolean();
            for (int i = 0; i < tasks; i++) {
                base.task("t" + i, graded ? random.nextInt(6) / 10.0 : random.nextInt(2));
                candidate.task("t" + i, graded ? random.nextInt(9) / 10.0 : Math.min(1, random.nextInt(3)));
            }
            Versus versus = compare(base, candidate);
            if (versus.difference().differing() == 0) {
                continue;
            }
            String words = versus.summary().getFirst();
            boolean excluded = !versus.difference().interval().orElseThrow().contains(0);
            boolean sure = versus.difference().adjustedPValue() < 0.05;
            assertThat(words.startsWith("No difference is shown")).as(words).isEqualTo(!excluded && !sure);
            assertThat(words.contains(" is better than ") || words.contains(" is worse than "))
                    .as(words)
                    .isEqualTo(excluded && sure);
        }
    }

    @Test
    void equalRunsAreEqualAndNothingMoreIsClaimed() {
        Rewards base = new Rewards("old");
        for (int i = 0; i < 60; i++) {
            base.task("t" + i, i % 2);
        }
        Versus versus = compare(base, base);
        assertThat(versus.difference().pValue()).isOne();
        assertThat(versus.difference().interval().orElseThrow().high()).isBetween(0.05, 0.07);
        assertThat(versus.difference().sensitivity().tasksNeeded()).isEmpty();
        assertThat(versus.summary())
                .containsExactly(
                        "old has the same reward as old on each of the 60 tasks they share.",
                        "0 fixed, 0 regressed, 0 flaky, 60 unchanged.",
                        "With 60 tasks that agree, up to 4.9 % of all such tasks could still differ.");
    }

    @Test
    void severalCandidatesAreCorrectedAfterHolm() {
        Rewards base = new Rewards("old");
        Rewards good = new Rewards("good");
        Rewards fair = new Rewards("fair");
        for (int i = 0; i < 12; i++) {
            base.task("t" + i, 0);
            good.task("t" + i, i < 9 ? 1 : 0);
            fair.task("t" + i, i < 6 ? 1 : 0);
        }
        Comparison comparison =
                RunComparer.compare(base.source(), List.of(fair.source(), good.source()), Options.DEFAULT);
        assertThat(comparison.candidates())
                .extracting(one -> one.difference().pValue())
                .satisfiesExactly(
                        p -> assertThat(p).isCloseTo(Math.pow(2, -5), within(1e-12)),
                        p -> assertThat(p).isCloseTo(Math.pow(2, -8), within(1e-12)));
        assertThat(comparison.candidates())
                .extracting(one -> one.difference().adjustedPValue())
                .satisfiesExactly(
                        p -> assertThat(p).isCloseTo(Math.pow(2, -5), within(1e-12)),
                        p -> assertThat(p).isCloseTo(Math.pow(2, -7), within(1e-12)));
        assertThat(comparison.candidates().getLast().summary().getFirst())
                .contains("p = 0.0039, after Holm's correction for 2 candidates p = 0.0078");
    }

    @Test
    void domainsAreComparedOnTheirOwn() {
        Versus versus = compare(
                new Rewards("old").in("math", "a", 0).in("math", "b", 0.5).in("qa", "c", 1),
                new Rewards("new").in("math", "a", 1).in("math", "b", 1).in("qa", "c", 0.5));
        assertThat(versus.domains()).extracting(DomainChange::domain).containsExactly("math", "qa");
        assertThat(versus.domains()).extracting(DomainChange::difference).containsExactly(0.75, -0.5);
        assertThat(versus.domains()).extracting(DomainChange::tasks).containsExactly(2, 1);
    }

    @Test
    void whatElseDiffersIsListed() {
        Versus versus = compare(
                new Rewards("old").task("a", 0).settings(Map.of("temperature", "0", "tries", "2")),
                new Rewards("new")
                        .task("a", 1)
                        .settings(Map.of("temperature", "1"))
                        .suite("other")
                        .status(RunInfo.Status.INTERRUPTED));
        assertThat(versus.config())
                .containsExactlyInAnyOrder(
                        new ConfigChange("suite", "made-up", "other"),
                        new ConfigChange("settings.temperature", "0", "1"),
                        new ConfigChange("settings.tries", "2", ""));
        assertThat(versus.notices())
                .containsExactly(
                        "new is not complete (interrupted): 1 of 1 planned episodes; 'guerdon run --resume new' goes on with it",
                        "the runs are of different suites, 'made-up' and 'other'; only the tasks they share are compared");
    }

    @Test
    void nothingInCommonIsAnError() {
        assertThatThrownBy(() -> compare(
                        new Rewards("old").task("a", 0),
                        new Rewards("new").suite("other").task("b", 1)))
                .isInstanceOf(LabException.class)
                .hasMessage(
                        "the runs have no task in common: old has 1 episode of suite 'made-up' (a, ...), new has 1 episode"
                                + " of suite 'other' (b, ...); compare runs of the same suite");
    }

    @Test
    void repeatsOfATaskCountAsOneObservation() {
        SplittableRandom random = new SplittableRandom(5);
        Rewards base = new Rewards("old");
        Rewards candidate = new Rewards("new");
        Rewards baseOnce = new Rewards("old");
        Rewards candidateOnce = new Rewards("new");
        for (int i = 0; i < 15; i++) {
            double before = random.nextDouble();
            double after = random.nextDouble();
            base.task("t" + i, before, before, before);
            candidate.task("t" + i, after, after, after);
            baseOnce.task("t" + i, before);
            candidateOnce.task("t" + i, after);
        }
        assertThat(compare(base, candidate).difference().pValue())
                .isCloseTo(compare(baseOnce, candidateOnce).difference().pValue(), within(1e-9));
    }

    @Test
    void asJson() {
        Comparison comparison = RunComparer.compare(
                new Rewards("old").task("a", 0, 1).task("b", 0, 0).source(),
                List.of(new Rewards("new").task("a", 1, 1).task("b", 1, 1).source()),
                Options.DEFAULT);
        Json json = JsonCodec.read(JsonCodec.write(LabJson.of(comparison, List.of())), "comparison");
        Json versus = json.get("candidates").asList().getFirst();
        assertThat(json.get("base").get("run").asString()).isEqualTo("old");
        assertThat(versus.get("counts").get("fixed").asInt()).isOne();
        assertThat(versus.get("difference").get("interval").get("low").isNumber())
                .isTrue();
        assertThat(versus.get("fixed").asList())
                .extracting(one -> one.get("task").asString())
                .containsExactly("b");
        assertThat(versus.get("flaky_pairs").asList())
                .extracting(one -> one.get("task").asString())
                .containsExactly("a");
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new Options(1, 0.05, 0.05, 0.8, 1)).hasMessageContaining("alpha");
        assertThatThrownBy(() -> new Options(0.05, -1, 0.05, 0.8, 1)).hasMessageContaining("margin");
        assertThatThrownBy(() -> new Options(0.05, 0, 0, 0.8, 1)).hasMessageContaining("effect");
        assertThatThrownBy(() -> new Options(0.05, 0, 0.1, 1, 1)).hasMessageContaining("power");
    }
}
