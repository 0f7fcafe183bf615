package dev.guerdon.lab.spi;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Experimental;
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
@Experimental
public record EpisodeDetail(Task task, Trajectory trajectory, List<Turn> turns, Optional<Path> artifacts) {

    public EpisodeDetail {
        turns = List.copyOf(turns);
    }
}
