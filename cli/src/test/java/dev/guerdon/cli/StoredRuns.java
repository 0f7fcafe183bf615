package dev.guerdon.cli;

import dev.guerdon.api.Message;
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
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts runs into a folder, answers and rewards as a test wants them. */
public final class StoredRuns {

    private final RunStore store;

    public StoredRuns(Path folder) {
        store = new RunStore(folder);
    }

    /** A run of tasks {@code t0}, {@code t1}, ...; each has the gold answer 42 and the answer and reward at its place. */
    public String add(String suite, List<String> answers, double... rewards) {
        List<String> tasks = java.util.stream.IntStream.range(0, rewards.length)
                .mapToObj(i -> "t" + i)
                .toList();
        Instant start = Instant.parse("2026-11-15T10:15:00Z");
        RunInfo info = new RunInfo(
                "",
                "",
                new RunInfo.Setup(
                        suite,
                        "tools",
                        "policy:nobody",
                        "qa_em_reward",
                        Map.of("answers", String.join("/", answers)),
                        tasks,
                        1,
                        1,
                        5),
                RunInfo.Progress.since(start),
                new RunInfo.Origin("abc", false, Map.of()));
        try (RunWriter writer = store.create(info)) {
            for (int i = 0; i < rewards.length; i++) {
                String answer = answers.get(i % answers.size());
                Episode episode = new Episode(
                        tasks.get(i),
                        0,
                        1,
                        i % 2 == 0 ? "even" : "odd",
                        "42",
                        new Score.Scored(RewardResult.of(rewards[i])),
                        new Episode.Ending(FinishReason.NO_TOOL_CALLS, true, answer, ""),
                        new Episode.Effort(1, Usage.NONE, start, Duration.ofSeconds(1)));
                writer.add(
                        episode,
                        new EpisodeDetail(
                                Task.of(tasks.get(i), "What?", Map.of("answer", "42", "golden_answers", List.of("42"))),
                                Trajectory.of(List.of(Message.user("What?"), Message.assistant(answer))),
                                List.of(),
                                Optional.empty()));
            }
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        }
    }
}
