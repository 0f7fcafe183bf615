package dev.guerdon.lab;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names the folder of an episode's artifacts after its task, safe on any file system. */
final class ArtifactName {

    private static final int LONGEST = 80;

    private ArtifactName() {}

    /** The task's id where it is a good file name as it is; else as much of it as is, and a fingerprint of the rest. */
    static String of(String task, int repeat) {
        String safe = task.replaceAll("[^A-Za-z0-9._-]+", "_");
        safe = safe.substring(0, Math.min(safe.length(), LONGEST));
        boolean unsure = !safe.equals(task) || safe.startsWith(".") || safe.endsWith(".") || reserved(safe);
        String name = unsure ? safe.replaceAll("^\\.+|\\.+$", "_") + "-" + fingerprint(task) : safe;
        return repeat == 0 ? name : name + "#" + repeat;
    }

    /** Whether Windows keeps the name for a device; upper case matters, too, where files differ by it alone. */
    private static boolean reserved(String name) {
        return name.isEmpty() || name.matches("(?i)(con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?");
    }

    private static String fingerprint(String task) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(task.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 5);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
