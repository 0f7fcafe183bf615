package dev.guerdon.catalogue.schema;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes the value of a keyword for what it must be; a reference may lead to schemas that were never checked. */
final class Shape {

    private Shape() {}

    static List<?> list(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw bad("a list");
    }

    static Map<?, ?> map(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw bad("an object");
    }

    static Number number(@Nullable Object value) {
        if (value instanceof Number number) {
            return number;
        }
        throw bad("a number");
    }

    static String text(@Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw bad("a text");
    }

    private static BadSchema bad(String expected) {
        return new BadSchema("a keyword of the schema must be " + expected);
    }
}
