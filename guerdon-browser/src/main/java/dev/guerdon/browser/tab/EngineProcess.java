package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import dev.guerdon.base.FolderTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What every engine does with the process behind it. */
@Internal
public final class EngineProcess {

    private static final long MOST_END_SECONDS = 10;
    private static final Duration MOST_FOR_FOLDER = Duration.ofSeconds(5);

    /** The most of a log that a message repeats. */
    private static final int MOST_TOLD = 2_000;

    private EngineProcess() {}

    /** What a process wrote into its log, as the end of a sentence. */
    public static String told(Path log) {
        try {
            String text = Files.readString(log, StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? "; it said nothing" : ": " + text.substring(0, Math.min(text.length(), MOST_TOLD));
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Ends a process, those that it started, and its folder.
     *
     * @param process the process, null where it was never started
     */
    public static void end(@Nullable Process process, Path folder) {
        if (process != null) {
            List<ProcessHandle> family = process.descendants().toList();
            try {
                process.getOutputStream().close();
                if (!process.waitFor(MOST_END_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (IOException e) {
                process.destroyForcibly();
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
            family.forEach(ProcessHandle::destroyForcibly);
        }
        try {
            // Those that were killed may write for a moment, and a browser that crashed leaves children that nobody
            // knows.
            FolderTree.delete(folder, MOST_FOR_FOLDER);
        } catch (IOException e) {
            System.getLogger(EngineProcess.class.getName())
                    .log(System.Logger.Level.WARNING, "the browser's folder {0} could not be deleted: {1}", folder, e);
        }
    }
}
