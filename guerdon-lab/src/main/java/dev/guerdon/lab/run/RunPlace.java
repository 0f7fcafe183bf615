package dev.guerdon.lab.run;

import dev.guerdon.api.Internal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Puts files of an environment into the folder of the run: <code>{run}</code> in the value of an option stands for it. The suite keeps
 * the word and not the path, so that a run can be continued after its folder was moved.
 */
@Internal
public final class RunPlace {

    private static final String RUN = "{run}";

    private RunPlace() {}

    /** The options with the run's folder in the place of the word. */
    public static Map<String, String> in(Path folder, Map<String, String> options) {
        Map<String, String> placed = new LinkedHashMap<>(options);
        placed.replaceAll((name, value) ->
                value.replace(RUN, folder.toAbsolutePath().normalize().toString()));
        return placed;
    }
}
