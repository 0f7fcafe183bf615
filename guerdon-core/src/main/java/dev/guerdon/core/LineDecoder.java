package dev.guerdon.core;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decodes lines of a JSON-lines input into samples, only as far as the rewards need.
 *
 * <p>The whole line is checked to be JSON; but values that no reward asks for are passed over without making objects of them.
 */
public final class LineDecoder {

    private final Optional<Set<String>> wanted;
    private final boolean trajectoryWanted;

    /**
     * @param rewards the rewards that will look at the samples
     */
    public LineDecoder(List<RewardEntry> rewards) {
        boolean known = rewards.stream().allMatch(reward -> reward.fieldNames().isPresent());
        this.wanted = known
                ? Optional.of(java.util.stream.Stream.concat(
                                java.util.stream.Stream.of("group_id"),
                                rewards.stream().flatMap(reward -> reward.fieldNames().orElseThrow().stream()))
                        .collect(java.util.stream.Collectors.toUnmodifiableSet()))
                : Optional.empty();
        this.trajectoryWanted = rewards.stream().anyMatch(RewardEntry::readsTrajectory);
    }

    /**
     * Decodes one line.
     *
     * @param number the line's number, for messages and for samples without an id
     * @throws GuerdonException where the line is not a JSON object or a predefined key has the wrong type
     */
    public LineSample decode(byte[] bytes, int start, int end, long number) {
        LineSample sample = new LineSample(this, bytes, start, end, number);
        try (JsonParser parser = JsonCodec.factory().createParser(bytes, start, end - start)) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT) {
                Object value = first == null ? null : JsonCodec.readValue(parser);
                throw new GuerdonException("line " + number + ": expected a JSON object, found " + new Json(value).kind());
            }
            members(parser, start, sample);
            if (parser.nextToken() != null) {
                throw new GuerdonException(
                        "line " + number + " is not JSON: more text after the end of the object; one object per line");
            }
        } catch (IOException e) {
            throw notJson(number, e);
        }
        return sample;
    }

    /**
     * Reads the members of the object that the parser stands at.
     *
     * @param origin where in the bytes the parser began
     */
    void members(JsonParser parser, int origin, LineSample sample) throws IOException {
        String name;
        while ((name = parser.nextFieldName()) != null) {
            member(parser, parser.nextToken(), name, origin, sample);
        }
    }

    private void member(JsonParser parser, JsonToken token, String name, int origin, LineSample sample)
            throws IOException {
        switch (name) {
            case "id" -> sample.id(JsonCodec.readValue(parser));
            case "final_response" -> sample.finalResponse(response(parser, token, sample.number()));
            case "trajectory", "messages" -> {
                if (trajectoryWanted) {
                    sample.trajectoryValue(JsonCodec.readValue(parser));
                } else {
                    int from = origin + (int) parser.currentTokenLocation().getByteOffset();
                    parser.skipChildren();
                    sample.trajectorySlice(from, origin + (int) parser.currentLocation().getByteOffset());
                }
            }
            default -> {
                if (wanted.isEmpty() || wanted.get().contains(name)) {
                    sample.field(name, JsonCodec.readValue(parser));
                } else {
                    parser.skipChildren();
                }
            }
        }
    }

    /** Whether a look-up of this field is answered by what was decoded. */
    boolean decodes(Object name) {
        return wanted.isEmpty() || wanted.get().contains(name);
    }

    private static @Nullable String response(JsonParser parser, JsonToken token, long number) throws IOException {
        return switch (token) {
            case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> parser.getText();
            case VALUE_NULL -> null;
            default ->
                throw new GuerdonException("line " + number + ": expected 'final_response' as a string, found "
                        + new Json(JsonCodec.readValue(parser)).kind());
        };
    }

    static GuerdonException notJson(long number, IOException e) {
        String reason = e instanceof com.fasterxml.jackson.core.JsonProcessingException json
                ? json.getOriginalMessage()
                        + (json.getLocation() == null
                                ? ""
                                : " (column " + json.getLocation().getColumnNr() + ")")
                : String.valueOf(e.getMessage());
        return new GuerdonException("line " + number + " is not JSON: " + firstLine(reason), e);
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        return line.length() > 300 ? line.substring(0, 300) + "..." : line;
    }

    /** Every additional field of a line, in document order. */
    static List<java.util.Map.Entry<String, @Nullable Object>> allFields(byte[] bytes, int start, int end) {
        List<java.util.Map.Entry<String, @Nullable Object>> fields = new ArrayList<>();
        try (JsonParser parser = JsonCodec.factory().createParser(bytes, start, end - start)) {
            parser.nextToken();
            String name;
            while ((name = parser.nextFieldName()) != null) {
                parser.nextToken();
                if (Predefined.NAMES.contains(name)) {
                    parser.skipChildren();
                } else {
                    fields.add(new java.util.AbstractMap.SimpleImmutableEntry<>(name, JsonCodec.readValue(parser)));
                }
            }
        } catch (IOException e) {
            throw new GuerdonException("a line that was JSON is not any more: " + e.getMessage(), e);
        }
        return fields;
    }

    private static final class Predefined {
        static final Set<String> NAMES = Set.of("id", "final_response", "trajectory", "messages");
    }
}
