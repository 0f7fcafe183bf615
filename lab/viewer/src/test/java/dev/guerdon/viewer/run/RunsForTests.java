package dev.guerdon.viewer.run;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import dev.guerdon.viewer.run.FigureColumn.RealColumn;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs of a few episodes, made as runs are. */
public final class RunsForTests {

    public static final Instant START = Instant.parse("2026-11-15T10:00:00Z");

    private RunsForTests() {}

    public static RunInfo info(String suite) {
        return new RunInfo(
                "",
                "a note",
                new RunInfo.Setup(suite, "tools", "policy:nobody", "f1", Map.of("a", "1"), List.of("t-1"), 1, 7, 30),
                RunInfo.Progress.since(START),
                new RunInfo.Origin("abc", false, Map.of(RunInfo.BESIDE, List.of("em"))));
    }

    public static EpisodeDetail detail(String task) {
        return new EpisodeDetail(Task.of(task, "?", Map.of()), Trajectory.empty(), List.of(), Optional.empty());
    }

    /** A run of these episodes that is over. */
    public static String store(RunStore store, Episode... episodes) {
        return store(store, Arrays.asList(episodes));
    }

    public static String store(RunStore store, List<Episode> episodes) {
        try (RunWriter writer = store.create(info("suite"))) {
            episodes.forEach(episode -> writer.add(episode, detail(episode.task())));
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        }
    }

    /** A column of numbers, NaN for those that are missing. */
    public static FigureColumn reals(String name, double... numbers) {
        RealColumn.Numbers values = new RealColumn.Numbers();
        Arrays.stream(numbers).forEach(values::add);
        return new RealColumn(name, FigureColumn.Unit.NONE, values);
    }

    /** An episode with a reward and extras. */
    public static Episode scored(String task, int repeat, double reward, Map<String, @Nullable Object> extras) {
        return new Episode(
                task,
                repeat,
                (1L << 60) + repeat,
                "d" + task.length() % 2,
                "gold",
                new Score.Scored(new RewardResult(reward, extras)),
                new Episode.Ending(FinishReason.NO_TOOL_CALLS, true, "answer", ""),
                new Episode.Effort(
                        3 + repeat,
                        new Usage(2, 1000, 50, 0.25),
                        START.plusSeconds(repeat),
                        Duration.ofMillis(1500 + repeat),
                        0,
                        Duration.ZERO));
    }

    /** An episode that failed. */
    public static Episode failed(String task, int repeat, String error) {
        return new Episode(
                task,
                repeat,
                -1,
                "",
                "",
                new Score.Unscored(Score.Reason.TIMEOUT, "too slow"),
                new Episode.Ending(FinishReason.MODEL_FAILED, false, "", error),
                new Episode.Effort(
                        0,
                        new Usage(1, 10, 0, 0, 1),
                        START.plusSeconds(60),
                        Duration.ofMinutes(2),
                        4,
                        Duration.ofSeconds(30)));
    }
}
