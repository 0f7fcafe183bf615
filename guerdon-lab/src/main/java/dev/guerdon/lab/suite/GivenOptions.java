package dev.guerdon.lab.suite;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Names;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Suite;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Options of environments that the user gives beside a suite. Each part takes those that its environment has; one that no environment
 * has is an error.
 *
 * @param options values by name
 */
@Internal
public record GivenOptions(Map<String, String> options) {

    /** The options of a part with the given ones over them. */
    Map<String, String> over(EnvironmentProvider environment, Map<String, String> written) {
        Map<String, String> all = new LinkedHashMap<>(written);
        List<String> known = names(environment);
        options.forEach((name, value) -> {
            if (known.contains(name)) {
                all.put(name, value);
            }
        });
        return all;
    }

    /** A suite that was made without them, with them. */
    public Suite over(Registry registry, Suite suite) {
        check(registry, suite);
        List<Suite.Part> parts = suite.parts().stream()
                .map(part -> part.environment().isEmpty()
                        ? part
                        : part.withEnvironmentOptions(
                                over(registry.environment(part.environment()), part.environmentOptions())))
                .toList();
        return new Suite(suite.name(), suite.description(), parts);
    }

    /** Refuses options that no environment of the suite has. */
    void check(Registry registry, Suite suite) {
        Set<String> known = new TreeSet<>();
        for (Suite.Part part : suite.parts()) {
            if (!part.environment().isEmpty()) {
                known.addAll(names(registry.environment(part.environment())));
            }
        }
        for (String name : options.keySet()) {
            if (!known.contains(name)) {
                throw new LabException("no environment of the suite '" + suite.name() + "' has an option '" + name + "'"
                        + (known.isEmpty() ? "; it has no environment" : Names.didYouMean(name, known)));
            }
        }
    }

    private static List<String> names(EnvironmentProvider environment) {
        return environment.options().stream()
                .map(EnvironmentProvider.Option::name)
                .toList();
    }
}
