package dev.guerdon.api;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A view over one JSON value with typed accessors.
 *
 * <p>The value itself is a plain Java object (see the package description); a view costs one small object and copies nothing.
 * The accessors that cannot answer throw a {@link GuerdonException} that shows what was found.
 *
 * @param value the plain value, {@code null} for JSON null
 */
@Stable
public record Json(@Nullable Object value) {

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

    /** The text of a string value. */
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

    /** The elements of a list value. */
    public List<Json> asList() {
        if (value instanceof List<?> list) {
            return list.stream().map(Json::new).toList();
        }
        throw expected("a list");
    }

    /** The members of an object value, in document order. */
    @SuppressWarnings("unchecked")
    public Map<String, @Nullable Object> asMap() {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw expected("an object");
    }

    /** The member of that name, or the JSON null view where the object has none. */
    public Json get(String name) {
        return new Json(asMap().get(name));
    }

    /** The member of that name, if this is an object that has it with a value other than null. */
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
