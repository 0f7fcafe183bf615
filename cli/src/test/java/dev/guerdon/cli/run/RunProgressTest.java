package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.ModelWait;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.cli.terminal.ProgressMode;
import dev.guerdon.cli.terminal.TerminalScreen;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RunProgressTest {

    private final StringWriter shown = new StringWriter();
    private long now;

    private RunProgress progress(ProgressMode mode) {
        TerminalScreen screen = new TerminalScreen(true, true, false, 200);
        return new RunProgress(new PrintWriter(shown), screen, mode, 4, List.of(), () -> now, false);
    }

    private static RolloutPlan plan(String task) {
        return new RolloutPlan(Task.of(task, "?", Map.of()), 0, 1);
    }

    private static Rollout rollout(String id, double reward, FinishReason finish) {
        Trajectory trajectory = new Trajectory(
                id, "", List.of(), OptionalDouble.empty(), Map.of(), finish, Instant.EPOCH, Duration.ofMillis(1500));
        return new Rollout(
                new RolloutPlan(Task.of(id, "?", Map.of()), 0, 1),
                trajectory,
                "",
                new Score.Scored(RewardResult.of(reward)),
                List.of(turn(0)),
                new Usage(1, 10, 5, 0.25),
                "");
    }

    private static Turn turn(int index) {
        return Turn.builder().index(index).build();
    }

    private static Rollout unscored(String id) {
        Rollout scored = rollout(id, 0, FinishReason.TERMINAL);
        return new Rollout(
                scored.plan(),
                scored.trajectory(),
                "",
                new Score.Unscored(Score.Reason.ERROR, "it broke"),
                scored.turns(),
                Usage.NONE,
                "");
    }

    private void at(long seconds) {
        now = Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void showsEachEpisodeAndHowFarTheRunIs() {
        RunProgress progress = progress(ProgressMode.BAR);
        progress.started(plan("a"));
        at(1);
        progress.turned(plan("a"), turn(6));
        assertThat(shown.toString()).contains("0/4  reward n/a").contains("a:7");
        at(2);
        progress.ended(rollout("a", 1, FinishReason.TERMINAL));
        progress.ended(rollout("b", 0.5, FinishReason.TERMINAL));
        assertThat(shown.toString())
                .contains("a ")
                .contains("1 steps")
                .contains("reward 1.000")
                .contains("1.5s");
        assertThat(progress.status(now))
                .startsWith("[########........] 2/4  reward 0.750 [")
                .contains("2s, 2s left")
                .contains("$0.5000");
    }

    @Test
    void nothingScoredIsNotAZero() {
        RunProgress progress = progress(ProgressMode.BAR);
        assertThat(progress.status(now)).contains("0/4  reward n/a");
        progress.ended(unscored("a"));
        assertThat(progress.status(now)).contains("1/4  reward n/a  1 unscored");
        progress.ended(rollout("b", 1, FinishReason.TERMINAL));
        assertThat(progress.status(now)).contains("2/4  reward 1.000").contains("1 unscored");
        progress.ended(rollout("c", 0.5, FinishReason.TERMINAL));
        assertThat(progress.status(now)).contains("3/4  reward 0.750 [").contains("1 unscored");
    }

    @Test
    void cancelledEpisodesDoNotCount() {
        RunProgress progress = progress(ProgressMode.BAR);
        progress.ended(rollout("a", 1, FinishReason.CANCELLED));
        assertThat(progress.status(now)).contains("0/4");
    }

    @Test
    void aWaitForTheModelIsShownUntilItIsOver() {
        RunProgress progress = progress(ProgressMode.BAR);
        progress.started(plan("a"));
        progress.waiting(plan("a"), new ModelWait(Duration.ofSeconds(12), "rate limited", 2, 5));
        assertThat(progress.status(now)).contains("waiting 12 s for the model: rate limited, retry 2 of 5  a:0");
        at(5);
        progress.started(plan("b"));
        progress.waiting(plan("b"), new ModelWait(Duration.ofSeconds(3), "rate limited", 1, 5));
        assertThat(progress.status(now)).contains("waiting 7 s for the model").contains("and 1 more");
        at(60);
        assertThat(progress.status(now)).doesNotContain("waiting").contains("a:0 (1m)");
    }

    @Test
    void aLogGetsALineNowAndThen() {
        RunProgress progress = progress(ProgressMode.LINES);
        progress.started(plan("a"));
        at(9);
        progress.tick();
        assertThat(shown.toString()).isEmpty();
        at(10);
        progress.tick();
        assertThat(shown.toString()).isEqualToIgnoringNewLines("guerdon: 0/4  reward n/a  10s");
        at(19);
        progress.ended(rollout("a", 1, FinishReason.TERMINAL));
        assertThat(shown.toString().lines()).hasSize(1);
        at(21);
        progress.tick();
        assertThat(shown.toString().lines().toList().getLast())
                .startsWith("guerdon: 1/4  reward 1.000  21s, 1m 3s left");
        at(40);
        progress.tick();
        assertThat(shown.toString().lines()).as("no news").hasSize(2);
        at(81);
        progress.tick();
        assertThat(shown.toString().lines()).as("a minute later").hasSize(3);
        progress.close();
        at(500);
        progress.tick();
        assertThat(shown.toString().lines()).as("after the end").hasSize(3);
        assertThat(shown.toString()).doesNotContain("\u001b").doesNotContain("\r");
    }

    @Test
    void aLogTellsOfWaitsButNotOfEachOne() {
        RunProgress progress = progress(ProgressMode.LINES);
        progress.started(plan("a"));
        for (int i = 1; i <= 3; i++) {
            at(i);
            progress.waiting(plan("a"), new ModelWait(Duration.ofSeconds(1), "rate limited", i, 5));
        }
        assertThat(shown.toString())
                .isEqualToIgnoringNewLines("guerdon: waiting 1 s for the model: rate limited, retry 1 of 5 (a)");
    }

    @Test
    void noLineWrapsOnANarrowTerminal() {
        RunProgress progress = new RunProgress(
                new PrintWriter(shown),
                new TerminalScreen(true, true, false, 30),
                ProgressMode.BAR,
                4,
                List.of(),
                () -> now,
                false);
        progress.started(plan("\u6771\u4eac".repeat(20)));
        progress.ended(rollout("\u6771\u4eac".repeat(20), 1, FinishReason.TERMINAL));
        assertThat(shown.toString().replace("\u001b[K", "").split("[\r\n]+"))
                .allSatisfy(line -> assertThat(new TerminalScreen(true, true, false, 30).fit(line))
                        .isEqualTo(line));
    }

    @Test
    void whatAModelWroteCannotMoveTheCursor() {
        progress(ProgressMode.BAR).ended(rollout("a\u001b[2Jb", 1, FinishReason.TERMINAL));
        assertThat(shown.toString().replace("\u001b[K", "")).doesNotContain("\u001b");
    }

    @Test
    void nothingIsShownWithoutProgress() {
        RunProgress progress = progress(ProgressMode.NONE);
        progress.started(plan("a"));
        at(100);
        progress.waiting(plan("a"), new ModelWait(Duration.ofSeconds(1), "rate limited", 1, 5));
        progress.ended(rollout("a", 1, FinishReason.TERMINAL));
        progress.close();
        assertThat(shown.toString()).isEmpty();
    }
}
