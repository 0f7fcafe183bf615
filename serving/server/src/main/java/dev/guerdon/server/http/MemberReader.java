package dev.guerdon.server.http;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reader of the members of a JSON object that a client sent. A member that is null counts as missing.
 *
 * @param json the object
 * @param fault makes the exception of what was expected and found
 */
@Internal
public record MemberReader(Json json, BiFunction<String, String, ? extends RuntimeException> fault) {

    /** Returns a reader that answers 400 to what it does not expect. */
    public static MemberReader of(Json json) {
        return new MemberReader(json, ServeException::expected);
    }

    /** Returns a member, or empty if it is missing. */
    public Optional<Json> find(String name) {
        return json.find(name).filter(value -> !value.isNull());
    }

    private <T> Optional<T> find(String name, String kind, Predicate<Json> isOne, Function<Json, T> reader) {
        Optional<Json> value = find(name);
        if (value.isPresent() && !isOne.test(value.get())) {
            throw fault.apply(kind + " as '" + name + "'", value.get().kind());
        }
        return value.map(reader);
    }

    /** Returns a text, or empty if it is missing. */
    public Optional<String> text(String name) {
        return find(name, "a text", Json::isString, Json::asString);
    }

    /** Returns a text that must be there. */
    public String needText(String name) {
        return text(name).orElseThrow(() -> fault.apply("a text as '" + name + "'", "none"));
    }

    /** Returns a whole number of at most 64 bits, or empty if it is missing. */
    public OptionalLong whole(String name) {
        Optional<Long> value = find(name, "a whole number", MemberReader::isWhole, Json::asLong);
        return value.isPresent() ? OptionalLong.of(value.get()) : OptionalLong.empty();
    }

    /** Returns whether a value is a whole number of at most 64 bits. */
    public static boolean isWhole(Json value) {
        return value.value() instanceof Integer || value.value() instanceof Long;
    }

    /** Returns an object, which is empty if it is missing. */
    public Json object(String name) {
        return find(name, "an object", Json::isObject, value -> value).orElse(new Json(Map.of()));
    }

    /** Returns a list that must be there. */
    public List<Json> list(String name) {
        return find(name, "a list", Json::isList, Json::asList)
                .orElseThrow(() -> fault.apply("a list as '" + name + "'", "null"));
    }

    /** Returns a list of texts that must be there. */
    public List<String> texts(String name) {
        List<Json> values = list(name);
        values.stream().filter(value -> !value.isString()).findFirst().ifPresent(wrong -> {
            throw fault.apply("a list of texts as '" + name + "'", "one with " + wrong.kind());
        });
        return values.stream().map(Json::asString).toList();
    }
}
