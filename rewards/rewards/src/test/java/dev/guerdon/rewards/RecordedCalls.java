package dev.guerdon.rewards;

import dev.guerdon.api.Json;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.MessageReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Reads the recorded vectors. */
public final class RecordedCalls {

    private RecordedCalls() {}

    /** One recorded call. */
    public record Case(String id, String function, Json input, Json output, boolean failed, Json line) {

        public String text(String field) {
            return input.get(field).asString();
        }

        public Trajectory trajectory() {
            return MessageReader.trajectory(input.get("trajectory").value());
        }

        @Override
        public String toString() {
            return id + " " + function;
        }
    }

    public static Stream<Case> cases(String file) {
        return lines(file)
                .map(line -> new Case(
                        line.get("id").asString(),
                        line.get("fn").asString(),
                        line.get("input"),
                        line.get("output"),
                        line.find("error").isPresent(),
                        line));
    }

    static Stream<Json> lines(String file) {
        return read(file).lines().map(line -> JsonCodec.read(line, file));
    }

    static String read(String file) {
        try (InputStream in = RecordedCalls.class.getResourceAsStream("/vectors/qa/" + file)) {
            InputStream bytes = Objects.requireNonNull(in, file);
            return new String(
                    (file.endsWith(".gz") ? new GZIPInputStream(bytes) : bytes).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
