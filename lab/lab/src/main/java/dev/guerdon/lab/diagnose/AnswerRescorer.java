package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Context;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.suite.SuiteCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Scores other answers in the place of a run's episodes, with the reward that scored each: one for all, or, where the suite has several
 * parts, that of its part. To be closed.
 */
@Internal
public final class AnswerRescorer implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final Scorer scorer;
    private final Optional<RewardEntry> one;
    private final Map<String, RewardEntry> byTask = new HashMap<>();

    public AnswerRescorer(Registry registry, Run run) {
        one = find(registry, run.info().reward());
        if (one.isEmpty()) {
            readParts(registry, run);
        }
        // The last, so that nothing is left open where the suite cannot be read.
        scorer = Scorer.builder()
                .threads(1)
                .deadline(DEADLINE)
                .isolated(registry)
                .build();
    }

    private void readParts(Registry registry, Run run) {
        Suite suite;
        try {
            suite = SuiteCodec.read(run.folder());
        } catch (GuerdonException none) {
            // The run may come from elsewhere; what happened in it can be read all the same.
            return;
        }
        for (Suite.Part part : suite.parts()) {
            find(registry, part.decidingReward()).ifPresent(reward -> {
                for (Task task : part.tasks()) {
                    byTask.put(task.id(), reward);
                }
            });
        }
    }

    private static Optional<RewardEntry> find(Registry registry, String name) {
        try {
            return Optional.of(registry.reward(name));
        } catch (GuerdonException unknown) {
            return Optional.empty();
        }
    }

    /** Gives the score of each answer in the place of an episode, in order; empty where the reward cannot score it, or is not known here. */
    public DiagnosisCase.Rescorer of(Episode episode) {
        @Nullable
        RewardEntry reward =
                one.or(() -> Optional.ofNullable(byTask.get(episode.task()))).orElse(null);
        return (detail, submitted, answers) -> reward == null
                ? Collections.nCopies(answers.size(), Optional.empty())
                : scorer
                        .scoreAll(
                                reward,
                                answers.stream()
                                        .map(answer -> sample(detail, submitted, answer))
                                        .toList())
                        .stream()
                        .map(score -> score instanceof Score.Scored scored
                                ? Optional.of(scored.result().reward())
                                : Optional.<Double>empty())
                        .toList();
    }

    @Override
    public void close() {
        scorer.close();
    }

    private static Sample sample(EpisodeDetail detail, String submitted, String answer) {
        return Sample.of(
                detail.task().id(),
                answer,
                replaced(detail.trajectory(), submitted, answer),
                detail.task().fields(),
                Context.detached(detail.task().fields()));
    }

    /** Returns the trajectory with another text in its last assistant message, where that message is the answer. */
    private static Trajectory replaced(Trajectory trajectory, String submitted, String answer) {
        List<List<Message>> segments = new ArrayList<>(trajectory.segments());
        for (int s = segments.size() - 1; s >= 0; s--) {
            List<Message> messages = new ArrayList<>(segments.get(s));
            for (int m = messages.size() - 1; m >= 0; m--) {
                Message message = messages.get(m);
                if (message.isAssistant()) {
                    if (!message.text().equals(submitted)) {
                        return trajectory;
                    }
                    messages.set(m, Message.assistant(answer, message.toolCalls()));
                    segments.set(s, messages);
                    return trajectory.toBuilder().segments(segments).build();
                }
            }
        }
        return trajectory;
    }
}
