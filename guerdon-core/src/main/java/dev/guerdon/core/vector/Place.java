package dev.guerdon.core.vector;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Resource.Status;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import dev.guerdon.core.boundary.Boundary;
import dev.guerdon.core.boundary.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One environment of a vector: opened at its first reset, and replaced by another where it was lost.
 *
 * <p>Whatever the environment throws becomes a step that is lost, so that it costs this place its episode and no other. One thread at a
 * time.
 */
@Internal
public final class Place {

    private final Callable<? extends Environment> factory;
    private @Nullable Environment environment;
    private @Nullable Step last;
    private int episode = -1;

    public Place(Callable<? extends Environment> factory) {
        this.factory = factory;
    }

    /** The last step, empty before the first reset. */
    public Optional<Step> last() {
        return Optional.ofNullable(last);
    }

    /** The number of the episode, from 0; -1 before the first reset. */
    public int episode() {
        return episode;
    }

    /** Counts from the first episode again. */
    public void rewind() {
        episode = -1;
    }

    /** Begins the next episode. */
    public Step reset(Task task, long seed) {
        episode++;
        return keep("reset", () -> opened().reset(task, seed));
    }

    /** Acts, unless the episode is over. */
    public Step step(String action) {
        Step before = last;
        Environment open = environment;
        if (before == null || (open == null && !before.done())) {
            return keep("step", () -> {
                throw new IllegalStateException("no episode has begun; reset the vector first");
            });
        }
        if (before.done() || open == null) {
            last = before.afterEnd();
            return last;
        }
        return keep("step", () -> open.step(action));
    }

    /** The actions that make sense now; none where the environment cannot list them, or fails to. */
    public List<String> actions() {
        Environment open = environment;
        if (open == null || last == null || last.done()) {
            return List.of();
        }
        List<String> found = new ArrayList<>();
        Boundary.tell("listing the actions of an environment", () -> found.addAll(List.copyOf(open.actions())));
        return List.copyOf(found);
    }

    /** Says that there is nothing more to do here. */
    public void idle() {
        last = new Step(
                Observation.of("No task is left."),
                0,
                true,
                Map.of(Step.ERROR, "no task is left"),
                Step.End.truncated("tasks"));
    }

    private Environment opened() throws Exception {
        Environment open = environment;
        if (open != null && open.status() != Status.READY) {
            drop();
            open = null;
        }
        if (open == null) {
            open = factory.call();
            environment = open;
            open.start();
        }
        return open;
    }

    private Step keep(String what, Callable<@Nullable Step> code) {
        Step step;
        try {
            step = code.call();
            if (step == null) {
                step = gone("the environment's " + what + " gave no step");
            }
        } catch (Throwable e) {
            step = gone(Fault.of(e).reason());
        }
        last = step;
        return step;
    }

    private Step gone(String why) {
        drop();
        return lost(why);
    }

    /** Gives this place up as it is: its environment may still run in another thread, and is closed there. */
    public Place abandoned(String why) {
        Place next = new Place(factory);
        next.episode = episode;
        next.last = lost(why);
        return next;
    }

    private static Step lost(String why) {
        return new Step(
                Observation.of("The environment was lost: " + why),
                0,
                true,
                Map.of(Step.ERROR, why),
                Step.End.lost(why));
    }

    /** Closes the environment; the next reset opens another. */
    public void drop() {
        Environment open = environment;
        environment = null;
        if (open != null) {
            Boundary.tell("closing an environment of a vector", open::close);
        }
    }
}
