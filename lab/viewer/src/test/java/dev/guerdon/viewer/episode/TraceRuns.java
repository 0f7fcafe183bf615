package dev.guerdon.viewer.episode;

import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import dev.guerdon.viewer.page.PageTemplates;
import dev.guerdon.viewer.page.ScreenAnswer;
import dev.guerdon.viewer.page.ServedLinks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs whose episodes have steps, made as runs are. */
public final class TraceRuns {

    public static final ServedLinks LINKS = new ServedLinks("", "v1", "a-key");

    private static final PageTemplates TEMPLATES = new PageTemplates();

    private TraceRuns() {}

    /** The page as its reader gets it. */
    public static String html(ScreenAnswer answer) {
        return new String(TEMPLATES.render((ScreenAnswer.Html) answer), StandardCharsets.UTF_8);
    }

    public static Turn turn(int index, String action, String observation) {
        return turn(index, action, observation, "", Map.of());
    }

    public static Turn turn(
            int index, String action, String observation, String error, Map<String, @Nullable Object> info) {
        return Turn.builder()
                .index(index)
                .prompt("prompt " + index)
                .reply("I think.\n" + action)
                .action(action)
                .observation(observation)
                .error(error)
                .modelTime(Duration.ofMillis(120))
                .actionTime(Duration.ofMillis(30))
                .usage(new Usage(1, 10, 2, 0.001))
                .info(info)
                .build();
    }

    /** An episode to be stored. */
    public record Made(Episode episode, EpisodeDetail detail) {}

    public static Made episode(String task, int repeat, double reward, String answer, String gold, List<Turn> turns) {
        return episode(task, repeat, reward, answer, gold, turns, null);
    }

    public static Made episode(
            String task,
            int repeat,
            double reward,
            String answer,
            String gold,
            List<Turn> turns,
            @Nullable Path artifacts) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("answer", gold);
        Score score = Double.isNaN(reward)
                ? new Score.Unscored(Score.Reason.TIMEOUT, "too slow")
                : new Score.Scored(new RewardResult(reward, Map.of("f1", reward)));
        Instant start = Instant.parse("2026-11-15T10:00:00Z");
        return new Made(
                new Episode(
                        task,
                        repeat,
                        7,
                        "domain",
                        gold,
                        score,
                        new Episode.Ending(FinishReason.NO_TOOL_CALLS, true, answer, ""),
                        new Episode.Effort(turns.size(), new Usage(1, 10, 2, 0.001), start, Duration.ofSeconds(2))),
                new EpisodeDetail(
                        Task.of(task, "What is asked in " + task + "?", fields),
                        Trajectory.of(List.of(Message.user("asked"), Message.assistant(answer))),
                        turns,
                        Optional.ofNullable(artifacts)));
    }

    public static String store(RunStore store, int repeat, Made... episodes) {
        List<String> planned = new ArrayList<>();
        for (Made made : episodes) {
            if (!planned.contains(made.episode().task())) {
                planned.add(made.episode().task());
            }
        }
        RunInfo info = new RunInfo(
                "",
                "a note",
                new RunInfo.Setup("suite", "tools", "policy:nobody", "qa_f1_reward", Map.of(), planned, repeat, 7, 30),
                RunInfo.Progress.since(Instant.parse("2026-11-15T10:00:00Z")),
                new RunInfo.Origin("abc", false, Map.of()));
        try (RunWriter writer = store.create(info)) {
            for (Made made : episodes) {
                writer.add(made.episode(), withOwnArtifacts(writer, made));
            }
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Moves the files of an episode to where its run has them. */
    private static EpisodeDetail withOwnArtifacts(RunWriter writer, Made made) throws IOException {
        EpisodeDetail detail = made.detail();
        if (detail.artifacts().isEmpty()) {
            return detail;
        }
        Path own = writer.artifacts(made.episode().task(), made.episode().repeat());
        Files.createDirectories(Objects.requireNonNull(own.getParent()));
        Files.move(detail.artifacts().get(), own);
        return new EpisodeDetail(detail.task(), detail.trajectory(), detail.turns(), Optional.of(own));
    }
}
