package dev.guerdon.lab.store;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.ProcessLock;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.text.CompactTexts;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@code run.json}. It is replaced as a whole, so a crash leaves the old or the new one, never half of one. */
@Internal
public final class RunFile {

    public static final String NAME = "run.json";

    private static final int FORMAT = 1;
    private static final String NUMBER = "number";
    private static final String PLANNED = "planned";

    private static final String PROVENANCE = "provenance";

    /** The fields without which there is no run; those that somebody moved behind the planned tasks are found there. */
    private static final Set<String> BEFORE_PLANNED =
            Set.of(("format suite agent model reward settings repeat seed max_steps "
                            + "note status started ended commit dirty provenance")
                    .split(" "));

    private RunFile() {}

    static void write(Path folder, RunInfo info) {
        Path file = folder.resolve(NAME);
        try {
            KeptFile.replaceData(file, pretty(toMap(info)));
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

    /** Returns the description of a run, as it is: one that nobody writes any more is not called running. */
    public static RunInfo read(Path folder) {
        return read(folder, true);
    }

    /** Returns the same without the planned tasks, which may be many. */
    public static RunInfo outline(Path folder) {
        return read(folder, false);
    }

    private static RunInfo read(Path folder, boolean planned) {
        Path file = folder.resolve(NAME);
        CompactTexts.Builder tasks = new CompactTexts.Builder();
        Json json;
        try (InputStream in = Files.newInputStream(file);
                JsonParser parser = JsonCodec.factory().createParser(in)) {
            json = new Json(fields(parser, planned ? tasks : null));
        } catch (JsonProcessingException e) {
            throw JsonCodec.notJson(file.toString(), e);
        } catch (IOException e) {
            throw new LabException(file + " cannot be read: " + e.getMessage(), e);
        }
        try {
            return withTruth(folder, fromJson(String.valueOf(folder.getFileName()), json, tasks.build()));
        } catch (GuerdonException | IllegalArgumentException | java.time.DateTimeException e) {
            throw new LabException(file + " is not the description of a run: " + e.getMessage(), e);
        }
    }

    /** Returns whether a run is still written is told by the lock of its writer, and not by a file that a killed process left behind. */
    private static RunInfo withTruth(Path folder, RunInfo info) {
        Path lock = folder.resolve(StoredRunWriter.LOCK);
        if (info.status() != RunInfo.Status.RUNNING || ProcessLock.held(lock)) {
            return info;
        }
        boolean stopped = ProcessLock.left(lock).equals(StoredRunWriter.STOPPED);
        return info.with(info.progress().with(stopped ? RunInfo.Status.STOPPED : RunInfo.Status.KILLED));
    }

    /** Returns all fields but the planned tasks, which go into their own list, text by text. */
    private static Map<String, @Nullable Object> fields(JsonParser parser, CompactTexts.@Nullable Builder planned)
            throws IOException {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new JsonParseException(parser, "expected an object");
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (!name.equals(PLANNED) || value != JsonToken.START_ARRAY) {
                out.put(name, JsonCodec.readValue(parser));
                continue;
            }
            out.put(name, List.of());
            if (planned == null) {
                if (out.keySet().containsAll(BEFORE_PLANNED)) {
                    return out; // nothing is written behind them, and there may be a million
                }
                parser.skipChildren();
                continue;
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken() != JsonToken.VALUE_STRING) {
                    throw new JsonParseException(parser, "expected the id of a planned task");
                }
                planned.add(parser.getText());
            }
        }
        if (parser.nextToken() != null) {
            throw new JsonParseException(parser, "more text after the end of the object");
        }
        return out;
    }

    /** Returns the place of a run in the order in which runs were made; 0 if it has none, or its file is no description. */
    public static long number(Path folder) {
        try (InputStream in = Files.newInputStream(folder.resolve(NAME));
                JsonParser parser = JsonCodec.factory().createParser(in)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = parser.currentName().equals(NUMBER);
                parser.nextToken();
                if (found) {
                    return parser.getLongValue();
                }
                parser.skipChildren();
            }
            return 0;
        } catch (IOException e) {
            return 0; // whoever reads the run will be told
        }
    }

    private static Map<String, @Nullable Object> toMap(RunInfo info) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("format", FORMAT);
        out.put("run", info.name());
        out.put(NUMBER, info.progress().number());
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
        out.put(PROVENANCE, info.provenance());
        out.replaceAll((name, value) -> SecretFilter.known().redactValue(value));
        out.put(PLANNED, info.planned()); // the ids of tasks are data
        return out;
    }

    private static RunInfo fromJson(String name, Json json, List<String> planned) {
        int format = json.get("format").asInt();
        if (format > FORMAT) {
            throw new LabException("it has format " + format + ", and this version of Guerdon reads up to " + FORMAT);
        }
        Map<String, String> settings = new LinkedHashMap<>();
        json.get("settings").asMap().forEach((key, value) -> settings.put(key, String.valueOf(value)));
        json.get(PLANNED);
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
                        json.find("ended").map(Json::asString).map(Instant::parse),
                        json.find(NUMBER).map(Json::asLong).orElse(0L)),
                new RunInfo.Origin(
                        json.get("commit").asString(),
                        json.get("dirty").asBoolean(),
                        json.find(PROVENANCE).map(Json::asMap).orElse(Map.of())));
    }
}
