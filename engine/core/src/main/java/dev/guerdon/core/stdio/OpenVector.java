package dev.guerdon.core.stdio;

import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.VectorEnvironment;
import dev.guerdon.core.VectorEnvironment.Batch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Environments that a client has open, as it resets and steps them. One request at a time. */
final class OpenVector {

    private final VectorEnvironment environments;
    private final Function<List<Json>, VectorTasks> chooser;
    private final int size;
    private final Runnable whenClosed;
    private final long[] firstSeeds;
    private final boolean[] seedless;
    private VectorTasks playlist;
    private @Nullable Long seed;
    private boolean begun;

    /**
     * @param chooser finds the tasks that a client means
     * @param playlist what is played until a reset says something else
     * @param seed the first seed of the first reset; null if none was given
     * @param whenClosed called when they are closed
     */
    OpenVector(
            VectorEnvironment environments,
            Function<List<Json>, VectorTasks> chooser,
            VectorTasks playlist,
            @Nullable Long seed,
            Runnable whenClosed) {
        this.whenClosed = whenClosed;
        this.environments = environments;
        this.chooser = chooser;
        this.size = environments.size();
        this.playlist = playlist;
        this.seed = seed;
        this.firstSeeds = new long[size];
        this.seedless = new boolean[size];
    }

    Map<String, @Nullable Object> reset(RequestMembers query) {
        query.only("handle", "seed", "seeds", "mask", "tasks");
        boolean[] mask = mask(query);
        List<Json> wanted = query.list("tasks").orElse(null);
        VectorTasks next = wanted == null ? null : chooser.apply(wanted);
        boolean seeded = query.find("seed").isPresent() || query.find("seeds").isPresent();
        if (seeded && query.find("seed").isPresent() && query.find("seeds").isPresent()) {
            throw RequestRefusal.bad("'reset' takes 'seed' or 'seeds', not both");
        }
        Batch batch;
        synchronized (this) {
            if (begun && !seeded && wanted == null) {
                // The next episodes, whose seeds follow those before them.
                batch = environments.reset(mask);
            } else {
                playlist = next == null ? playlist : next;
                long[] seeds = seeds(query);
                boolean drawn = !seeded && seed == null;
                for (int i = 0; i < size; i++) {
                    if (mask[i]) {
                        firstSeeds[i] = seeds[i];
                        seedless[i] = drawn;
                    }
                }
                batch = environments.reset(this::task, seeds, mask);
            }
            begun = true;
        }
        return answer(batch, mask);
    }

    private Optional<Task> task(int environment, int episode) {
        long number = environment + (long) episode * size;
        long own = firstSeeds[environment] + (long) episode * size;
        return Optional.of(playlist.task(number, own, seedless[environment]));
    }

    private long[] seeds(RequestMembers query) {
        long[] seeds = new long[size];
        List<Json> each = query.list("seeds", size).orElse(null);
        if (each == null) {
            seed = query.whole("seed").or(() -> Optional.ofNullable(seed)).orElse(null);
            long first = seed == null ? 0 : seed;
            Arrays.setAll(seeds, i -> first + i);
        } else {
            Arrays.setAll(seeds, i -> query.whole("seeds", each.get(i)));
        }
        return seeds;
    }

    Map<String, @Nullable Object> step(RequestMembers query) {
        query.only("handle", "actions", "mask");
        boolean[] mask = mask(query);
        List<Json> given = query.list("actions", size)
                .orElseThrow(() -> query.wrong("actions", "a list with a text for each environment"));
        List<String> actions = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            Json action = given.get(i);
            if (mask[i] && !action.isString()) {
                throw RequestRefusal.bad("'step' expects a text as action " + i + ", found " + action.kind());
            }
            actions.add(mask[i] ? action.asString() : "");
        }
        return answer(environments.step(actions, mask), mask);
    }

    Map<String, @Nullable Object> actions(RequestMembers query) {
        query.only("handle");
        return Map.of("actions", environments.actions());
    }

    void close() {
        environments.close();
        whenClosed.run();
    }

    private boolean[] mask(RequestMembers query) {
        boolean[] mask = new boolean[size];
        Arrays.fill(mask, true);
        query.list("mask", size).ifPresent(values -> {
            for (int i = 0; i < size; i++) {
                if (!(values.get(i).value() instanceof Boolean truth)) {
                    throw query.wrong("mask", "a list of true and false");
                }
                mask[i] = truth;
            }
        });
        return mask;
    }

    private Map<String, @Nullable Object> answer(Batch batch, boolean[] mask) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put(
                "observations",
                each(mask, i -> batch.steps().get(i).observation().text()));
        answer.put("rewards", each(mask, i -> batch.steps().get(i).reward()));
        answer.put("terminated", each(mask, i -> batch.steps().get(i).terminated()));
        answer.put("truncated", each(mask, i -> isTruncated(batch.steps().get(i))));
        answer.put("infos", each(mask, i -> info(batch.steps().get(i))));
        answer.put("fresh", each(mask, i -> batch.begun().get(i)));
        answer.put("seeds", each(mask, environments::seed));
        answer.put(
                "final",
                each(mask, i -> batch.finals().get(i).map(OpenVector::whole).orElse(null)));
        return answer;
    }

    /** Returns whether an episode ended by a limit or was lost, and so not by the agent. */
    private static boolean isTruncated(Step step) {
        return step.truncated() || step.lost();
    }

    private static List<@Nullable Object> each(boolean[] mask, java.util.function.IntFunction<@Nullable Object> value) {
        List<@Nullable Object> values = new ArrayList<>(mask.length);
        for (int i = 0; i < mask.length; i++) {
            values.add(mask[i] ? value.apply(i) : null);
        }
        return values;
    }

    private static Map<String, @Nullable Object> info(Step step) {
        Map<String, @Nullable Object> info =
                new LinkedHashMap<>(step.observation().attributes());
        info.putAll(step.info());
        if (step.truncated()) {
            info.put("limit", step.limit());
        }
        if (step.lost()) {
            info.put("lost", true);
            info.put(Step.ERROR, step.end().cause());
        }
        return info;
    }

    private static Map<String, @Nullable Object> whole(Step step) {
        Map<String, @Nullable Object> whole = new LinkedHashMap<>();
        whole.put("observation", step.observation().text());
        whole.put("reward", step.reward());
        whole.put("terminated", step.terminated());
        whole.put("truncated", isTruncated(step));
        whole.put("info", info(step));
        return whole;
    }
}
