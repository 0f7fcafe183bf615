package dev.guerdon.cli.transfer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.lab.spi.RunInfo;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A log of Inspect: {@code .eval}, a zip file with an entry for each sample, or {@code .json}. Read sample by sample. */
final class InspectLog implements ForeignRun {

    private static final String SAMPLES = "samples";
    private static final String ATTACHMENT = "attachment://";

    private final Path file;
    private final @Nullable ZipEntries zip;
    /** The name of the score that counts; null for the first. */
    private @Nullable String scoreName;

    private final List<String> notices = new ArrayList<>();
    private final Set<String> scores = new LinkedHashSet<>();
    private boolean chosen;

    InspectLog(Path file, boolean zipped) throws IOException {
        this.file = file;
        this.zip = zipped ? new ZipEntries(file) : null;
    }

    @Override
    public void choose(String score) {
        scoreName = score;
    }

    @Override
    public About about() throws IOException {
        Map<?, ?> header = header();
        Object eval = header.get("eval");
        if (!(eval instanceof Map)) {
            throw new GuerdonException(file + " has no 'eval' that says what was run");
        }
        String status = ForeignJson.text(header.get("status"));
        RunInfo.Status reached = switch (status) {
            case "success" -> RunInfo.Status.COMPLETE;
            case "cancelled" -> RunInfo.Status.INTERRUPTED;
            default -> RunInfo.Status.STOPPED;
        };
        if (reached != RunInfo.Status.COMPLETE) {
            notices.add("the log says '" + (status.isEmpty() ? "started" : status)
                    + "': only the samples that were finished are here");
        }
        Object scorer = ForeignJson.list(ForeignJson.at(eval, "scorers")).stream()
                .findFirst()
                .orElse(null);
        String created = ForeignJson.text(ForeignJson.at(eval, "created"));
        return new About(
                "Inspect",
                ForeignJson.text(ForeignJson.at(eval, "task")),
                ForeignJson.text(ForeignJson.at(eval, "model")),
                scoreName == null ? ForeignJson.text(ForeignJson.at(scorer, "name")) : scoreName,
                new RunInfo.Progress(
                        reached,
                        ForeignJson.time(created),
                        Optional.of(ForeignJson.time(ForeignJson.at(header, "stats", "completed_at")))
                                .filter(time -> time.getEpochSecond() > 0),
                        0),
                notices);
    }

    private Map<?, ?> header() throws IOException {
        if (zip != null) {
            String name = zip.names().contains("header.json") ? "header.json" : "_journal/start.json";
            if (!zip.names().contains(name)) {
                throw new GuerdonException(
                        file + " is a zip file that has neither header.json nor _journal/start.json");
            }
            return ForeignJson.map(
                    JsonCodec.read(zip.bytes(name), name + " in " + file).value());
        }
        Map<String, @Nullable Object> header = new LinkedHashMap<>();
        walk((name, parser) -> {
            if (name.equals(SAMPLES)) {
                parser.skipChildren();
            } else {
                header.put(name, JsonCodec.readValue(parser));
            }
        });
        return header;
    }

    private interface FieldReader {
        void read(String name, JsonParser parser) throws IOException;
    }

    /** Passes the fields of a log in JSON, each when the parser stands at its value. */
    private void walk(FieldReader reader) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                JsonParser parser = JsonCodec.factory().createParser(in)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new GuerdonException(file + " is no JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                reader.read(name, parser);
            }
        } catch (JsonProcessingException e) {
            throw JsonCodec.notJson(file.toString(), e);
        }
    }

    @Override
    public void read(Sink sink) throws IOException {
        readAll(sink);
        if (scoreName != null && !chosen) {
            throw new GuerdonException("no sample of " + file + " has a number as its score '" + scoreName + "'"
                    + NameRules.didYouMean(scoreName, scores)
                    + (scores.isEmpty() ? "; the log has no scores" : "; the log has " + String.join(", ", scores)));
        }
    }

    private void readAll(Sink sink) throws IOException {
        if (zip != null) {
            for (String name : zip.names()) {
                if (name.startsWith(SAMPLES + "/") && name.endsWith(".json")) {
                    sink.take(episode(JsonCodec.read(zip.bytes(name), name + " in " + file)
                            .value()));
                }
            }
            return;
        }
        walk((name, parser) -> {
            if (!name.equals(SAMPLES) || parser.currentToken() != JsonToken.START_ARRAY) {
                parser.skipChildren();
                return;
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                sink.take(episode(JsonCodec.readValue(parser)));
            }
        });
    }

    private ForeignEpisode episode(@Nullable Object sample) {
        Map<?, ?> attachments = ForeignJson.map(ForeignJson.at(sample, "attachments"));
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        ForeignJson.map(ForeignJson.at(sample, "metadata"))
                .forEach((name, value) -> fields.put(String.valueOf(name), value));
        Object target = ForeignJson.at(sample, "target");
        fields.put("answer", target instanceof List<?> one && one.size() == 1 ? one.getFirst() : target);
        if (!ForeignJson.list(ForeignJson.at(sample, "choices")).isEmpty()) {
            fields.put("choices", ForeignJson.at(sample, "choices"));
        }
        List<Message> messages = MessageReader.messages(ForeignJson.list(ForeignJson.at(sample, "messages")).stream()
                .map(message -> message(message, attachments))
                .toList());
        Object input = resolved(ForeignJson.at(sample, "input"), attachments);
        String completion = ForeignJson.text(ForeignJson.at(sample, "output", "completion"));
        return new ForeignEpisode(
                Task.of(
                        ForeignJson.text(ForeignJson.at(sample, "id")),
                        input instanceof String text ? text : "",
                        fields),
                messages,
                score(ForeignJson.map(ForeignJson.at(sample, "scores"))),
                completion.isEmpty() ? ForeignEpisode.lastReply(messages) : completion,
                finish(sample),
                ForeignJson.text(ForeignJson.at(sample, "error", "message")),
                -1,
                usage(ForeignJson.map(ForeignJson.at(sample, "model_usage"))),
                ForeignJson.time(ForeignJson.at(sample, "started_at")),
                ForeignJson.seconds(ForeignJson.at(sample, "total_time")),
                0);
    }

    /** Long texts are kept once and named where they stand. */
    private static @Nullable Object resolved(@Nullable Object value, Map<?, ?> attachments) {
        if (value instanceof String text && text.startsWith(ATTACHMENT)) {
            Object attached = attachments.get(text.substring(ATTACHMENT.length()));
            return attached == null ? text : attached;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> out = new LinkedHashMap<>();
            map.forEach((key, each) -> out.put(String.valueOf(key), resolved(each, attachments)));
            return out;
        }
        return value instanceof List<?> list
                ? list.stream().map(each -> resolved(each, attachments)).toList()
                : value;
    }

    /** Inspect calls the function of a tool call by its name alone. */
    private static @Nullable Object message(@Nullable Object message, Map<?, ?> attachments) {
        Map<Object, @Nullable Object> out = new LinkedHashMap<>(ForeignJson.map(resolved(message, attachments)));
        if (out.get("function") instanceof String name) {
            out.put("name", name);
        }
        out.computeIfPresent(
                "tool_calls",
                (key, calls) -> ForeignJson.list(calls).stream()
                        .map(call -> {
                            Map<Object, @Nullable Object> one = new LinkedHashMap<>(ForeignJson.map(call));
                            if (one.get("function") instanceof String name) {
                                one.remove("function");
                                one.put("name", name);
                            }
                            return one;
                        })
                        .toList());
        return out;
    }

    private Score score(Map<?, ?> all) {
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        double reward = Double.NaN;
        boolean first = true;
        for (Map.Entry<?, ?> each : all.entrySet()) {
            String name = String.valueOf(each.getKey());
            Object value = ForeignJson.at(each.getValue(), "value");
            boolean wanted = scoreName == null ? first : name.equals(scoreName);
            if (wanted && !(value instanceof Map)) {
                reward = number(value);
            } else if (value instanceof Map<?, ?> several) {
                several.forEach((key, one) -> extras.put(name + "/" + key, finite(number(one))));
            } else {
                extras.put(name, finite(number(value)));
            }
            first = false;
            scores.add(name);
        }
        scores.addAll(extras.keySet());
        if (scoreName != null && Double.isNaN(reward)) {
            reward = ForeignJson.number(extras.remove(scoreName)); // one of several values of a scorer
        }
        chosen |= Double.isFinite(reward);
        return ForeignJson.score(
                reward,
                extras,
                all.isEmpty()
                        ? "the log has no score for this sample"
                        : "the log has no number for this sample; --score chooses one of " + all.keySet()
                                + extras.keySet());
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** Counts as Inspect itself does: letters for correct, partial, incorrect and no answer, words, and numbers in texts. */
    private static double number(@Nullable Object value) {
        return switch (value) {
            case Boolean yes -> yes ? 1 : 0;
            case Number number -> number.doubleValue();
            case String text ->
                switch (text.strip()) {
                    case "C" -> 1;
                    case "P" -> 0.5;
                    case "I", "N" -> 0;
                    default -> word(text.strip().toLowerCase(Locale.ROOT));
                };
            case null, default -> Double.NaN;
        };
    }

    private static double word(String text) {
        return switch (text) {
            case "yes", "true" -> 1;
            case "no", "false" -> 0;
            default ->
                text.matches("[+-]?\\d{1,300}(\\.\\d{0,300})?([e][+-]?\\d{1,3})?")
                        ? Double.parseDouble(text)
                        : Double.NaN;
        };
    }

    private static FinishReason finish(@Nullable Object sample) {
        if (ForeignJson.at(sample, "error") != null) {
            return FinishReason.ERROR;
        }
        String limit = ForeignJson.text(ForeignJson.at(sample, "limit", "type"));
        if (!limit.isEmpty()) {
            return limit.equals("message") || limit.equals("turn") ? FinishReason.MAX_TURNS : FinishReason.BUDGET;
        }
        Object choice = ForeignJson.list(ForeignJson.at(sample, "output", "choices")).stream()
                .findFirst()
                .orElse(null);
        return switch (ForeignJson.text(ForeignJson.at(choice, "stop_reason"))) {
            case "max_tokens", "model_length", "content_filter" -> FinishReason.CUT_REPLY;
            case "stop" -> FinishReason.NO_TOOL_CALLS;
            default -> FinishReason.UNKNOWN;
        };
    }

    private static Usage usage(Map<?, ?> models) {
        long in = 0;
        long out = 0;
        double usd = 0;
        boolean priced = true;
        for (Object one : models.values()) {
            in += ForeignJson.count(ForeignJson.at(one, "input_tokens"))
                    + ForeignJson.count(ForeignJson.at(one, "input_tokens_cache_read"))
                    + ForeignJson.count(ForeignJson.at(one, "input_tokens_cache_write"));
            out += ForeignJson.count(ForeignJson.at(one, "output_tokens"));
            double cost = ForeignJson.number(ForeignJson.at(one, "total_cost"));
            priced &= Double.isFinite(cost);
            usd += Double.isFinite(cost) ? cost : 0;
        }
        return in + out == 0 ? Usage.NONE : new Usage(1, in, out, usd, priced ? 0 : 1);
    }

    @Override
    public void close() throws IOException {
        if (zip != null) {
            zip.close();
        }
    }
}
