package dev.guerdon.server.spi;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Definition by the user of one environment that is to be served.
 *
 * @param name the name that clients use; it stands in addresses
 * @param environment the kind of environment, as a catalogue finds it
 * @param settings the values of its options by name
 * @param splits its tasks; empty for the environment's own tasks as the one split {@code default}
 * @param shown the fields of tasks that clients may see, besides id and prompt; all others stay here, because one may be the answer
 * @param clientTasks whether a client may describe a task of its own, with any fields
 * @param tools the names of the catalogue's tools that act in it; empty for the general ones
 * @param reward the name of the served reward that scores an episode at its end; empty where the environment's own reward counts
 * @param maxSessions how many sessions there may be at once
 * @param idle how long a session may be idle before it ends
 * @param deadline how long one reset, step or call of a tool may take
 * @param ownPort if it is served in a protocol of its own as well, as AgentFly's clients expect it: 0 for any free port, {@link
 *     #NO_PORT} for nowhere
 */
@Experimental
public record EnvironmentDefinition(
        String name,
        String environment,
        Map<String, String> settings,
        List<Split> splits,
        List<String> shown,
        boolean clientTasks,
        List<String> tools,
        String reward,
        int maxSessions,
        Duration idle,
        Duration deadline,
        int ownPort) {

    /** That of an environment which is served among the others alone. */
    public static final int NO_PORT = -1;

    /** Number of sessions at once unless the definition says otherwise. */
    public static final int USUAL_SESSIONS = 256;

    /** Default idle timeout of a session. */
    public static final Duration USUAL_IDLE = Duration.ofMinutes(15);

    /** Time that a step may take unless the definition says otherwise. */
    public static final Duration USUAL_DEADLINE = Duration.ofMinutes(1);

    private static final int MOST_SESSIONS = 1_000_000;

    public EnvironmentDefinition {
        settings = Map.copyOf(settings);
        splits = splits.isEmpty() ? List.of(new Split("default", "", null)) : List.copyOf(splits);
        shown = List.copyOf(shown);
        tools = List.copyOf(tools);
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")) {
            throw new GuerdonException(
                    "a served environment needs a name of 1 to 100 letters, digits, '_', '-' and '.',"
                            + " because it stands in addresses; found '" + name + "'");
        }
        if (RESERVED.contains(name)) {
            throw new GuerdonException("an environment cannot have the name '" + name
                    + "', which is an address of the server; choose another name");
        }
        if (maxSessions < 1 || maxSessions > MOST_SESSIONS) {
            throw new GuerdonException(
                    "'max_sessions' of '" + name + "' must be from 1 to " + MOST_SESSIONS + ", found " + maxSessions);
        }
        if (idle.isNegative() || idle.isZero() || deadline.isNegative() || deadline.isZero()) {
            throw new GuerdonException(
                    "'idle' and 'deadline' of '" + name + "' must be above 0, found " + idle + " and " + deadline);
        }
        if (ownPort < NO_PORT || ownPort > 65_535) {
            throw new GuerdonException("'port' of '" + name + "' must be from 0 to 65535, found " + ownPort);
        }
        List<String> names = new ArrayList<>();
        for (Split split : splits) {
            if (names.contains(split.name())) {
                throw new GuerdonException("'" + name + "' has two splits with the name '" + split.name() + "'");
            }
            names.add(split.name());
        }
    }

    /** The first parts of addresses that mean something else. */
    private static final Set<String> RESERVED =
            Set.of(("v1 ws mcp harness reset step state schema metadata health healthz readyz metrics sessions"
                            + " ng-rollout list_environments create create_session delete delete_session ping version verify"
                            + " evaluate reward get_reward remote_rm")
                    .split(" "));

    /**
     * Finds out whether a catalogue has all that this names.
     *
     * @throws GuerdonException with what is not there
     */
    public EnvironmentProvider check(Registry registry) {
        EnvironmentProvider provider = registry.environment(environment);
        List<String> known = provider.options().stream()
                .map(EnvironmentProvider.Option::name)
                .toList();
        for (String option : settings.keySet()) {
            if (!known.contains(option)) {
                throw new GuerdonException("the environment '" + environment + "' has no setting '" + option + "'"
                        + (known.isEmpty() ? "; it has none" : "; there are: " + String.join(", ", known)));
            }
        }
        tools.forEach(registry::tool);
        return provider;
    }

    /** Returns an environment with the usual limits. */
    public static EnvironmentDefinition of(String name, String environment, Map<String, String> settings) {
        return new EnvironmentDefinition(
                name,
                environment,
                settings,
                List.of(),
                List.of(),
                false,
                List.of(),
                "",
                USUAL_SESSIONS,
                USUAL_IDLE,
                USUAL_DEADLINE,
                NO_PORT);
    }

    /**
     * Some tasks under a name.
     *
     * @param name the name that clients use
     * @param own the name of the environment's own split, where the tasks are its own; empty for those that it has without a name
     * @param tasks the tasks, where they are not the environment's own
     */
    public record Split(String name, String own, @Nullable List<Task> tasks) {

        public Split {
            tasks = tasks == null ? null : List.copyOf(tasks);
            if (name.isBlank() || name.length() > 100 || name.chars().anyMatch(Character::isISOControl)) {
                throw new GuerdonException("a split needs a name of 1 to 100 characters, found '" + name + "'");
            }
        }
    }
}
