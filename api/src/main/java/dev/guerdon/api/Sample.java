package dev.guerdon.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One finished rollout as a reward function sees it.
 *
 * <p>An interface, because a sample read from a file is decoded only as far as the reward asks.
 */
@Stable
public interface Sample {

    /** Returns the name of the sample in results and messages. */
    String id();

    /** Returns the text of the last assistant turn; empty if there was none. */
    String finalResponse();

    /**
     * Returns whether anything is known of a response: a record that has neither a final response nor a trajectory was never answered, which is
     * not the same as an empty answer.
     */
    default boolean hasFinalResponse() {
        return true;
    }

    /** Returns what happened. */
    Trajectory trajectory();

    /** Returns the additional fields of the task by their JSON names. */
    Map<String, @Nullable Object> fields();

    /** Returns the rollout this sample came from, with its live resources. */
    Context context();

    /** Returns the field of that name, if there is one with a value other than null. */
    default Optional<Json> find(String name) {
        return Optional.ofNullable(fields().get(name)).map(Json::new);
    }

    /** Returns the field of that name. */
    default Json field(String name) {
        return find(name)
                .orElseThrow(() -> new UnscoredException(
                        Score.Reason.MISSING_FIELD,
                        "the field '" + name + "' is missing; task " + id() + " has: "
                                + String.join(
                                        ", ",
                                        Stream.concat(fields().keySet().stream(), Stream.of("final_response"))
                                                .toList())));
    }

    /** Returns a sample held in memory, outside of any rollout. */
    static Sample of(String id, String finalResponse, List<Message> messages, Map<String, @Nullable Object> fields) {
        return of(id, finalResponse, Trajectory.of(messages), fields, Context.detached(fields));
    }

    /** Returns a sample held in memory. */
    static Sample of(
            String id,
            String finalResponse,
            Trajectory trajectory,
            Map<String, @Nullable Object> fields,
            Context context) {
        record InMemory(
                String id,
                String finalResponse,
                Trajectory trajectory,
                Map<String, @Nullable Object> fields,
                Context context)
                implements Sample {}
        return new InMemory(id, finalResponse, trajectory, fields, context);
    }
}
