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
 * Which rewards run in worker processes, and what a worker may use.
 *
 * <p>A reward in a worker can be ended at its deadline, and whatever it does to its process costs one sample: it exits, crashes, runs
 * out of memory. What it prints goes to {@link #output}. A worker is no sandbox: it runs with the user's rights.
 */
@Experimental
public final class Isolation {

    /** The heap of a worker, unless something else is said. */
    public static final long DEFAULT_MEMORY = 512L << 20;

    private static final long LEAST_MEMORY = 32L << 20;

    private static final System.Logger LOG = System.getLogger(Isolation.class.getName());

    /** Every reward runs in this process. */
    public static final Isolation NONE = new Isolation(Which.NONE);

    /** Rewards of the user's own, from sources and plugins, run in workers; predefined ones, which are bounded, in this process. */
    public static final Isolation FOREIGN = new Isolation(Which.FOREIGN);

    /** Every reward runs in a worker. */
    public static final Isolation ALL = new Isolation(Which.ALL);

    private enum Which {
        NONE,
        FOREIGN,
        ALL
    }

    private final Which which;
    private final long memory;
    private final int cpus;
    private final Set<String> environment;
    private final Consumer<String> output;

    private Isolation(Which which) {
        this(which, DEFAULT_MEMORY, 1, Set.of(), line -> LOG.log(System.Logger.Level.INFO, line));
    }

    private Isolation(Which which, long memory, int cpus, Set<String> environment, Consumer<String> output) {
        this.which = which;
        this.memory = memory;
        this.cpus = cpus;
        this.environment = environment;
        this.output = output;
    }

    /** The same with another limit for the heap of each worker, in bytes. */
    public Isolation memory(long bytes) {
        if (bytes < LEAST_MEMORY) {
            throw new GuerdonException(
                    "a worker needs at least " + (LEAST_MEMORY >> 20) + " MiB of memory, found " + bytes + " bytes");
        }
        return new Isolation(which, bytes, cpus, environment, output);
    }

    /** The same with another number of processors that the threads of each worker count on; 1 unless something else is said. */
    public Isolation cpus(int count) {
        if (count < 1) {
            throw new GuerdonException("a worker needs at least 1 processor, found " + count);
        }
        return new Isolation(which, memory, count, environment, output);
    }

    /** The same with environment variables that workers get though they are secrets, such as the key of a model that judges. */
    public Isolation environment(Set<String> names) {
        return new Isolation(which, memory, cpus, Set.copyOf(new TreeSet<>(names)), output);
    }

    /** The same with another place for what rewards print; it gets a line at a time, without secrets, by any thread. */
    public Isolation output(Consumer<String> lines) {
        return new Isolation(which, memory, cpus, environment, lines);
    }

    /** What was decided as plain values, for another process; what rewards print there is that process's affair. */
    public Map<String, Object> save() {
        return Map.of("which", which.name(), "memory", memory, "cpus", cpus, "environment", List.copyOf(environment));
    }

    /** The same as another process decided. */
    public static Isolation restore(Json saved) {
        Set<String> names = new TreeSet<>();
        saved.get("environment").asList().forEach(name -> names.add(name.asString()));
        return new Isolation(Which.valueOf(saved.get("which").asString()))
                .memory(saved.get("memory").asLong())
                .cpus(saved.get("cpus").asInt())
                .environment(names);
    }

    public long memory() {
        return memory;
    }

    public int cpus() {
        return cpus;
    }

    public Set<String> environment() {
        return environment;
    }

    public Consumer<String> output() {
        return output;
    }

    /** Whether no reward runs in a worker. */
    public boolean isNone() {
        return which == Which.NONE;
    }

    /** Whether a reward runs in a worker. */
    public boolean covers(RewardEntry reward) {
        return switch (which) {
            case NONE -> false;
            case FOREIGN -> reward.isForeign();
            case ALL -> true;
        };
    }
}
