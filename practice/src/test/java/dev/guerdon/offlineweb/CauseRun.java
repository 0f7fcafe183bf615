package dev.guerdon.offlineweb;

import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
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

/** Cases as a run: each is an episode, scored by a reward. */
final class CauseRun implements Run {

    private final RunInfo info;
    private final List<Episode> episodes = new ArrayList<>();
    private final Map<String, EpisodeDetail> details = new LinkedHashMap<>();

    CauseRun(Registry registry, String reward, List<CauseCase> cases) {
        info = new RunInfo(
                "causes",
                "",
                new RunInfo.Setup("causes", "web-research", "a model", reward, Map.of(), List.of(), 1, 7, 15),
                new RunInfo.Progress(RunInfo.Status.COMPLETE, Instant.EPOCH, Optional.of(Instant.EPOCH), 0),
                new RunInfo.Origin("0123456789abcdef", false, Map.of()));
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            cases.forEach(one -> add(registry, scorer, one));
        }
    }

    private void add(Registry registry, Scorer scorer, CauseCase one) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("answer", one.gold());
        fields.put("golden_answers", List.of(one.gold()));
        Task task = Task.of(one.id(), one.question(), fields);
        Trajectory trajectory = Trajectory.of(List.of(Message.user(one.question()), Message.assistant(one.answer())));
        Score score = scorer.score(
                registry.reward(info.reward()), Sample.of(one.id(), one.answer(), trajectory.messages(), fields));
        boolean completed = one.finish() == FinishReason.TERMINAL || one.finish() == FinishReason.NO_TOOL_CALLS;
        Episode episode = new Episode(
                one.id(),
                0,
                7,
                "",
                one.gold(),
                score,
                new Episode.Ending(one.finish(), completed, one.answer(), one.error()),
                new Episode.Effort(Math.max(1, one.turns().size()), Usage.NONE, Instant.EPOCH, Duration.ofSeconds(3)));
        if (details.put(episode.key(), new EpisodeDetail(task, trajectory, one.turns(), Optional.empty())) != null) {
            throw new IllegalArgumentException("two cases are called " + one.id());
        }
        episodes.add(episode);
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
