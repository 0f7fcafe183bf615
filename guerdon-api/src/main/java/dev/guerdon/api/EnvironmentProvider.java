package dev.guerdon.api;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes environments of one kind, by name, for the command line, servers and suites. */
@Experimental
@Extension.Kind(value = "environment", list = "guerdon env list")
public interface EnvironmentProvider extends Extension {

    /** The name, such as {@code alfworld}. */
    @Override
    String name();

    /** One line on what it is. */
    String description();

    /** The options that {@link #open} understands. */
    List<Option> options();

    /**
     * Makes an environment.
     *
     * @param options values by option name, such as {@code data} for {@code --data}; only names from {@link #options}
     */
    Environment open(Map<String, String> options);

    /** The task that the options describe, to reset an opened environment with. */
    Task task(Map<String, String> options);

    /**
     * The tasks of a suite.
     *
     * @param split the split, empty for the bundled tasks
     * @param options as for {@link #open}
     */
    Stream<Task> tasks(String split, Map<String, String> options);

    /** What works on this machine: one line for each part, for {@code guerdon doctor}. */
    default List<Check> checks() {
        return List.of();
    }

    /**
     * An option.
     *
     * @param name the name without dashes
     * @param value what the value is, such as {@code DIR}
     * @param description one line
     */
    record Option(String name, String value, String description) {}

    /**
     * One line of {@code guerdon doctor}.
     *
     * @param part what was looked at
     * @param ok whether it works
     * @param detail what was found, or what is missing and how to get it
     */
    record Check(String part, boolean ok, String detail) {}
}
