package dev.guerdon.cli.rows;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.NameRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings with which rows are scored, as {@code guerdon score} names them.
 *
 * @param deadline the time each call has
 * @param isolation which rewards run in worker processes
 */
record RowSettings(Duration deadline, Isolation isolation) {

    private static final List<String> KNOWN = List.of("deadline", "isolate", "worker-memory", "worker-env");

    static RowSettings of(Map<String, String> settings) {
        for (String name : settings.keySet()) {
            if (!KNOWN.contains(name)) {
                throw new GuerdonException("there is no setting '" + name + "'" + NameRules.didYouMean(name, KNOWN)
                        + "; there are: " + String.join(", ", KNOWN));
            }
        }
        return new RowSettings(DurationText.parse(settings.getOrDefault("deadline", "60s")), isolation(settings));
    }

    private static Isolation isolation(Map<String, String> settings) {
        String isolate = settings.getOrDefault("isolate", "");
        Isolation which = switch (isolate) {
            case "" -> Isolation.FOREIGN;
            case "true" -> Isolation.ALL;
            case "false" -> Isolation.NONE;
            default -> throw new GuerdonException("isolate is true or false, found '" + isolate + "'");
        };
        Set<String> environment = Stream.of(
                        settings.getOrDefault("worker-env", "").split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
        return which.memory(IsolationOptions.bytes("worker-memory", settings.getOrDefault("worker-memory", "512m")))
                .environment(environment);
    }
}
