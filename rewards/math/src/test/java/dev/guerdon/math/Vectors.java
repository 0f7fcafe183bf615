package dev.guerdon.math;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The recorded lines of the references. */
final class Vectors {

    private Vectors() {}

    static List<Json> read(String name) {
        try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + name + ".jsonl")) {
            if (in == null) {
                throw new IllegalStateException("no test resource vectors/" + name + ".jsonl");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> JsonCodec.read(line, name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
