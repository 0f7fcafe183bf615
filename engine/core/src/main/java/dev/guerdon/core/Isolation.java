package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Choice of the rewards that run in worker processes, and what a worker may use.
 *
 * <p>A reward in a worker can be ended at its deadline, and whatever it does to its process costs one sample: it exits, crashes, runs
 * out of memory. A worker is no sandbox: it runs with the user's rights.
 *
 * @param which the rewards that run in workers
 * @param memory the limit for the heap of each worker, in bytes
 * @param cpus how many processors the threads of each worker count on
 * @param environment names of environment variables that workers get though they are secrets
 * @param output gets what rewards print, a line at a time, without secrets, by any thread
 */
@Experimental
public record Isolation(Which which, long memory, int cpus, Set<String> environment, Consumer<String> output) {

    /** The heap of a worker, unless something else is said. */
    public static final long DEFAULT_MEMORY = 512L << 20;

    private static final long MIN_MEMORY = 32L << 20;
    private static final System.Logger LOG = System.getLogger(Isolation.class.getName());

    /** Every reward runs in this process. */
    public static final Isolation NONE = of(Which.NONE);

    /** Rewards of the user's own, from sources and plugins, run in workers; predefined ones, which are bounded, in this process. */
    public static final Isolation FOREIGN = of(Which.FOREIGN);

    /** Every reward runs in a worker. */
    public static final Isolation ALL = of(Which.ALL);

    /** Choice of the rewards that run in workers. */
    public enum Which {
        NONE,
        FOREIGN,
        ALL
    }

    public Isolation {
        if (memory < MIN_MEMORY) {
            throw new GuerdonException(
                    "a worker needs at least " + (MIN_MEMORY >> 20) + " MiB of memory, found " + memory + " bytes");
        }
        if (cpus < 1) {
            throw new GuerdonException("a worker needs at least 1 processor, found " + cpus);
        }
        environment = Set.copyOf(environment);
    }

    private static Isolation of(Which which) {
        return new Isolation(which, DEFAULT_MEMORY, 1, Set.of(), line -> LOG.log(System.Logger.Level.INFO, line));
    }

    /** Returns the same for rewards of the user's own alone. */
    public Isolation foreignOnly() {
        return new Isolation(Which.FOREIGN, memory, cpus, environment, output);
    }

    /** Returns the same with another limit for the heap of each worker, in bytes. */
    public Isolation memory(long bytes) {
        return new Isolation(which, bytes, cpus, environment, output);
    }

    /** Returns the same with another number of processors that the threads of each worker count on; 1 unless something else is said. */
    public Isolation cpus(int count) {
        return new Isolation(which, memory, count, environment, output);
    }

    /** Returns the same with environment variables that workers get though they are secrets, such as the key of a model that judges. */
    public Isolation environment(Set<String> names) {
        return new Isolation(which, memory, cpus, names, output);
    }

    /** Returns the same with another place for what rewards print; it gets a line at a time, without secrets, by any thread. */
    public Isolation output(Consumer<String> lines) {
        return new Isolation(which, memory, cpus, environment, lines);
    }

    /** Returns what was decided as plain values, for another process; what rewards print there is that process's affair. */
    public Map<String, Object> save() {
        return Map.of("which", which.name(), "memory", memory, "cpus", cpus, "environment", List.copyOf(environment));
    }

    /** Returns the same as another process decided. */
    public static Isolation restore(Json saved) {
        Set<String> names = new TreeSet<>();
        saved.get("environment").asList().forEach(name -> names.add(name.asString()));
        return of(Which.valueOf(saved.get("which").asString()))
                .memory(saved.get("memory").asLong())
                .cpus(saved.get("cpus").asInt())
                .environment(names);
    }

    /** Returns whether no reward runs in a worker. */
    public boolean isNone() {
        return which == Which.NONE;
    }

    /** Returns whether a reward runs in a worker. */
    public boolean covers(RewardEntry reward) {
        return switch (which) {
            case NONE -> false;
            case FOREIGN -> reward.isForeign();
            case ALL -> true;
        };
    }
}
