package dev.guerdon.server.session;

import dev.guerdon.api.EnvironmentProvider.Option;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the sessions of a server may take.
 *
 * @param most how many there are at once
 * @param idle how long nobody uses a session before it ends
 * @param deadline how long one reset or step may take
 */
@Internal
public record SessionOptions(int most, Duration idle, Duration deadline) {

    private static final String MOST = "max-sessions";
    private static final String IDLE = "session-timeout";
    private static final String DEADLINE = "deadline";

    private static final Duration USUAL_IDLE = Duration.ofMinutes(30);
    private static final Duration USUAL_DEADLINE = Duration.ofMinutes(10);
    private static final int MOST_AT_ALL = 1_000_000;

    /** The options of every environment server. */
    public static List<Option> options(int usualMost) {
        return List.of(
                new Option(MOST, "N", "Allow N sessions at once. Default: " + usualMost + "."),
                new Option(IDLE, "TIME", "End a session that nobody uses for this long. Default: 30m."),
                new Option(DEADLINE, "TIME", "Give up a reset or step that takes longer. Default: 10m."));
    }

    /** Reads the values, by option name. */
    public static SessionOptions of(Map<String, String> options, int usualMost) {
        return new SessionOptions(
                most(options, usualMost),
                duration(options, IDLE, USUAL_IDLE),
                duration(options, DEADLINE, USUAL_DEADLINE));
    }

    private static int most(Map<String, String> options, int otherwise) {
        String text = options.get(MOST);
        if (text == null) {
            return otherwise;
        }
        try {
            int most = Integer.parseInt(text.strip());
            if (most >= 1 && most <= MOST_AT_ALL) {
                return most;
            }
        } catch (NumberFormatException e) {
            // Told below, with the others.
        }
        throw new GuerdonException(
                "expected a whole number from 1 to " + MOST_AT_ALL + " after --" + MOST + ", found '" + text + "'");
    }

    private static Duration duration(Map<String, String> options, String name, Duration otherwise) {
        String text = options.get(name);
        if (text == null) {
            return otherwise;
        }
        Duration duration;
        try {
            duration = Durations.parse(text);
        } catch (GuerdonException e) {
            throw new GuerdonException("--" + name + ": " + e.getMessage(), e);
        }
        if (duration.isZero()) {
            throw new GuerdonException("expected a time above zero after --" + name + ", found '" + text + "'");
        }
        return duration;
    }
}
