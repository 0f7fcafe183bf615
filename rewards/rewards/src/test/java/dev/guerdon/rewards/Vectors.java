package dev.guerdon.rewards;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;

/** Reads the recorded vectors of functions that are parts of rewards. */
public final class Vectors {

    private Vectors() {}

    /** One recorded call. */
    public record Case(String id, Json input, Json output) {

        @Override
        public String toString() {
            return id;
        }
    }

    /** The calls of one function in a file. */
    public static Stream<Case> of(String file, String function) {
        try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + file)) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> JsonCodec.read(line, file))
                    .filter(line -> line.get("fn").asString().equals(function))
                    .map(line -> new Case(line.get("id").asString(), line.get("input"), line.get("output")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
