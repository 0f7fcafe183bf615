package dev.guerdon.lab.suite;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.core.base.MessageWriter;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.spi.GzipStream;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps with a run what it is a run of, so that it can be continued whatever became of the suite's file. */
@Internal
public final class SuiteCodec {

    static final String NAME = "suite.json.gz";

    /** Bound of the unpacked file: a stored run may be somebody else's, and a few bytes can unpack to any number. */
    private static final int MAX_BYTES =
            (int) Math.min(1L << 30, Runtime.getRuntime().maxMemory() / 4);

    private static final String HIDDEN_TASKS = "hidden_tasks";

    private SuiteCodec() {}

    public static void write(Path folder, Suite suite) {
        Path file = folder.resolve(NAME);
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("name", suite.name());
        out.put("description", suite.description());
        out.put("parts", suite.parts().stream().map(SuiteCodec::part).toList());
        try {
            KeptFile.writeZippedData(file, out);
        } catch (IOException e) {
            throw new LabException(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static boolean holdsKey(Task task) {
        return SecretFilter.known().hideKeysIn(MessageWriter.task(task)).texts() > 0;
    }

    /** Returns the ids of the tasks that are not stored as they were, because there was a key of this machine in them. */
    public static List<String> hiddenTasks(Path folder) {
        return json(folder).get("parts").asList().stream()
                .flatMap(part -> part.find(HIDDEN_TASKS).stream())
                .flatMap(ids -> ids.asList().stream())
                .map(Json::asString)
                .toList();
    }

    private static Json json(Path folder) {
        Path file = folder.resolve(NAME);
        try (InputStream in = new GzipStream(Files.newInputStream(file))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("it unpacks to more than " + (MAX_BYTES >> 20) + " MiB");
            }
            return JsonCodec.read(bytes, file.toString());
        } catch (IOException | GuerdonException e) {
            throw new LabException(file + " cannot be read, so the run cannot be continued: " + e.getMessage(), e);
        }
    }

    public static Suite read(Path folder) {
        Json json = json(folder);
        try {
            return new Suite(
                    json.get("name").asString(),
                    json.get("description").asString(),
                    json.get("parts").asList().stream()
                            .map(SuiteCodec::readPart)
                            .toList());
        } catch (GuerdonException e) {
            throw new LabException(
                    folder.resolve(NAME) + " cannot be read, so the run cannot be continued: " + e.getMessage(), e);
        }
    }

    /** Returns what a part is, without its limits and tasks. */
    public static Map<String, @Nullable Object> head(Suite.Part part) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("name", part.name());
        out.put("environment", part.environment());
        out.put("environment_options", SecretFilter.known().redact(part.environmentOptions()));
        out.put("agent", part.agent());
        out.put("model", SecretFilter.known().redact(part.model()));
        out.put("settings", SecretFilter.known().redact(part.settings()));
        out.put("tools", part.tools());
        out.put("reward", part.reward());
        return out;
    }

    private static Map<String, @Nullable Object> part(Suite.Part part) {
        Map<String, @Nullable Object> out = head(part);
        RolloutLimits limits = part.limits();
        out.put(
                "limits",
                List.of(
                        limits.turns(),
                        limits.tokens(),
                        limits.usd(),
                        limits.time().toNanos()));
        out.put("tasks", part.tasks().stream().map(MessageWriter::task).toList());
        List<String> hidden =
                part.tasks().stream().filter(SuiteCodec::holdsKey).map(Task::id).toList();
        if (!hidden.isEmpty()) {
            out.put(HIDDEN_TASKS, hidden);
        }
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
                json.get("tasks").asList().stream().map(MessageReader::task).toList());
    }

    private static Map<String, String> texts(Json json) {
        Map<String, String> out = new LinkedHashMap<>();
        json.asMap().forEach((name, value) -> out.put(name, String.valueOf(value)));
        return out;
    }
}
