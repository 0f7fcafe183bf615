package dev.guerdon.viewer.page;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answer of a screen. */
@Internal
public sealed interface ScreenAnswer {

    /**
     * A page, or a fragment of one.
     *
     * @param template the template's name below {@code src/main/jte}
     * @param model what the template shows, by the name of its parameter
     */
    record Html(String template, Map<String, @Nullable Object> model) implements ScreenAnswer {}

    /**
     * A file that is written while it is sent: a long table, or news of a running run.
     *
     * @param type its media type
     * @param name under which name it is saved; empty if it is shown
     */
    record Stream(String type, String name, Body body) implements ScreenAnswer {}

    /** Writes a file. */
    @FunctionalInterface
    interface Body {
        void write(OutputStream out) throws IOException;
    }

    /** Another address, as {@link PageLinks} gives it. */
    record Elsewhere(String address) implements ScreenAnswer {}

    /** Returns a page that says why another one cannot be shown. */
    static ScreenAnswer problem(GuerdonException problem, PageLinks links) {
        return new Html(
                "page/problem.jte",
                Map.of(
                        "frame",
                        new PageFrame("Not shown", links, List.of()),
                        "message",
                        String.valueOf(problem.getMessage())));
    }
}
