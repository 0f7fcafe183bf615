package dev.guerdon.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Factory of environments of one kind, found by its name by the command line, servers and suites.
 *
 * <p>{@snippet :
 * public final class CountdownProvider implements EnvironmentProvider {
 *     public String name() { return "countdown"; }
 *     public String description() { return "Count down to zero."; }
 *     public List<Option> options() { return List.of(new Option("from", "N", "Start at N. Default: 10.")); }
 *     public Environment open(Map<String, String> options) { return new Countdown(); }
 *     public Task task(Map<String, String> options) { return Task.of("countdown", "Say the next number.", Map.copyOf(options)); }
 *     public Stream<Task> tasks(String split, Map<String, String> options) { return Stream.of(task(options)); }
 * }
 * }
 */
@Experimental
@Extension.Kind(value = "environment", list = "guerdon env list")
public interface EnvironmentProvider extends Extension {

    /**
     * The option of environments that were built after a reference whose episodes go on past their end: with {@code true}, a step after
     * the end does what the reference does, instead of being refused. It is for replaying recordings, not for training.
     */
    Option COMPAT = new Option(
            "compat", Option.TRUTH, "Act after the end of an episode as the reference does. Default: false.");

    /** The name of the option that draws what the others leave open. */
    String SEED = "seed";

    /** Returns whether options ask for the reference's behaviour: {@link #COMPAT}. */
    static boolean compat(Map<String, String> options) {
        String value = options.getOrDefault(COMPAT.name(), "false");
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new GuerdonException("expected --compat true or false, found '" + value + "'");
        };
    }

    /** Returns the name, such as {@code alfworld}. */
    @Override
    String name();

    /** Returns one line on what it is. */
    String description();

    /** Returns the options that {@link #open} understands. */
    List<Option> options();

    /** Returns whether its environments have a {@linkplain Environment#picture() picture} to show. */
    default boolean hasPictures() {
        return false;
    }

    /**
     * Creates an environment, which the caller closes.
     *
     * @param options values by option name, such as {@code data} for {@code --data}; only names from {@link #options}
     */
    Environment open(Map<String, String> options);

    /**
     * Returns the options under which {@code env play --json} answers as the reference's own recordings do, line by line.
     *
     * <p>Where official data is played without {@link #COMPAT} being given, such as WebShop's files, this adds it. Everywhere else the
     * options stay as they are.
     */
    default Map<String, String> asRecorded(Map<String, String> options) {
        return options;
    }

    /** Returns the task that the options describe, to reset an opened environment with. */
    Task task(Map<String, String> options);

    /**
     * Returns the task that the options describe, where a seed draws what they leave open, such as the game. Different seeds go through all that
     * there is, and the same seed gives the same task.
     *
     * <p>Unless a provider says otherwise, the seed is the value of its option {@code seed}, if it has one that is not given.
     */
    default Task task(Map<String, String> options, long seed) {
        boolean draws = !options.containsKey(SEED)
                && options().stream().anyMatch(option -> option.name().equals(SEED));
        if (!draws) {
            return task(options);
        }
        Map<String, String> seeded = new LinkedHashMap<>(options);
        seeded.put(SEED, Long.toString(seed));
        return task(seeded);
    }

    /**
     * Returns the tasks of a suite.
     *
     * @param split the split, empty for the bundled tasks
     * @param options as for {@link #open}
     */
    Stream<Task> tasks(String split, Map<String, String> options);

    /** Returns what works on this machine: one line for each part, for {@code guerdon doctor}. */
    default List<Check> checks() {
        return List.of();
    }

    /**
     * An option.
     *
     * @param name the name without dashes
     * @param value what the value is, such as {@code DIR}; {@link #TRUTH} where the option alone means {@code true}
     * @param description one line
     */
    record Option(String name, String value, String description) {

        /** The value of an option that is true or false. */
        public static final String TRUTH = "true|false";
    }

    /**
     * One line of {@code guerdon doctor}.
     *
     * @param part what was looked at
     * @param ok whether it works
     * @param detail what was found, or what is missing and how to get it
     */
    record Check(String part, boolean ok, String detail) {}
}
