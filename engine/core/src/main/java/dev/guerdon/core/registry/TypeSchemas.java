package dev.guerdon.core.registry;

import dev.guerdon.api.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JSON schemas of Java types, for the models that have to fill them. */
final class TypeSchemas {

    private TypeSchemas() {}

    /** Returns the schema of what {@link TypeConversion} accepts for a type. */
    static Map<String, @Nullable Object> of(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == Optional.class) {
                return of(arguments[0]);
            }
            if (generic.getRawType() == Map.class) {
                return schema("object", "additionalProperties", of(arguments[1]));
            }
            return schema("array", "items", of(arguments[0]));
        }
        if (!(type instanceof Class<?> raw)) {
            return new LinkedHashMap<>();
        }
        if (raw == String.class) {
            return schema("string");
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return schema("boolean");
        }
        if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class) {
            return schema("integer");
        }
        if (raw.isPrimitive() || Number.class.isAssignableFrom(raw)) {
            return schema("number");
        }
        if (raw.isEnum()) {
            List<String> words = Arrays.stream(raw.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                    .toList();
            return schema("string", "enum", words);
        }
        if (raw.isRecord()) {
            return ofRecord(raw);
        }
        if (raw.isArray()) {
            return schema("array", "items", of(raw.getComponentType()));
        }
        return new LinkedHashMap<>();
    }

    private static Map<String, @Nullable Object> ofRecord(Class<?> type) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = FieldName.of(component.getName(), component.getAnnotation(Field.class))
                    .shown();
            properties.put(name, of(component.getGenericType()));
            if (component.getType() != Optional.class) {
                required.add(name);
            }
        }
        Map<String, @Nullable Object> schema = schema("object", "properties", properties);
        schema.put("required", required);
        return schema;
    }

    private static Map<String, @Nullable Object> schema(String type, Object... more) {
        Map<String, @Nullable Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        for (int i = 0; i < more.length; i += 2) {
            schema.put((String) more[i], more[i + 1]);
        }
        return schema;
    }
}
