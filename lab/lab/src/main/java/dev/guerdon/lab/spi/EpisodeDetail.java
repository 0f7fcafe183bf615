package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.core.base.MessageWriter;
import dev.guerdon.core.base.SecretFilter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Content of an episode.
 *
 * @param task the task with all its fields
 * @param trajectory what was said
 * @param turns the turns
 * @param artifacts the folder of screenshots and other files, if there is one
 */
@Experimental
public record EpisodeDetail(Task task, Trajectory trajectory, List<Turn> turns, Optional<Path> artifacts) {

    /**
     * The metric that says how many texts, of those that a reward reads, are stored without a key that the machine of the run knew. Such
     * an episode cannot be scored again: its score would be that of other texts.
     */
    public static final String HIDDEN_TEXTS = "hidden_texts";

    public EpisodeDetail {
        turns = List.copyOf(turns);
    }

    /** Returns a trajectory that says how many texts that a reward reads hold a key of this machine, which is about to be hidden. */
    public static Trajectory hiddenCounted(Task task, Trajectory trajectory, String answer) {
        int texts = SecretFilter.known()
                .hideKeysIn(List.of(
                        MessageWriter.task(task),
                        trajectory.segments().stream()
                                .map(MessageWriter::messages)
                                .toList(),
                        answer))
                .texts();
        return texts == 0 ? trajectory : trajectory.withMetrics(Map.of(HIDDEN_TEXTS, (double) texts));
    }

    /** Returns whether anybody wrote down what was said and done in an episode; a summary from elsewhere may only count its steps. */
    public boolean recorded(Episode episode) {
        return episode.steps() == 0
                || !turns.isEmpty()
                || !episode.answer().isBlank()
                || trajectory.segments().stream().anyMatch(messages -> !messages.isEmpty());
    }

    /** Returns whether a reward would read other texts than those of the rollout, because a key was hidden in them. */
    public boolean altered() {
        return trajectory.metrics().getOrDefault(HIDDEN_TEXTS, 0.0) > 0;
    }
}
