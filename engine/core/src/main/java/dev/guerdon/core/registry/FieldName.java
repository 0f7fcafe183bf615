package dev.guerdon.core.registry;

import dev.guerdon.api.Field;
import dev.guerdon.core.base.NameRules;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON names that may fill a Java parameter.
 *
 * @param shown the name used in messages and descriptions
 * @param candidates the exact JSON names, in the order they are tried
 */
record FieldName(String shown, List<String> candidates) {

    /** Returns the names for a Java name: as it is, and in snake case; or just the one that the annotation gives. */
    static FieldName of(String javaName, @Nullable Field annotation) {
        if (annotation != null) {
            return new FieldName(annotation.value(), List.of(annotation.value()));
        }
        String snake = NameRules.snakeCase(javaName);
        return new FieldName(snake, snake.equals(javaName) ? List.of(snake) : List.of(snake, javaName));
    }

    @Nullable
    Object find(Map<?, ?> fields) {
        Object value = fields.get(candidates.getFirst());
        return value == null && candidates.size() > 1 ? fields.get(candidates.get(1)) : value;
    }
}
