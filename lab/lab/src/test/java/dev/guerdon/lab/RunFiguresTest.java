package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.RunStore.RunSummary;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.RunWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFiguresTest {

    private static final List<FinishReason> ENDS = List.of(
            FinishReason.TERMINAL,
            FinishReason.MAX_TURNS,
            FinishReason.NO_TOOL_CALLS,
            FinishReason.BUDGET,
            FinishReason.ERROR);

    @TempDir
    Path folder;

    private static Episode episode(
            String task, int repeat, String domain, double reward, FinishReason finish, int steps) {
        Score score = finish == FinishReason.ERROR
                ? new Score.Unscored(Score.Reason.ERROR, "broke")
                : new Score.Scored(RewardResult.of(reward));
        return new Episode(
                task,
                repeat,
                1,
                domain,
                "",
                score,
                new Episode.Ending(
                        finish,
                        finish == FinishReason.TERMINAL || finish == FinishReason.NO_TOOL_CALLS,
                        "",
                        finish == FinishReason.ERROR ? "broke" : ""),
                new Episode.Effort(steps, new Usage(1, 10, 5, 0.01), Instant.EPOCH, Duration.ZERO));
    }

    @Test
    void keyMetricsCountWhatTheySay() {
        List<Episode> episodes = List.of(
                episode("a", 0, "x", 1, FinishReason.TERMINAL, 4),
                episode("b", 0, "x", 0.990, FinishReason.NO_TOOL_CALLS, 6),
                episode("c", 0, "y", 0.989, FinishReason.MAX_TURNS, 10),
                episode("d", 0, "y", 0, FinishReason.NO_TOOL_CALLS, 2),
                episode("e", 0, "y", 0, FinishReason.ERROR, 1),
                episode("f", 0, "y", -0.5, FinishReason.BUDGET, 1));
        KeyMetrics key = KeyMetrics.of(episodes);
        assertThat(key.tasks()).isEqualTo(6);
        assertThat(key.averageReward()).isCloseTo((1 + 0.990 + 0.989 - 0.5) / 5, within(1e-12));
        assertThat(key.completed()).isEqualTo(3);
        assertThat(key.truncated()).isEqualTo(2);
        assertThat(key.perfect()).isEqualTo(2);
        assertThat(key.zero()).isEqualTo(1);
        assertThat(key.averageSteps()).isEqualTo(4);
        assertThat(key.errorRate()).isCloseTo(1 / 6.0, within(1e-12));
        assertThat(key.unscored()).isEqualTo(1);
        assertThat(key.best()).contains(episodes.get(0));
        assertThat(key.worst()).contains(episodes.get(5));
        assertThat(KeyMetrics.byDomain(episodes)).containsOnlyKeys("x", "y");
        assertThat(KeyMetrics.byDomain(episodes).values().stream().map(KeyMetrics::episodes))
                .containsExactly(2, 4);
    }

    @Test
    void nothingHasNoAverage() {
        KeyMetrics key = KeyMetrics.of(List.of());
        assertThat(key.averageReward()).isNaN();
        assertThat(key.best()).isEmpty();
    }

    @Test
    void databaseCountsTheSameAsTheEpisodesDo() {
        Random dice = new Random(5);
        List<Episode> episodes = new ArrayList<>();
        for (int task = 0; task < 60; task++) {
            for (int repeat = 0; repeat < 1 + task % 3; repeat++) {
                FinishReason finish = ENDS.get(dice.nextInt(ENDS.size()));
                double reward = dice.nextInt(4) == 0 ? 0 : dice.nextDouble() * 1.02;
                episodes.add(episode("t" + task, repeat, "x", reward, finish, dice.nextInt(30)));
            }
        }
        RunStore store = new RunStore(folder);
        try (RunWriter writer = store.create(Episodes.info())) {
            episodes.forEach(each -> writer.add(each, Episodes.detail(each.task())));
        }
        RunSummary summary = store.summary(store.list().getFirst());
        KeyMetrics key = KeyMetrics.of(episodes);
        MeanEstimate estimate = MeanEstimate.of(episodes);
        assertThat(summary.mean().mean()).isCloseTo(key.averageReward(), within(1e-12));
        assertThat(summary.mean().standardError()).isCloseTo(estimate.standardError(), within(1e-9));
        assertThat(List.of(
                        summary.metrics().episodes(),
                        summary.metrics().tasks(),
                        summary.metrics().completed(),
                        summary.metrics().perfect(),
                        summary.metrics().zero()))
                .containsExactly(key.episodes(), key.tasks(), key.completed(), key.perfect(), key.zero());
        assertThat(summary.metrics().unscored()).isEqualTo(key.unscored());
        assertThat(summary.metrics().averageSteps()).isCloseTo(key.averageSteps(), within(1e-12));
        assertThat(summary.metrics().errorRate()).isCloseTo(key.errorRate(), within(1e-12));
        assertThat(summary.usage().tokens()).isEqualTo(15L * episodes.size());
        assertThat(summary.usd()).isCloseTo(0.01 * episodes.size(), within(1e-9));
    }

    @Test
    void costOfARunIsUnknownWhereThatOfOneCallIs() {
        RunStore store = new RunStore(folder);
        Episode known = Episodes.scored("a", 0, 1);
        Episode unknown = new Episode(
                "b",
                0,
                1,
                "",
                "",
                known.score(),
                known.ending(),
                new Episode.Effort(1, new Usage(2, 10, 5, 0.01, 1), Instant.EPOCH, Duration.ZERO));
        try (RunWriter writer = store.create(Episodes.info())) {
            writer.add(known, Episodes.detail("a"));
            assertThat(store.summary(store.list().getFirst()).usd())
                    .isEqualTo(known.usage().usd());
            writer.add(unknown, Episodes.detail("b"));
        }
        assertThat(store.summary(store.list().getFirst()).usd()).isNaN();
        assertThat(LabJson.of(unknown).get("usage"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("usd", null)
                .containsEntry("unknown_calls", 1L);
    }

    @Test
    void emptyRunHasFiguresToo() {
        RunStore store = new RunStore(folder);
        store.create(Episodes.info("a")).close();
        RunSummary summary = store.summary(store.list().getFirst());
        assertThat(summary.metrics().episodes()).isZero();
        assertThat(summary.mean().mean()).isNaN();
        assertThat(summary.mean().standardError()).isNaN();
        assertThat(summary.mean().words()).isEqualTo("n/a");
    }

    @Test
    void seriesHasInitialBestFinalAndChange() {
        double[] averages = {0, 0.145, 0, 0.368, 0.386, 0.512, 0.239, 0.517, 0.301};
        List<RunSummary.Series.Point> points = new ArrayList<>();
        for (double average : averages) {
            points.add(new RunSummary.Series.Point("run_" + points.size(), average));
        }
        RunSummary.Series series = RunSummary.Series.of(points).orElseThrow();
        assertThat(series.initial()).isZero();
        assertThat(series.best()).isEqualTo(0.517);
        assertThat(series.bestRun()).isEqualTo("run_7");
        assertThat(series.last()).isEqualTo(0.301);
        assertThat(series.change()).isEqualTo(0.301);
        assertThat(RunSummary.Series.of(List.of())).isEmpty();
    }
}
