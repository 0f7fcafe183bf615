package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Scores other answers in an episode's place, with the reward that scored the episode. */
@Internal
public final class AnswerRescorer implements DiagnosisCase.Rescorer {

    private final @Nullable Scorer scorer;
    private final @Nullable RewardEntry reward;

    /** A rescorer for a reward; without one nothing can be scored. */
    public AnswerRescorer(@Nullable Scorer scorer, @Nullable RewardEntry reward) {
        this.scorer = scorer;
        this.reward = reward;
    }

    /** The score of each answer, in order; empty where the reward cannot score it, as when it needs a live environment. */
    @Override
    public List<Optional<Double>> score(EpisodeDetail detail, String submitted, List<String> answers) {
        if (scorer == null || reward == null) {
            return Collections.nCopies(answers.size(), Optional.empty());
        }
        List<Sample> samples = answers.stream()
                .map(answer -> sample(detail, submitted, answer))
                .toList();
        return scorer.scoreAll(reward, samples).stream()
                .map(score -> score instanceof Score.Scored scored
                        ? Optional.of(scored.result().reward())
                        : Optional.<Double>empty())
                .toList();
    }

    private static Sample sample(EpisodeDetail detail, String submitted, String answer) {
        return Sample.of(
                detail.task().id(),
                answer,
                replaced(detail.trajectory(), submitted, answer),
                detail.task().fields(),
                Context.detached(detail.task().fields()));
    }

    /** The trajectory with another text in its last assistant message, where that message is the answer. */
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
                    return new Trajectory(
                            trajectory.rolloutId(),
                            trajectory.groupId(),
                            segments,
                            trajectory.reward(),
                            trajectory.metrics(),
                            trajectory.finishReason(),
                            trajectory.started(),
                            trajectory.duration());
                }
            }
        }
        return trajectory;
    }
}
