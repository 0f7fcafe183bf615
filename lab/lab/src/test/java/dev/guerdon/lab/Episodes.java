package dev.guerdon.lab;

import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.RunInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Runs and episodes made up for tests. */
public final class Episodes {

    private static final Instant START = Instant.parse("2026-11-15T10:15:00.123456789Z");

    private Episodes() {}

    static RunInfo info(String... planned) {
        return new RunInfo(
                "",
                "a note",
                new RunInfo.Setup(
                        "made-up",
                        "tools",
                        "policy:nobody",
                        "qa_f1_reward",
                        Map.of("temperature", "0"),
                        List.of(planned),
                        1,
                        7,
                        10),
                RunInfo.Progress.since(START),
                new RunInfo.Origin("abc123", true, Map.of("java", "25")));
    }

    public static Episode scored(String task, int repeat, double reward) {
        return episode(task, repeat, new Score.Scored(new RewardResult(reward, Map.of("f1", reward))));
    }

    static Episode episode(String task, int repeat, Score score) {
        return new Episode(
                task,
                repeat,
                42,
                "made-up",
                "a gold answer",
                score,
                new Episode.Ending(FinishReason.NO_TOOL_CALLS, true, "an answer", ""),
                new Episode.Effort(3, new Usage(3, 100, 20, 0.25), START, Duration.ofNanos(1_234_567_891)));
    }

    static Episode failed(String task, int repeat) {
        return new Episode(
                task,
                repeat,
                42,
                "",
                "",
                new Score.Unscored(Score.Reason.ERROR, "it broke"),
                new Episode.Ending(FinishReason.ERROR, false, "", "it broke"),
                new Episode.Effort(1, Usage.NONE, START, Duration.ofMillis(5)));
    }

    static EpisodeDetail detail(String task, Optional<Path> artifacts) {
        Turn turn = Turn.builder()
                .prompt("what is it?")
                .reply("it is")
                .action("look({})")
                .observation("a thing \u0000 with odd text \ud83d\ude00")
                .reward(0.5)
                .modelTime(Duration.ofNanos(17))
                .actionTime(Duration.ofMillis(3))
                .usage(new Usage(1, 2, 3, 0.5))
                .info(Map.of("url", "https://example.org"))
                .build();
        Trajectory trajectory = new Trajectory(
                "r1",
                "g1",
                List.of(List.of(Message.user("what is it?"), Message.assistant("it is"))),
                OptionalDouble.of(0.5),
                Map.of("turns", 1.0),
                FinishReason.NO_TOOL_CALLS,
                START,
                Duration.ofSeconds(2));
        return new EpisodeDetail(
                Task.of(task, "what is it?", Map.of("answer", "a gold answer")), trajectory, List.of(turn), artifacts);
    }

    static EpisodeDetail detail(String task) {
        return detail(task, Optional.empty());
    }
}
