package dev.guerdon.cluster.rollout;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Settings and options whose values are paths of this machine. Other machines read the same path: they have another working folder, so
 * it is made absolute; and it must be there, which the user is told.
 */
final class LocalPaths {

    /** A longer value is a text, such as a prompt. */
    private static final int LONGEST = 4_096;

    /** What stands for the folder of the run in an option. */
    private static final String RUN = "{run}";

    private LocalPaths() {}

    private static boolean isPath(String value) {
        if (value.length() > LONGEST || !(value.contains("/") || value.contains("\\")) || value.contains("\n")) {
            return false;
        }
        try {
            return Files.exists(Path.of(value));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** The values with every path that exists here in full. */
    static Map<String, String> absolute(Map<String, String> values) {
        Map<String, String> all = new LinkedHashMap<>(values);
        all.replaceAll((name, value) ->
                isPath(value) ? Path.of(value).toAbsolutePath().normalize().toString() : value);
        return all;
    }

    /**
     * What a user should know of the options of an environment, a sentence for each.
     *
     * @param elsewhere whether the cluster has other machines than this one
     */
    static List<String> notices(Map<String, String> options, boolean elsewhere) {
        List<String> notices = new ArrayList<>();
        options.forEach((name, value) -> {
            if (value.contains(RUN) && !RunLines.isKept(value)) {
                notices.add("the option " + name + "=" + value + " writes into the folder of the run; each process of"
                        + " the cluster has a folder of its own for that, and it is not brought back");
            } else if (elsewhere && !value.contains(RUN) && isPath(value)) {
                notices.add("the option " + name + " is a path; each machine of the cluster needs "
                        + Path.of(value).toAbsolutePath().normalize());
            }
        });
        return notices;
    }
}
