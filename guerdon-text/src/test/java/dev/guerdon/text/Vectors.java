package dev.guerdon.text;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Message.Part;
import dev.guerdon.api.Message.Text;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Reads the recorded vectors. */
final class Vectors {

    private Vectors() {}

    /** One recorded call. */
    record Case(String id, String function, Json input, Json output, boolean failed, Json line) {

        String text(String field) {
            return input.get(field).asString();
        }

        Trajectory trajectory() {
            return input.find("trajectory").map(Vectors::trajectory).orElse(Trajectory.empty());
        }

        @Override
        public String toString() {
            return id + " " + function;
        }
    }

    static Stream<Case> cases(String file) {
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
        try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + file)) {
            InputStream bytes = Objects.requireNonNull(in, file);
            return new String(
                    (file.endsWith(".gz") ? new GZIPInputStream(bytes) : bytes).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Trajectory trajectory(Json messages) {
        return Trajectory.of(messages.asList().stream().map(Vectors::message).toList());
    }

    private static Message message(Json json) {
        if (!json.isObject()) {
            return Message.assistant(json.isString() ? json.asString() : "");
        }
        Json content = json.find("content").or(() -> json.find("text")).orElse(new Json(""));
        List<Part> parts = content.isList()
                ? content.asList().stream()
                        .<Part>map(part -> new Text(part.get("text").asString()))
                        .toList()
                : List.of(new Text(content.asString()));
        List<ToolCall> calls = json.find("tool_calls").map(Json::asList).orElse(List.of()).stream()
                .map(Vectors::call)
                .toList();
        return new Message(json.get("role").asString(), parts, calls, null, null, content.isList());
    }

    private static ToolCall call(Json json) {
        Json function = json.get("function");
        Json arguments = function.get("arguments");
        return new ToolCall(
                json.get("id").asString(),
                function.get("name").asString(),
                arguments.isObject() ? arguments.asMap() : Map.of(),
                arguments.isString() ? arguments.asString() : "");
    }
}
