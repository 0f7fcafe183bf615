package dev.guerdon.cpython;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Reads the recorded vectors. */
final class Vectors {

    private Vectors() {}

    static byte[] bytes(String file) {
        try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + file)) {
            return Objects.requireNonNull(in, file).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Object json(String file) {
        return Objects.requireNonNull(JsonReader.read(new String(bytes(file), StandardCharsets.UTF_8))
                .orElseThrow()
                .value());
    }
}
