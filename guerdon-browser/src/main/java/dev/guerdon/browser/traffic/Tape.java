package dev.guerdon.browser.traffic;

import dev.guerdon.api.Internal;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is recorded, replayed, or both: then the replayed answers are recorded again. Safe for many threads. */
@Internal
public final class Tape {

    private final @Nullable TapeReader reader;
    private final @Nullable TapeWriter writer;
    private final boolean pages;
    private final @Nullable Path folder;

    Tape(@Nullable TapeReader reader, @Nullable Path folder, @Nullable TapeWriter writer, boolean pages) {
        this.reader = reader;
        this.folder = folder;
        this.writer = writer;
        this.pages = pages;
    }

    /** Whether answers come from the recording and from nowhere else. */
    public boolean replays() {
        return reader != null;
    }

    /** Whether this holds for what browsers load, too. */
    public boolean hasPages() {
        return pages;
    }

    /** The recorded answer; empty where there is none. */
    public Optional<Answer> find(Ask ask) {
        Optional<Answer> found = reader == null ? Optional.empty() : reader.find(ask);
        found.ifPresent(answer -> keep(ask, answer));
        return found;
    }

    /** Keeps an answer, where answers are recorded. */
    public void keep(Ask ask, Answer answer) {
        if (writer != null) {
            writer.write(ask, answer);
        }
    }

    /** Says that a request was not recorded, for whoever made it. */
    public String miss(Ask ask) {
        int size = reader == null ? 0 : reader.size();
        String held = size == 0 ? "which holds no HTTP traffic" : "which holds " + size + " requests";
        return ask.method() + " " + ask.url() + " was not recorded. This run replays "
                + (folder == null ? "a recording" : folder) + ", " + held
                + ", and asks nothing of the network. Record again to add it";
    }

    void close() {
        if (writer != null) {
            writer.close();
        }
    }
}
