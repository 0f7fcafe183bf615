package dev.guerdon.core.stdio;

import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that the environments of a vector play.
 *
 * @param tasks each for a seed, which draws what the client left open
 * @param bySeed whether the episode's seed chooses among them, so that other seeds play others; else they are played in turn
 */
record VectorTasks(List<LongFunction<Task>> tasks, boolean bySeed) {

    private static final String SEED = "seed";
    private static final String SEEDS = "seeds";

    static VectorTasks of(List<Task> tasks, boolean bySeed) {
        return new VectorTasks(
                tasks.stream().<LongFunction<Task>>map(task -> seed -> task).toList(), bySeed);
    }

    /**
     * Returns the task of an episode.
     *
     * @param number the episode's among those of all environments
     * @param seedless whether no seed was given: then tasks that list theirs, as those of a benchmark do, are played with them
     */
    Task task(long number, long seed, boolean seedless) {
        long at = bySeed ? seed : number;
        Task task = tasks.get((int) Math.floorMod(at, (long) tasks.size())).apply(seed);
        if (!seedless || task.field(SEED).isPresent()) {
            return task;
        }
        List<Json> listed =
                task.field(SEEDS).filter(Json::isList).map(Json::asList).orElse(List.of());
        long turn = Math.floorDiv(at, tasks.size());
        if (turn < 0 || turn >= listed.size()) {
            return task;
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(task.fields());
        fields.put(SEED, listed.get((int) turn).value());
        return new Task(task.id(), task.messages(), fields);
    }
}
