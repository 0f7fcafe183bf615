package dev.guerdon.api;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * A view over one JSON value with typed accessors.
 *
 * <p>The value itself is a plain Java object (see the package description); a view costs one small object and copies nothing.
 * The accessors that cannot answer throw a {@link GuerdonException} that shows what was found.
 *
 * <p>{@snippet :
 * Json reply = Json.read("{\"observation\": \"a door\", \"reward\": 0.5}");
 * double reward = reply.get("reward").asDouble();
 * String request = Json.write(Map.of("action", "open the door"));
 * }
 *
 * @param value the plain value, {@code null} for JSON null
 */
@Stable
public record Json(@Nullable Object value) {

    /** Reader and writer of JSON texts that Guerdon's engine supplies, as a service. Safe for use by many threads. */
    public interface Format {

        /** Reads one JSON value, as {@link Json#read} promises. */
        Json parse(String text);

        /** Returns a value as JSON, as {@link Json#write} promises. */
        String format(@Nullable Object value);
    }

    /** Holder of the engine's format, found when it is first used. */
    private static final class Engine {

        private static final Format FORMAT = ServiceLoader.load(Format.class, Json.class.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () -> new GuerdonException("reading and writing JSON needs guerdon-core on the class path"));
    }

    /**
     * Reads one JSON value, strictly: no comments, no text after it.
     *
     * @throws GuerdonException if the text is no JSON, with the place of the first error
     */
    public static Json read(String text) {
        return Engine.FORMAT.parse(text);
    }

    /**
     * Returns a plain value or a record as JSON on one line, the members of maps in their order. NaN and infinities become null.
     */
    public static String write(@Nullable Object value) {
        return Engine.FORMAT.format(value);
    }

    public boolean isNull() {
        return value == null;
    }

    public boolean isString() {
        return value instanceof String;
    }

    public boolean isNumber() {
        return value instanceof Number;
    }

    public boolean isList() {
        return value instanceof List;
    }

    public boolean isObject() {
        return value instanceof Map;
    }

    /** Returns the text of a string value. */
    public String asString() {
        if (value instanceof String s) {
            return s;
        }
        throw expected("a string");
    }

    public double asDouble() {
        if (value instanceof Number n) {
            return n.doubleValue();
        }
        throw expected("a number");
    }

    public long asLong() {
        return switch (value) {
            case Integer i -> i;
            case Long l -> l;
            case Double d when d == Math.rint(d) && Math.abs(d) < 0x1p63 -> d.longValue();
            case null, default -> throw expected("a whole number");
        };
    }

    public int asInt() {
        long wide = asLong();
        if (wide == (int) wide) {
            return (int) wide;
        }
        throw expected("a whole number of 32 bits");
    }

    public boolean asBoolean() {
        if (value instanceof Boolean b) {
            return b;
        }
        throw expected("true or false");
    }

    /** Returns the elements of a list value. */
    public List<Json> asList() {
        if (value instanceof List<?> list) {
            return list.stream().map(Json::new).toList();
        }
        throw expected("a list");
    }

    /** Returns the members of an object value, in document order. */
    @SuppressWarnings("unchecked")
    public Map<String, @Nullable Object> asMap() {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw expected("an object");
    }

    /** Returns the member of that name, or the JSON null view where the object has none. */
    public Json get(String name) {
        return new Json(asMap().get(name));
    }

    /** Returns the member of that name, if this is an object that has it with a value other than null. */
    public Optional<Json> find(String name) {
        return value instanceof Map<?, ?> map
                ? Optional.ofNullable((Object) map.get(name)).map(Json::new)
                : Optional.empty();
    }

    /** Returns what kind of JSON value this is, in words for messages: {@code "a string"}, {@code "null"}, ... */
    public String kind() {
        return switch (value) {
            case null -> "null";
            case String s -> "a string";
            case Boolean b -> "a boolean";
            case Integer i -> "a whole number";
            case Long l -> "a whole number";
            case BigInteger i -> "a whole number";
            case Number n -> "a number";
            case List<?> l -> "a list";
            case Map<?, ?> m -> "an object";
            default -> value.getClass().getName();
        };
    }

    private GuerdonException expected(String expected) {
        String shown = String.valueOf(value);
        String cut = shown.length() > 80 ? shown.substring(0, 80) + "..." : shown;
        return new GuerdonException("expected " + expected + ", found " + kind() + (isNull() ? "" : ": " + cut));
    }
}
