package dev.guerdon.cli.help;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Texts in the quotes of a shell, and the fixed parts of the scripts. */
final class Scripts {

    private Scripts() {}

    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Scripts.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A text in single quotes, as bash and zsh read it. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** A text in single quotes, as fish reads it. */
    static String quotedForFish(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
