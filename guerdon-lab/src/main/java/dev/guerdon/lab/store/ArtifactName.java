package dev.guerdon.lab.store;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Sha256;

/** Names the folder of an episode's artifacts after its task, safe on any file system. */
@Internal
public final class ArtifactName {

    private static final int LONGEST = 80;

    private ArtifactName() {}

    /** The task's id where it is a good file name as it is; else as much of it as is, and a fingerprint of the rest. */
    public static String of(String task, int repeat) {
        String safe = task.replaceAll("[^A-Za-z0-9._-]+", "_");
        safe = safe.substring(0, Math.min(safe.length(), LONGEST));
        boolean unsure = !safe.equals(task) || safe.startsWith(".") || safe.endsWith(".") || reserved(safe);
        String name = unsure ? safe.replaceAll("^\\.+|\\.+$", "_") + "-" + Sha256.hex(task, 5) : safe;
        return repeat == 0 ? name : name + "#" + repeat;
    }

    /** Whether Windows keeps the name for a device; upper case matters, too, where files differ by it alone. */
    private static boolean reserved(String name) {
        return name.isEmpty() || name.matches("(?i)(con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?");
    }
}
