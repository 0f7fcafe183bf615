package dev.guerdon.lab.store;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunInfo;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@code run.json}. It is replaced as a whole, so a crash leaves the old or the new one, never half of one. */
@Internal
public final class RunFile {

    public static final String NAME = "run.json";

    private static final int FORMAT = 1;

    private RunFile() {}

    static void write(Path folder, RunInfo info) {
        Path file = folder.resolve(NAME);
        try {
            KeptFile.replace(file, pretty(toMap(info)));
        } catch (IOException e) {
            throw new LabException(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** For people, who look into this file. */
    private static String pretty(Map<String, @Nullable Object> value) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = JsonCodec.factory().createGenerator(out)) {
            JsonCodec.writeValue(generator.useDefaultPrettyPrinter(), value);
        }
        return out + "\n";
    }

    public static RunInfo read(Path folder) {
        Path file = folder.resolve(NAME);
        Json json;
        try {
            json = JsonCodec.read(Files.readAllBytes(file), file.toString());
        } catch (IOException e) {
            throw new LabException(file + " cannot be read: " + e.getMessage(), e);
        }
        try {
            return fromJson(String.valueOf(folder.getFileName()), json);
        } catch (GuerdonException | IllegalArgumentException | java.time.DateTimeException e) {
            throw new LabException(file + " is not the description of a run: " + e.getMessage(), e);
        }
    }

    private static Map<String, @Nullable Object> toMap(RunInfo info) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("format", FORMAT);
        out.put("run", info.name());
        out.put("suite", info.suite());
        out.put("agent", info.agent());
        out.put("model", info.model());
        out.put("reward", info.reward());
        out.put("settings", info.settings());
        out.put("repeat", info.repeat());
        out.put("seed", info.seed());
        out.put("max_steps", info.maxSteps());
        out.put("note", info.note());
        out.put("status", info.status().name().toLowerCase(Locale.ROOT));
        out.put("started", info.started().toString());
        out.put("ended", info.ended().map(Instant::toString));
        out.put("commit", info.commit());
        out.put("dirty", info.dirty());
        out.put("provenance", info.provenance());
        out.put("planned", info.planned());
        return out;
    }

    private static RunInfo fromJson(String name, Json json) {
        int format = json.get("format").asInt();
        if (format > FORMAT) {
            throw new LabException("it has format " + format + ", and this version of Guerdon reads up to " + FORMAT);
        }
        Map<String, String> settings = new LinkedHashMap<>();
        json.get("settings").asMap().forEach((key, value) -> settings.put(key, String.valueOf(value)));
        List<String> planned =
                json.get("planned").asList().stream().map(Json::asString).toList();
        return new RunInfo(
                name,
                json.get("note").asString(),
                new RunInfo.Setup(
                        json.get("suite").asString(),
                        json.get("agent").asString(),
                        json.get("model").asString(),
                        json.get("reward").asString(),
                        settings,
                        planned,
                        json.get("repeat").asInt(),
                        json.get("seed").asLong(),
                        json.get("max_steps").asInt()),
                new RunInfo.Progress(
                        RunInfo.Status.valueOf(json.get("status").asString().toUpperCase(Locale.ROOT)),
                        Instant.parse(json.get("started").asString()),
                        json.find("ended").map(Json::asString).map(Instant::parse)),
                new RunInfo.Origin(
                        json.get("commit").asString(),
                        json.get("dirty").asBoolean(),
                        json.find("provenance").map(Json::asMap).orElse(Map.of())));
    }
}
