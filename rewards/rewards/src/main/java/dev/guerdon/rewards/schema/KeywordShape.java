package dev.guerdon.rewards.schema;

import dev.guerdon.rewards.schema.SchemaDocument.BadSchema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes the value of a keyword for what it must be; a reference may lead to schemas that were never checked. */
final class KeywordShape {

    private KeywordShape() {}

    static List<?> list(@Nullable Object value) {
        return is(List.class, value, "a list");
    }

    static Map<?, ?> map(@Nullable Object value) {
        return is(Map.class, value, "an object");
    }

    static Number number(@Nullable Object value) {
        return is(Number.class, value, "a number");
    }

    static String text(@Nullable Object value) {
        return is(String.class, value, "a text");
    }

    private static <T> T is(Class<T> type, @Nullable Object value, String expected) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        throw new BadSchema("a keyword of the schema must be " + expected);
    }
}
