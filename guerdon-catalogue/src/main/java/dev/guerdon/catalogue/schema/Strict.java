package dev.guerdon.catalogue.schema;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a schema strict as structured outputs want it: every property that it names is required, and no other allowed. */
@Internal
public final class Strict {

    private Strict() {}

    /** The strict form of a schema. */
    public static @Nullable Object of(@Nullable Object schema) {
        return schema(schema, 0);
    }

    private static @Nullable Object schema(@Nullable Object schema, int depth) {
        if (depth > 500) {
            throw new BadSchema("the schema is nested deeper than 500");
        }
        if (!(schema instanceof Map<?, ?> map)) {
            return schema;
        }
        Map<String, @Nullable Object> strict = new LinkedHashMap<>();
        map.forEach((name, value) -> strict.put(String.valueOf(name), keyword(String.valueOf(name), value, depth + 1)));
        if (map.get("properties") instanceof Map<?, ?> properties) {
            strict.put("required", new ArrayList<>(properties.keySet()));
            strict.put("additionalProperties", false);
        }
        return strict;
    }

    private static @Nullable Object keyword(String name, @Nullable Object value, int depth) {
        Vocabulary.Takes takes = Vocabulary.KEYWORDS.get(name);
        if (takes == null) {
            return value;
        }
        return switch (takes) {
            case SCHEMA -> schema(value, depth);
            case SCHEMAS -> {
                if (!(value instanceof List<?> list)) {
                    yield value;
                }
                List<@Nullable Object> parts = new ArrayList<>();
                list.forEach(part -> parts.add(schema(part, depth)));
                yield parts;
            }
            case NAMED_SCHEMAS, PATTERN_SCHEMAS -> {
                if (!(value instanceof Map<?, ?> map)) {
                    yield value;
                }
                Map<String, @Nullable Object> parts = new LinkedHashMap<>();
                map.forEach((key, part) -> parts.put(String.valueOf(key), schema(part, depth)));
                yield parts;
            }
            default -> value;
        };
    }
}
