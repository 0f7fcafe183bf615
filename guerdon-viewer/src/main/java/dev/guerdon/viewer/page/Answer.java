package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a screen answers. */
@Internal
public sealed interface Answer {

    /**
     * A page, or a fragment of one.
     *
     * @param template the template's name below {@code src/main/jte}
     * @param model what the template shows, by the name of its parameter
     */
    record Html(String template, Map<String, @Nullable Object> model) implements Answer {}

    /**
     * A file.
     *
     * @param type its media type
     * @param name under which name it is saved; empty where it is shown
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Bytes(String type, String name, byte[] bytes) implements Answer {}

    /**
     * A file that is written while it is sent: a long table, or news of a running run.
     *
     * @param type its media type
     * @param name under which name it is saved; empty where it is shown
     */
    record Stream(String type, String name, Body body) implements Answer {}

    /** Writes a file. */
    @FunctionalInterface
    interface Body {
        void write(OutputStream out) throws IOException;
    }

    /** Another address, as {@link Links} gives it. */
    record Elsewhere(String address) implements Answer {}
}
