package dev.guerdon.lab.iterate;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Secrets;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Finds and makes the folders of sessions, which lie beside the runs. */
@Internal
public final class SessionFolder {

    private static final String SESSIONS = "sessions";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss", Locale.ROOT);

    private SessionFolder() {}

    /** Makes the folder of a session of {@code guerdon iterate}. */
    public static Path fresh(Path runs, String plan) {
        return fresh(runs, "session", plan);
    }

    /**
     * Makes the folder of a session.
     *
     * @param kind the first word of its name
     * @param plan the name of its plan, which becomes a part of its own
     */
    public static Path fresh(Path runs, String kind, String plan) {
        String safe = plan.replaceAll("[^\\p{Alnum}_-]+", "-");
        String name = kind + "_" + TIME.format(LocalDateTime.now(ZoneId.systemDefault())) + "_"
                + safe.substring(0, Math.min(60, safe.length()));
        try {
            Files.createDirectories(runs.resolve(SESSIONS));
            for (int i = 1; ; i++) {
                try {
                    return Files.createDirectory(runs.resolve(SESSIONS).resolve(i == 1 ? name : name + "_" + i));
                } catch (FileAlreadyExistsException taken) {
                    // Two sessions began within a second.
                }
            }
        } catch (IOException e) {
            throw new LabException("the folder of the session cannot be made in " + runs + ": " + e.getMessage(), e);
        }
    }

    /** The latest session of a plan; a plan that was edited since is another one. */
    public static Path latest(Path runs, IterationPlan plan) {
        Path root = runs.resolve(SESSIONS);
        List<Path> folders = all(runs);
        String text = Secrets.known().redact(plan.text());
        return folders.stream()
                .filter(folder -> SessionState.read(folder).plan().equals(text))
                .findFirst()
                .orElseThrow(() -> new LabException("there is no session of the plan '" + plan.name() + "' in " + root
                        + (folders(root) ? "; a plan that was changed begins a new session" : "")));
    }

    /** The folders of all sessions of {@code guerdon iterate}, the newest first. */
    public static List<Path> all(Path runs) {
        return all(runs, SessionState.FILE);
    }

    /** The folders of all sessions that have a file of this name, the newest first. */
    public static List<Path> all(Path runs, String file) {
        Path root = runs.resolve(SESSIONS);
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(folder -> Files.isRegularFile(folder.resolve(file)))
                    .sorted(Comparator.comparing(Path::toString).reversed())
                    .toList();
        } catch (IOException e) {
            throw new LabException("the sessions in " + root + " cannot be listed: " + e.getMessage(), e);
        }
    }

    private static boolean folders(Path root) {
        return Files.isDirectory(root);
    }
}
