package dev.guerdon.core.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes JSON as the plain values that the API speaks of.
 *
 * <p>Reading is strict and bounded: nesting at most 1,000 deep, numbers at most 100,000 digits, no trailing text, nothing but
 * {@link Utf8}. Strings and names have no limit but the input's size. Whole numbers are exact; others are doubles, or texts where they are
 * beyond every double, such as {@code 1e400}.
 */
@Internal
public final class JsonCodec {

    private static final int MAX_DEPTH = 1_000;
    private static final int MAX_NUMBER_LENGTH = 100_000;
    private static final int MAX_REASON_LENGTH = 300;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .enable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** For values with a name that is too long to be kept in the table of names, which all readers share. */
    private static final JsonFactory LONG_NAMES = FACTORY.rebuild()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(FACTORY.streamReadConstraints()
                    .rebuild()
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonCodec() {}

    /** Returns the shared Jackson factory, for code that streams. */
    public static JsonFactory factory() {
        return FACTORY;
    }

    /**
     * Reads one JSON value.
     *
     * @param text the JSON
     * @param where names the text in messages, such as {@code "line 9"} or a file name
     */
    public static Json read(String text, String where) {
        try {
            return read(factory -> factory.createParser(text));
        } catch (IOException e) {
            throw notJson(where, e);
        }
    }

    private interface Opening {
        JsonParser from(JsonFactory factory) throws IOException;
    }

    private static Json read(Opening opening) throws IOException {
        try (JsonParser parser = opening.from(FACTORY)) {
            return new Json(readWhole(parser));
        } catch (StreamConstraintsException e) {
            if (!String.valueOf(e.getOriginalMessage()).startsWith("Name")) {
                throw e;
            }
        }
        try (JsonParser parser = opening.from(LONG_NAMES)) {
            return new Json(readWhole(parser));
        }
    }

    /** Reads one JSON value from UTF-8 bytes. */
    public static Json read(byte[] utf8, String where) {
        requireUtf8(utf8, 0, utf8.length, where);
        try {
            return read(factory -> factory.createParser(utf8));
        } catch (IOException e) {
            throw notJson(where, e);
        }
    }

    /**
     * Refuses bytes that are not UTF-8, which the parser would read as something else.
     *
     * @param where names them in the message
     */
    public static void requireUtf8(byte[] bytes, int from, int to, String where) {
        int wrong = Utf8.firstWrong(bytes, from, to);
        if (wrong >= 0) {
            throw new GuerdonException(where + " is not JSON: it is not UTF-8 at byte " + (wrong - from + 1)
                    + (wrong < to
                            ? String.format(Locale.ROOT, " (0x%02X)", bytes[wrong] & 0xff)
                            : ", where a character lacks its end"));
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] == 0) {
                throw new GuerdonException(
                        where + " is not JSON: byte " + (i - from + 1) + " is 0, as in UTF-16; expected UTF-8");
            }
        }
    }

    /** Returns the exception for text that is not JSON, with the position and a short reason. */
    public static GuerdonException notJson(String where, IOException cause) {
        if (cause instanceof JsonProcessingException json) {
            JsonLocation at = json.getLocation();
            String position = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            return new GuerdonException(where + " is not JSON: " + reason(json) + position, cause);
        }
        return new GuerdonException(where + " could not be read: " + cause.getMessage(), cause);
    }

    /** Returns what is wrong, in one line without the parser's own names. */
    public static String reason(JsonProcessingException problem) {
        String message = String.valueOf(problem.getOriginalMessage());
        if (problem instanceof StreamConstraintsException) {
            if (message.startsWith("Document nesting depth")) {
                return "nested more than " + MAX_DEPTH + " deep";
            }
            return message.startsWith("Number")
                    ? "a number of more than " + MAX_NUMBER_LENGTH + " digits"
                    : "a name too long";
        }
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end);
        return line.length() > MAX_REASON_LENGTH ? line.substring(0, MAX_REASON_LENGTH) + "..." : line;
    }

    private static @Nullable Object readWhole(JsonParser parser) throws IOException {
        if (parser.nextToken() == null) {
            throw new com.fasterxml.jackson.core.JsonParseException(parser, "nothing but white space");
        }
        Object value = readValue(parser);
        if (parser.nextToken() != null) {
            throw new com.fasterxml.jackson.core.JsonParseException(parser, "more text after the end of the value");
        }
        return value;
    }

    /** Reads the value that the parser's current token begins, as plain Java objects. */
    public static @Nullable Object readValue(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> readObject(parser);
            case START_ARRAY -> readArray(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> number(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new com.fasterxml.jackson.core.JsonParseException(parser, "unexpected " + token);
        };
    }

    /** Returns a double, as in every other reader of JSON; but a number that none can hold stays the text that it is. */
    private static Object number(JsonParser parser) throws IOException {
        double value = parser.getDoubleValue();
        if (Double.isFinite(value) && (value != 0 || isZero(parser.getText()))) {
            return value;
        }
        return parser.getText();
    }

    private static boolean isZero(String number) {
        for (int i = 0; i < number.length() && (number.charAt(i) | 0x20) != 'e'; i++) {
            if (number.charAt(i) >= '1' && number.charAt(i) <= '9') {
                return false;
            }
        }
        return true;
    }

    private static Map<String, @Nullable Object> readObject(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            object.put(name, readValue(parser));
        }
        return object;
    }

    private static List<@Nullable Object> readArray(JsonParser parser) throws IOException {
        List<@Nullable Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(readValue(parser));
        }
        return array;
    }

    /** Writes a plain value, a {@link Json} view, an {@code Optional}, an enum or a record as JSON. NaN and infinities become null. */
    public static String write(@Nullable Object value) {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            writeValue(generator, value);
        } catch (IOException e) {
            throw new GuerdonException("could not write JSON: " + e.getMessage(), e);
        }
        return out.toString();
    }

    /** Writes a value as {@link #write} does, into a generator. */
    public static void writeValue(JsonGenerator out, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> out.writeNull();
            case String s -> out.writeString(s);
            case Boolean b -> out.writeBoolean(b);
            case Integer i -> out.writeNumber(i);
            case Long l -> out.writeNumber(l);
            case Double d -> writeDouble(out, d);
            case Float f -> writeDouble(out, f);
            case BigInteger i -> out.writeNumber(i);
            case BigDecimal d -> out.writeNumber(d);
            case Number n -> out.writeNumber(n.longValue());
            case Json json -> writeValue(out, json.value());
            case Optional<?> optional -> writeValue(out, optional.orElse(null));
            case Map<?, ?> map -> {
                out.writeStartObject();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    out.writeFieldName(String.valueOf(entry.getKey()));
                    writeValue(out, entry.getValue());
                }
                out.writeEndObject();
            }
            case Iterable<?> list -> {
                out.writeStartArray();
                for (Object element : list) {
                    writeValue(out, element);
                }
                out.writeEndArray();
            }
            case Object[] array -> writeValue(out, java.util.Arrays.asList(array));
            case Enum<?> word -> out.writeString(word.name());
            case Record record -> writeRecord(out, record);
            default -> out.writeString(value.toString());
        }
    }

    private static void writeDouble(JsonGenerator out, double value) throws IOException {
        if (Double.isFinite(value)) {
            out.writeNumber(value);
        } else {
            out.writeNull();
        }
    }

    private static void writeRecord(JsonGenerator out, Record record) throws IOException {
        out.writeStartObject();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            out.writeFieldName(NameRules.snakeCase(component.getName()));
            try {
                component.getAccessor().setAccessible(true);
                writeValue(out, component.getAccessor().invoke(record));
            } catch (ReflectiveOperationException e) {
                throw new GuerdonException("could not read the component " + component + ": " + e.getMessage(), e);
            }
        }
        out.writeEndObject();
    }
}
