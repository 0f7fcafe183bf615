package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.Audit.AuditReport;
import dev.guerdon.lab.RunStore.RunSummary;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Counts;
import dev.guerdon.lab.spi.Comparison.Missing;
import dev.guerdon.lab.spi.Comparison.Options;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What could not be scored is missing: never a zero, never a flip, and never the reason for a decision. */
class MissingScoresTest {

    private static Versus compare(Rewards base, Rewards candidate) {
        return RunComparer.compare(base.source(), List.of(candidate.source()), Options.DEFAULT)
                .candidates()
                .getFirst();
    }

    private static Gate gate(Rewards base, Rewards candidate, Gate.Policy policy) {
        Set<String> tasks = base.source().episodes().stream().map(Episode::task).collect(Collectors.toSet());
        return Gate.of(compare(base, candidate), policy, Options.DEFAULT, tasks);
    }

    private static Rewards scored(String name, int tasks, double reward) {
        Rewards rewards = new Rewards(name);
        for (int i = 0; i < tasks; i++) {
            rewards.task("t" + i, reward);
        }
        return rewards;
    }

    @Test
    void anAverageIsOverWhatWasScoredAndSaysHowManyAreMissing() {
        List<Episode> episodes = new Rewards("run")
                .task("a", 1)
                .task("b", 0.5)
                .unscored("c")
                .source()
                .episodes();
        MeanEstimate estimate = MeanEstimate.of(episodes);
        assertThat(estimate.mean()).isEqualTo(0.75);
        assertThat(estimate.episodes()).isEqualTo(2);
        assertThat(estimate.missing()).isEqualTo(1);
        assertThat(estimate.words()).isEqualTo("0.750 (1 missing)");
        KeyMetrics key = KeyMetrics.of(episodes);
        assertThat(key.averageReward()).isEqualTo(0.75);
        assertThat(key.average()).isEqualTo("0.750 (1 missing)");
        assertThat(key.zero()).isZero();
        assertThat(key.worst().orElseThrow().task()).isEqualTo("b");
        assertThat(Episode.meanByTask(episodes)).containsOnlyKeys("a", "b");
    }

    @Test
    void nothingScoredHasNoAverage() {
        List<Episode> episodes =
                new Rewards("run").unscored("a").unscored("b").source().episodes();
        assertThat(MeanEstimate.of(episodes).mean()).isNaN();
        assertThat(MeanEstimate.of(episodes).standardError()).isNaN();
        assertThat(MeanEstimate.of(episodes).words()).isEqualTo("n/a (2 missing)");
        assertThat(KeyMetrics.of(episodes).averageReward()).isNaN();
        assertThat(KeyMetrics.of(episodes).best()).isEmpty();
        assertThat(RunSummary.Series.of(List.of(new RunSummary.Series.Point("a", Double.NaN))))
                .isEmpty();
        assertThat(RunSummary.Series.of(List.of(
                        new RunSummary.Series.Point("a", Double.NaN),
                        new RunSummary.Series.Point("b", 0.5),
                        new RunSummary.Series.Point("c", Double.NaN))))
                .contains(new RunSummary.Series(0.5, 0.5, "b", 0.5));
    }

    @Test
    void scoredIsPairedWithScoredAndTheMissingAreNoRegressions() {
        Versus versus = compare(
                new Rewards("old").task("a", 1).task("b", 1).unscored("c"),
                new Rewards("new").task("a", 1).unscored("b").task("c", 0.5));
        assertThat(versus.difference().mean()).isZero();
        assertThat(versus.tasks()).isOne();
        assertThat(versus.counts()).isEqualTo(new Counts(0, 0, 0, 1, 0, 0));
        assertThat(versus.changes()).isEmpty();
        Missing missing = versus.difference().missing();
        assertThat(List.of(missing.pairs(), missing.base(), missing.candidate()))
                .containsExactly(2, 1, 1);
        assertThat(missing.worst().mean()).as("b falls to 0, c was 1").isCloseTo((-1 - 0.5) / 3, within(1e-12));
        assertThat(missing.best().mean()).as("b stays 1, c was 0").isCloseTo(0.5 / 3, within(1e-12));
        assertThat(versus.summary())
                .contains(
                        "2 pairs are missing, because an episode has no score (1 of the base, 1 of the candidate). With any"
                                + " rewards from 0 to 1 in their place, the difference lies between −0.500 and +0.167.");
    }

    @Test
    void theBoundsReachAsFarAsRewardsWereSeen() {
        Missing missing = compare(
                        new Rewards("old").task("a", 10).task("b", -2),
                        new Rewards("new").task("a", 10).unscored("b"))
                .difference()
                .missing();
        assertThat(missing.range()).isEqualTo(new Interval(-2, 10));
        assertThat(missing.best().mean()).isEqualTo(6);
        assertThat(missing.worst().mean()).isZero();
    }

    @Test
    void oneMissingRepeatLeavesTheOthersPaired() {
        Rewards candidate = new Rewards("new").task("a", 1);
        candidate.add("", "a", 1, new Score.Unscored(Score.Reason.ERROR, "it broke"));
        Versus versus = compare(new Rewards("old").task("a", 0.5, 0.5), candidate);
        assertThat(versus.pairs()).isOne();
        assertThat(versus.difference().mean()).isEqualTo(0.5);
        assertThat(versus.difference().missing().worst().mean()).isZero();
        assertThat(versus.difference().missing().best().mean()).isEqualTo(0.5);
    }

    @Test
    void aVerdictThatTheMissingCouldTurnIsNotGiven() {
        Rewards base = scored("old", 8, 0);
        Rewards candidate = scored("new", 8, 1);
        assertThat(compare(base, candidate).summary().getFirst()).startsWith("new is better than old by 1.000");
        for (int i = 8; i < 20; i++) {
            base.task("t" + i, 0.5);
            candidate.unscored("t" + i);
        }
        assertThat(compare(base, candidate).summary().getFirst())
                .startsWith(
                        "No decision is possible: the mean of new is 1.000 higher than that of old where both are scored,"
                                + " but the missing episodes could turn this");
        assertThat(compare(
                                scored("old", 20, 0).unscored("x"),
                                scored("new", 20, 1).task("x", 0))
                        .summary()
                        .getFirst())
                .as("one of 21 turns nothing")
                .startsWith("new is better than old by 1.000");
    }

    @Test
    void nothingScoredInCommonIsSaidAndNoComparison() {
        Versus versus = compare(
                scored("old", 3, 1),
                new Rewards("new").unscored("t0").unscored("t1").unscored("t2"));
        assertThat(versus.difference().mean()).isNaN();
        assertThat(versus.tasks()).isZero();
        assertThat(versus.candidate().metrics().averageReward()).isNaN();
        assertThat(versus.summary().getFirst())
                .isEqualTo("No comparison is possible: no episode is scored in both old and new.");
        assertThat(versus.summary()).hasSize(2);
        Gate gate = gate(
                scored("old", 3, 1),
                new Rewards("new").unscored("t0").unscored("t1").unscored("t2"),
                Gate.Policy.DEFAULT);
        assertThat(gate.passed()).isFalse();
    }

    @Test
    void theGateRefusesWhatTheMissingCouldTurn() {
        Gate open = gate(scored("old", 10, 1), scored("new", 9, 1).unscored("t9"), Gate.Policy.DEFAULT);
        assertThat(open.passed()).isFalse();
        assertThat(open.decided()).isFalse();
        assertThat(open.checks().getLast().rule()).isEqualTo("unscored");
        assertThat(open.checks().getLast().message())
                .startsWith(
                        "no decision is possible: 1 pair without a score; with any rewards from 0.000 to 1.000 in their"
                                + " place the difference lies between −0.100 and 0.000, which could turn the verdict");

        Gate stands = gate(scored("old", 40, 1), scored("new", 39, 1).unscored("t39"), Gate.Policy.DEFAULT);
        assertThat(stands.passed())
                .as("one of 40 is below the drop that is allowed")
                .isTrue();
        assertThat(stands.decided()).isTrue();

        Gate fails = gate(scored("old", 40, 1), scored("new", 39, 0).unscored("t39"), Gate.Policy.DEFAULT);
        assertThat(fails.passed()).isFalse();
        assertThat(fails.decided()).as("nothing could save it").isTrue();
    }

    @Test
    void aProtectedTaskWithoutAScoreIsNoPass() {
        Gate.Policy policy = new Gate.Policy(Optional.empty(), 0, List.of("t39"), Optional.empty(), 1, false);
        Gate gate = gate(scored("old", 40, 1), scored("new", 39, 1).unscored("t39"), policy);
        assertThat(gate.passed()).isFalse();
        assertThat(gate.decided()).isFalse();
        Gate.Policy counted = new Gate.Policy(Optional.empty(), 0, List.of(), Optional.of(0), 1, false);
        assertThat(gate(scored("old", 40, 1), scored("new", 39, 1).unscored("t39"), counted)
                        .decided())
                .isFalse();
    }

    @Test
    void rescoringWithAMissingFieldIsNeitherWorseNorAFlip() {
        MemoryRun run = new MemoryRun("run_1");
        for (int i = 0; i < 12; i++) {
            run.answered("t" + i, "How many?", "42", i % 3 == 0 ? "7" : "42");
        }
        RewardEntry lacking = RewardEntry.of("lacking", sample -> {
            throw new UnscoredException(Score.Reason.MISSING_FIELD, "lacking needs the field 'rubric'");
        });
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            RescoredRun rescoring = RescoredRun.of(run, lacking, scorer, Options.DEFAULT, null);
            assertThat(rescoring.flips()).isEmpty();
            assertThat(rescoring.counts().missing()).isEqualTo(12);
            Versus versus = rescoring.comparison().candidates().getFirst();
            assertThat(versus.candidate().metrics().averageReward()).isNaN();
            assertThat(versus.summary()).noneMatch(sentence -> sentence.contains("worse"));
        }
    }

    @Test
    void rescoringOfAFewMissingComparesTheRest() {
        MemoryRun run = new MemoryRun("run_1")
                .answered("a", "?", "42", "42")
                .answered("b", "?", "42", "42")
                .answered("c", "?", "42", "7");
        RewardEntry partly = RewardEntry.of("partly", sample -> {
            if (sample.id().equals("a")) {
                throw new UnscoredException(Score.Reason.MISSING_FIELD, "no rubric");
            }
            return sample.finalResponse().equals("42") ? 1 : 0;
        });
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            RescoredRun rescoring = RescoredRun.of(run, partly, scorer, Options.DEFAULT, null);
            Comparison comparison = rescoring.comparison();
            assertThat(rescoring.flips()).isEmpty();
            assertThat(comparison.candidates().getFirst().difference().mean()).isZero();
            assertThat(comparison.candidates().getFirst().candidate().metrics().average())
                    .isEqualTo("0.500 (1 missing)");
        }
    }

    @Test
    void anAuditAveragesWhatWasScored() {
        List<Sample> samples = List.of(sample("a", "Lima"), sample("b", "Kafka"));
        RewardEntry half = RewardEntry.of("half", sample -> {
            if (sample.id().equals("b")) {
                throw new UnscoredException(Score.Reason.MISSING_FIELD, "half needs the field 'rubric'");
            }
            return sample.finalResponse().equals(sample.field("answer").asString()) ? 1 : 0;
        });
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            AuditReport report = new Audit(half, scorer).run(samples);
            AuditReport.Row gold = report.rows().stream()
                    .filter(row -> row.policy().equals("gold"))
                    .findFirst()
                    .orElseThrow();
            assertThat(gold.mean()).isEqualTo(1);
            assertThat(gold.lost()).isFalse();
            assertThat(gold.failures()).isEqualTo(1);
            assertThat(report.findings())
                    .noneMatch(finding -> finding.type() == AuditReport.Type.GOLD_LOST)
                    .anyMatch(finding -> finding.type() == AuditReport.Type.UNSCORED
                            && finding.message().startsWith("1 of 2 answers could not be scored"));
            assertThat(report.verdict()).contains("could not be scored and are missing from these figures");
        }
    }

    private static Sample sample(String id, String answer) {
        return Sample.of(
                id,
                "something",
                List.of(Message.user("?"), Message.assistant("something")),
                Map.of("question", "?", "answer", answer));
    }
}
