package dev.guerdon.lab;

import dev.guerdon.agent.Turn;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What happened in an episode.
 *
 * @param task the task with all its fields
 * @param trajectory what was said
 * @param turns the turns
 * @param artifacts the folder of screenshots and other files, where there is one
 */
public record EpisodeDetail(Task task, Trajectory trajectory, List<Turn> turns, Optional<Path> artifacts) {

    public EpisodeDetail {
        turns = List.copyOf(turns);
    }
}
