package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The files that a browser session leaves behind.
 *
 * @param folder the folder of the episode
 * @param kinds which files
 */
@Internal
public record SessionFiles(Path folder, Set<Kind> kinds) {

    /** What can be kept of a session. */
    public enum Kind {
        /** A video as an animated PNG, which every browser shows. */
        VIDEO,
        /** A video as WebM, by Playwright with ffmpeg. */
        WEBM,
        /** All requests and answers, as a HTTP archive. */
        HAR,
        /** A trace for Playwright's trace viewer. */
        TRACE
    }

    public SessionFiles {
        kinds = Set.copyOf(kinds);
    }

    public Optional<Path> video() {
        return of(Kind.VIDEO, "task_video/episode.apng");
    }

    /** A folder: the browser names the file. */
    public Optional<Path> webm() {
        return of(Kind.WEBM, "task_video");
    }

    public Optional<Path> har() {
        return of(Kind.HAR, "network.har");
    }

    public Optional<Path> trace() {
        return of(Kind.TRACE, "trace.zip");
    }

    private Optional<Path> of(Kind kind, String name) {
        return kinds.contains(kind) ? Optional.of(folder.resolve(name)) : Optional.empty();
    }
}
