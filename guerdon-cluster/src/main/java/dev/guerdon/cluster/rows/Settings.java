package dev.guerdon.cluster.rows;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.Durations;
import dev.guerdon.base.Names;
import dev.guerdon.core.Isolation;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How rows are scored, as {@code guerdon score} names it.
 *
 * @param deadline the time each call has
 * @param isolation which rewards run in worker processes
 */
record Settings(Duration deadline, Isolation isolation) {

    private static final List<String> KNOWN = List.of("deadline", "isolate", "worker-memory", "worker-env");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmg]?)(i?b)?", Pattern.CASE_INSENSITIVE);

    static Settings of(Map<String, String> settings) {
        for (String name : settings.keySet()) {
            if (!KNOWN.contains(name)) {
                throw new GuerdonException("there is no setting '" + name + "'" + Names.didYouMean(name, KNOWN)
                        + "; there are: " + String.join(", ", KNOWN));
            }
        }
        return new Settings(Durations.parse(settings.getOrDefault("deadline", "60s")), isolation(settings));
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
        return which.memory(bytes(settings.getOrDefault("worker-memory", "512m")))
                .environment(environment);
    }

    private static long bytes(String text) {
        Matcher size = SIZE.matcher(text.strip());
        if (!size.matches()) {
            throw new GuerdonException("worker-memory expects a size such as 256m or 1g, found '" + text + "'");
        }
        long number = Long.parseLong(size.group(1));
        return switch (size.group(2).toLowerCase(Locale.ROOT)) {
            case "k" -> number << 10;
            case "m" -> number << 20;
            case "g" -> number << 30;
            default -> number;
        };
    }
}
