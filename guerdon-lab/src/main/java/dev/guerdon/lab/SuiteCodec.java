package dev.guerdon.lab;

import dev.guerdon.agent.RolloutLimits;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.core.JsonCodec;
import dev.guerdon.core.MessageReader;
import dev.guerdon.core.MessageWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Keeps with a run what it is a run of, so that it can be continued whatever became of the suite's file. */
final class SuiteCodec {

    static final String NAME = "suite.json.gz";

    private SuiteCodec() {}

    static void write(Path folder, Suite suite) {
        Path file = folder.resolve(NAME);
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("name", suite.name());
        out.put("description", suite.description());
        out.put("parts", suite.parts().stream().map(SuiteCodec::part).toList());
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
            packed.write(JsonCodec.write(out).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new LabException(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    static Suite read(Path folder) {
        Path file = folder.resolve(NAME);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            Json json = JsonCodec.read(in.readAllBytes(), file.toString());
            return new Suite(
                    json.get("name").asString(),
                    json.get("description").asString(),
                    json.get("parts").asList().stream()
                            .map(SuiteCodec::readPart)
                            .toList());
        } catch (IOException | GuerdonException e) {
            throw new LabException(file + " cannot be read, so the run cannot be continued: " + e.getMessage(), e);
        }
    }

    private static Map<String, @Nullable Object> part(Suite.Part part) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("name", part.name());
        out.put("environment", part.environment());
        out.put("environment_options", Redaction.of(part.environmentOptions()));
        out.put("agent", part.agent());
        out.put("model", Redaction.of(part.model()));
        out.put("tools", part.tools());
        out.put("settings", Redaction.of(part.settings()));
        out.put("reward", part.reward());
        RolloutLimits limits = part.limits();
        out.put(
                "limits",
                List.of(
                        limits.turns(),
                        limits.tokens(),
                        limits.usd(),
                        limits.time().toNanos()));
        out.put("tasks", part.tasks().stream().map(SuiteCodec::task).toList());
        return out;
    }

    private static Map<String, @Nullable Object> task(Task task) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("id", task.id());
        out.put("messages", MessageWriter.messages(task.messages()));
        out.put("fields", task.fields());
        return out;
    }

    private static Suite.Part readPart(Json json) {
        List<Json> limits = json.get("limits").asList();
        return new Suite.Part(
                json.get("name").asString(),
                json.get("environment").asString(),
                texts(json.get("environment_options")),
                json.get("agent").asString(),
                json.get("model").asString(),
                json.get("tools").asList().stream().map(Json::asString).toList(),
                texts(json.get("settings")),
                json.get("reward").asString(),
                new RolloutLimits(
                        limits.get(0).asInt(),
                        limits.get(1).asLong(),
                        limits.get(2).asDouble(),
                        Duration.ofNanos(limits.get(3).asLong())),
                json.get("tasks").asList().stream().map(SuiteCodec::readTask).toList());
    }

    private static Task readTask(Json json) {
        return new Task(
                json.get("id").asString(),
                MessageReader.messages(
                        Objects.requireNonNull(json.get("messages").value())),
                json.get("fields").asMap());
    }

    private static Map<String, String> texts(Json json) {
        Map<String, String> out = new LinkedHashMap<>();
        json.asMap().forEach((name, value) -> out.put(name, String.valueOf(value)));
        return out;
    }
}
