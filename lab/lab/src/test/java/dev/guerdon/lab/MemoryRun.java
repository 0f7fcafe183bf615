package dev.guerdon.lab;

import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.Registry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
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

/** A run that lives in memory, put together by a test. */
final class MemoryRun implements Run {

    static final Registry REGISTRY = Registry.discover();
    static final Instant START = Instant.parse("2026-11-15T10:00:00Z");

    private RunInfo info;
    private final List<Episode> episodes = new ArrayList<>();
    private final Map<String, EpisodeDetail> details = new LinkedHashMap<>();

    MemoryRun(String name) {
        info = new RunInfo(
                name,
                "",
                new RunInfo.Setup(
                        "offline-web",
                        "web-research",
                        "policy:web-researcher",
                        "assistantbench_reward",
                        Map.of(),
                        List.of(),
                        1,
                        7,
                        15),
                new RunInfo.Progress(RunInfo.Status.COMPLETE, START, Optional.of(START.plusSeconds(90)), 0),
                new RunInfo.Origin("0123456789abcdef", false, Map.of()));
    }

    /** Replaces who acted, on what, and what scored it. */
    MemoryRun setup(String suite, String agent, String model, String reward) {
        RunInfo.Setup before = info.setup();
        info = new RunInfo(
                info.name(),
                info.note(),
                new RunInfo.Setup(
                        suite,
                        agent,
                        model,
                        reward,
                        before.settings(),
                        before.planned(),
                        before.repeat(),
                        before.seed(),
                        before.maxSteps()),
                info.progress(),
                info.origin());
        return this;
    }

    /** Replaces only the model. */
    MemoryRun model(String model) {
        return setup(info.suite(), info.agent(), model, info.reward());
    }

    MemoryRun note(String note) {
        return with(note, info.settings(), info.started());
    }

    MemoryRun settings(Map<String, String> settings) {
        return with(info.note(), settings, info.started());
    }

    MemoryRun started(Instant started) {
        return with(info.note(), info.settings(), started);
    }

    private MemoryRun with(String note, Map<String, String> settings, Instant started) {
        info = new RunInfo(
                info.name(),
                note,
                new RunInfo.Setup(
                        info.suite(),
                        info.agent(),
                        info.model(),
                        info.reward(),
                        settings,
                        info.planned(),
                        info.repeat(),
                        info.seed(),
                        info.maxSteps()),
                new RunInfo.Progress(info.status(), started, Optional.of(started.plusSeconds(90)), 0),
                info.origin());
        return this;
    }

    /** Adds an episode that gave an answer, scored by the run's reward. */
    MemoryRun answered(String task, String question, String gold, String answer, Turn... turns) {
        return add(task, question, gold, answer, FinishReason.TERMINAL, "", List.of(turns));
    }

    /** Adds an episode that ended without an answer. */
    MemoryRun ended(FinishReason finish, String task, String question, String gold, Turn... turns) {
        return add(task, question, gold, "", finish, finish == FinishReason.ERROR ? "it broke" : "", List.of(turns));
    }

    MemoryRun add(
            String task,
            String question,
            String gold,
            String answer,
            FinishReason finish,
            String error,
            List<Turn> turns) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (!gold.isEmpty()) {
            fields.put("answer", gold);
        }
        Task asked = Task.of(task, question, fields);
        Trajectory trajectory = Trajectory.of(List.of(Message.user(question), Message.assistant(answer)));
        Score score;
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            score = gold.isEmpty()
                    ? new Score.Scored(RewardResult.of(0))
                    : scorer.score(
                            REGISTRY.reward(info.reward()), Sample.of(task, answer, trajectory.messages(), fields));
        }
        return add(asked, trajectory, score, answer, gold, finish, error, turns);
    }

    /** Adds an episode with a reward as given. */
    MemoryRun rewarded(String task, double reward) {
        return add(
                Task.of(task, "?", Map.of()),
                Trajectory.empty(),
                new Score.Scored(RewardResult.of(reward)),
                "an answer",
                "",
                FinishReason.TERMINAL,
                "",
                List.of());
    }

    MemoryRun unscored(String task, String message) {
        return unscored(task, message, FinishReason.TERMINAL);
    }

    MemoryRun unscored(String task, String message, FinishReason finish) {
        return add(
                Task.of(task, "?", Map.of()),
                Trajectory.empty(),
                new Score.Unscored(Score.Reason.ERROR, message),
                "an answer",
                "",
                finish,
                "",
                List.of());
    }

    private MemoryRun add(
            Task task,
            Trajectory trajectory,
            Score score,
            String answer,
            String gold,
            FinishReason finish,
            String error,
            List<Turn> turns) {
        int repeat = (int)
                episodes.stream().filter(one -> one.task().equals(task.id())).count();
        Episode episode = new Episode(
                task.id(),
                repeat,
                7,
                "",
                gold,
                score,
                new Episode.Ending(finish, finish == FinishReason.TERMINAL, answer, error),
                new Episode.Effort(Math.max(1, turns.size()), Usage.NONE, info.started(), Duration.ofSeconds(3)));
        episodes.add(episode);
        details.put(episode.key(), new EpisodeDetail(task, trajectory, turns, Optional.empty()));
        return this;
    }

    /** A turn with an action and further facts. */
    static Turn turn(int index, String action, Map<String, @Nullable Object> facts) {
        return Turn.builder()
                .index(index)
                .action(action)
                .modelTime(Duration.ofMillis(10))
                .actionTime(Duration.ofMillis(5))
                .info(facts)
                .build();
    }

    @Override
    public RunInfo info() {
        return info;
    }

    @Override
    public Path folder() {
        return Path.of(info.name());
    }

    @Override
    public List<Episode> episodes() {
        return List.copyOf(episodes);
    }

    @Override
    public EpisodeDetail detail(Episode episode) {
        return Objects.requireNonNull(details.get(episode.key()));
    }

    @Override
    public void close() {}
}
