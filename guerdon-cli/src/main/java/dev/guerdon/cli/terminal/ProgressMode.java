package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.util.Map;

/** How a command shows its progress. */
@Internal
public enum ProgressMode {
    /** Not at all. */
    NONE,
    /** A line now and then, for a log. */
    LINES,
    /** One line that is drawn again and again. */
    BAR;

    /** Set to {@code no}, it turns the progress off everywhere. */
    public static final String VARIABLE = "GUERDON_PROGRESS";

    public static ProgressMode of(boolean quiet, Screen err) {
        return of(quiet, err, System.getenv());
    }

    static ProgressMode of(boolean quiet, Screen err, Map<String, String> environment) {
        if (quiet || environment.getOrDefault(VARIABLE, "").equals("no")) {
            return NONE;
        }
        return err.cursor() ? BAR : LINES;
    }
}
