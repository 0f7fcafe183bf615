package dev.guerdon.core;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.JsonScanner;
import dev.guerdon.core.boundary.CodeFault;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decodes lines of a JSON-lines input into samples, only as far as the rewards need.
 *
 * <p>The whole line is checked to be JSON; but values that no reward asks for are passed over by a {@link JsonScanner} without
 * making objects of them. Safe for use by several threads.
 */
@Experimental
public final class LineDecoder {

    /** Meaning of a key of the line. */
    private enum Meaning {
        ID,
        FINAL_RESPONSE,
        TRAJECTORY,
        FIELD
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Key(byte[] ascii, String name, Meaning meaning) {}

    private static final Map<String, Meaning> PREDEFINED = Map.of(
            "id", Meaning.ID,
            "final_response", Meaning.FINAL_RESPONSE,
            "trajectory", Meaning.TRAJECTORY,
            "messages", Meaning.TRAJECTORY);

    /** Longer numbers are no doubles. */
    private static final int MAX_NUMBER_ID_LENGTH = 400;

    private final Optional<Set<String>> wanted;
    private final Key[] keys;

    /**
     * @param rewards the rewards that will look at the samples
     */
    public LineDecoder(List<RewardEntry> rewards) {
        Set<String> names = new LinkedHashSet<>(List.of("group_id"));
        boolean known = true;
        for (RewardEntry reward : rewards) {
            reward.fieldNames().ifPresent(names::addAll);
            known &= reward.fieldNames().isPresent();
        }
        this.wanted = known ? Optional.of(Set.copyOf(names)) : Optional.empty();
        Map<String, Meaning> meanings = new LinkedHashMap<>(PREDEFINED);
        names.forEach(name -> meanings.putIfAbsent(name, Meaning.FIELD));
        this.keys = meanings.entrySet().stream()
                .map(entry ->
                        new Key(entry.getKey().getBytes(StandardCharsets.UTF_8), entry.getKey(), entry.getValue()))
                .toArray(Key[]::new);
    }

    /**
     * Decodes one line.
     *
     * @param start the first byte, not white space
     * @param end after the last byte, not white space
     * @param number the line's number, for messages and for samples without an id
     * @throws GuerdonException if the line is not a JSON object or a predefined key has the wrong type
     */
    public LineSample decode(byte[] bytes, int start, int end, long number) {
        try {
            LineSample sample = scan(bytes, start, end, number);
            return sample != null && sample.end() == end ? sample : parse(bytes, start, end, number);
        } catch (IOException e) {
            throw notJson(number, e);
        }
    }

    LineSample decode(LineBlock block, int line) {
        return decode(block.bytes(), block.start(line), block.end(line), block.number(line));
    }

    /** Returns the score of a line that could not be decoded. */
    static Score.Unscored unreadable(long number, Throwable problem) {
        return new Score.Unscored(
                Score.Reason.INVALID_INPUT,
                problem instanceof GuerdonException
                        ? String.valueOf(problem.getMessage())
                        : "line " + number + " cannot be decoded: "
                                + CodeFault.of(problem).text());
    }

    /** Decodes an object the fast way; null if something is out of the ordinary, and the parser should look. */
    private @Nullable LineSample scan(byte[] bytes, int start, int end, long number) throws IOException {
        if (start >= end || bytes[start] != '{') {
            return null;
        }
        LineSample sample = new LineSample(this, bytes, start, end, number);
        int at = JsonScanner.space(bytes, start + 1, end);
        if (at < end && bytes[at] == '}') {
            sample.end(at + 1);
            return sample;
        }
        while (at < end && bytes[at] == '"') {
            int nameEnd = JsonScanner.plain(bytes, at + 1, end);
            while (nameEnd < end && bytes[nameEnd] != '"' && bytes[nameEnd] > ' ' && bytes[nameEnd] != '\\') {
                nameEnd++;
            }
            if (nameEnd >= end || bytes[nameEnd] != '"') {
                return null;
            }
            int colon = JsonScanner.space(bytes, nameEnd + 1, end);
            if (colon >= end || bytes[colon] != ':') {
                return null;
            }
            int from = JsonScanner.space(bytes, colon + 1, end);
            int to = JsonScanner.value(bytes, from, end);
            if (to == JsonScanner.INVALID) {
                return null;
            }
            member(sample, bytes, at + 1, nameEnd, from, to);
            at = JsonScanner.space(bytes, to, end);
            if (at < end && bytes[at] == '}') {
                sample.end(at + 1);
                return sample;
            }
            if (at >= end || bytes[at] != ',') {
                return null;
            }
            at = JsonScanner.space(bytes, at + 1, end);
        }
        return null;
    }

    private void member(LineSample sample, byte[] bytes, int nameFrom, int nameTo, int from, int to)
            throws IOException {
        Key key = key(bytes, nameFrom, nameTo);
        if (key != null) {
            switch (key.meaning) {
                case ID -> sample.id(id(value(bytes, from, to), bytes, from, to));
                case FINAL_RESPONSE -> sample.finalResponse(response(value(bytes, from, to), sample.number()));
                case TRAJECTORY -> sample.trajectory(from, to);
                case FIELD -> sample.field(key.name, value(bytes, from, to));
            }
        } else if (wanted.isEmpty()) {
            sample.field(
                    new String(bytes, nameFrom, nameTo - nameFrom, StandardCharsets.ISO_8859_1),
                    value(bytes, from, to));
        }
    }

    private @Nullable Key key(byte[] bytes, int from, int to) {
        for (Key key : keys) {
            if (key.ascii.length == to - from && Arrays.equals(key.ascii, 0, key.ascii.length, bytes, from, to)) {
                return key;
            }
        }
        return null;
    }

    /** Returns the value in bytes that were found to be JSON. */
    static @Nullable Object value(byte[] bytes, int from, int to) throws IOException {
        if (bytes[from] == '"') {
            return JsonScanner.decode(bytes, from + 1, to - 1);
        }
        try (JsonParser parser = JsonCodec.factory().createParser(bytes, from, to - from)) {
            parser.nextToken();
            return JsonCodec.readValue(parser);
        }
    }

    /** An id comes back as it is: where a double would change it, as text. */
    private static @Nullable Object id(@Nullable Object value, byte[] bytes, int from, int to) {
        if (!(value instanceof Double number)) {
            return value;
        }
        String written = new String(bytes, from, to - from, StandardCharsets.US_ASCII);
        boolean same = written.length() <= MAX_NUMBER_ID_LENGTH
                && new BigDecimal(written).compareTo(new BigDecimal(number.toString())) == 0;
        return same ? number : written;
    }

    /** Decodes a line with the parser, which knows the words for what is wrong. */
    private LineSample parse(byte[] bytes, int start, int end, long number) throws IOException {
        JsonCodec.requireUtf8(bytes, start, end, "line " + number);
        LineSample sample = new LineSample(this, bytes, start, end, number);
        try (JsonParser parser = JsonCodec.factory().createParser(bytes, start, end - start)) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT) {
                Object value = first == null ? null : JsonCodec.readValue(parser);
                throw new GuerdonException(
                        "line " + number + ": expected a JSON object, found " + new Json(value).kind());
            }
            String name;
            while ((name = parser.nextFieldName()) != null) {
                parser.nextToken();
                int from = start + (int) parser.currentTokenLocation().getByteOffset();
                Object value = JsonCodec.readValue(parser);
                Meaning meaning = PREDEFINED.getOrDefault(name, Meaning.FIELD);
                switch (meaning) {
                    case ID ->
                        sample.id(
                                id(value, bytes, from, value instanceof Double ? from + parser.getTextLength() : from));
                    case FINAL_RESPONSE -> sample.finalResponse(response(value, number));
                    case TRAJECTORY ->
                        sample.trajectory(
                                from, start + (int) parser.currentLocation().getByteOffset());
                    case FIELD -> {
                        if (decodes(name)) {
                            sample.field(name, value);
                        }
                    }
                }
            }
            if (parser.nextToken() != null) {
                throw new GuerdonException(
                        "line " + number + " is not JSON: more text after the end of the object; one object per line");
            }
        }
        return sample;
    }

    /** Returns whether a look-up of this field is answered by what was decoded. */
    boolean decodes(Object name) {
        return wanted.isEmpty() || wanted.get().contains(name);
    }

    private static @Nullable String response(@Nullable Object value, long number) {
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Number n -> n.toString();
            case Boolean b -> b.toString();
            default ->
                throw new GuerdonException(
                        "line " + number + ": expected 'final_response' as a string, found " + new Json(value).kind());
        };
    }

    private static GuerdonException notJson(long number, IOException e) {
        String reason = e instanceof JsonProcessingException json
                ? JsonCodec.reason(json)
                        + (json.getLocation() == null
                                ? ""
                                : " (column " + json.getLocation().getColumnNr() + ")")
                : String.valueOf(e.getMessage());
        return new GuerdonException("line " + number + " is not JSON: " + reason, e);
    }

    /** Returns every additional field of a line, in document order. */
    static Map<String, @Nullable Object> allFields(byte[] bytes, int start, int end) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        try {
            new Json(value(bytes, start, end)).asMap().forEach((name, value) -> {
                if (!PREDEFINED.containsKey(name)) {
                    fields.put(name, value);
                }
            });
        } catch (IOException e) {
            throw new GuerdonException("a line that was JSON is not any more: " + e.getMessage(), e);
        }
        return fields;
    }
}
