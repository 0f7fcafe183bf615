package dev.guerdon.viewer.runs;

import dev.guerdon.api.Internal;
import java.util.List;

/**
 * The runs of a suite.
 *
 * @param suite its name
 * @param rows those that are shown, the newest first
 * @param all how many there are
 * @param trend how the mean reward went
 * @param rest where all of them are shown; empty where they are
 */
@Internal
public record SuiteGroup(String suite, List<RunRow> rows, int all, Trend trend, String rest) {

    public SuiteGroup {
        rows = List.copyOf(rows);
    }
}
