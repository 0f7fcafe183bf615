package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final StringWriter shown = new StringWriter();
    private long now;

    private Progress progress(boolean off) {
        return new Progress(new PrintWriter(shown), off, 4, List.of(), () -> now);
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
        return new Turn(index, "", "", "", "", 0, "", Duration.ZERO, Duration.ZERO, Usage.NONE, Map.of());
    }

    @Test
    void showsEachEpisodeAndHowFarTheRunIs() {
        Progress progress = progress(false);
        progress.started(new RolloutPlan(Task.of("a", "?", Map.of()), 0, 1));
        now = Duration.ofSeconds(1).toNanos();
        progress.turned(new RolloutPlan(Task.of("a", "?", Map.of()), 0, 1), turn(6));
        assertThat(shown.toString()).contains("0/4").contains("a#0:7");
        now = Duration.ofSeconds(2).toNanos();
        progress.ended(rollout("a", 1, FinishReason.TERMINAL));
        progress.ended(rollout("b", 0.5, FinishReason.TERMINAL));
        assertThat(shown.toString())
                .contains("a ")
                .contains("1 steps")
                .contains("reward 1.000")
                .contains("1.5s");
        assertThat(progress.status(now))
                .startsWith("[########........] 2/4  reward 0.750 [")
                .contains("1.0/s  2s left")
                .contains("$0.5000");
    }

    @Test
    void cancelledEpisodesDoNotCount() {
        Progress progress = progress(false);
        progress.ended(rollout("a", 1, FinishReason.CANCELLED));
        assertThat(progress.status(now)).contains("0/4");
    }

    @Test
    void whatAModelWroteCannotMoveTheCursor() {
        progress(false).ended(rollout("a\u001b[2Jb", 1, FinishReason.TERMINAL));
        assertThat(shown.toString().replace("\u001b[K", "")).doesNotContain("\u001b");
    }

    @Test
    void nothingIsShownWhereThereIsNoTerminal() {
        Progress progress = progress(true);
        progress.started(new RolloutPlan(Task.of("a", "?", Map.of()), 0, 1));
        progress.ended(rollout("a", 1, FinishReason.TERMINAL));
        progress.close();
        assertThat(shown.toString()).isEmpty();
    }
}
