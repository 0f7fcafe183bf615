package dev.guerdon.core.registry;

import dev.guerdon.api.Field;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns a plain JSON value into a Java type.
 *
 * <p>A conversion is built once for a parameter's type and then used for every call. It is lenient where nothing is lost: a number
 * or boolean fills a {@code String}, a text that spells a number fills a number, {@code 3.0} fills an {@code int}.
 */
@FunctionalInterface
interface TypeConversion {

    /** Converts a value that is not null. */
    Object convert(Object value) throws Mismatch;

    /** The value does not fit the type; the message says what was expected and found. */
    final class Mismatch extends Exception {
        Mismatch(String expected, @Nullable Object found) {
            this("expected " + expected + ", found " + show(found));
        }

        Mismatch(String message) {
            super(message, null, false, false);
        }

        static String show(@Nullable Object found) {
            String text = JsonCodec.write(found);
            return new Json(found).kind()
                    + (found == null ? "" : " " + (text.length() > 60 ? text.substring(0, 60) + "..." : text));
        }
    }

    /** Returns the conversion to a type; an exception for a type that JSON cannot fill. */
    static TypeConversion to(Type type, MethodHandles.Lookup lookup) {
        if (type instanceof WildcardType wildcard) {
            return to(wildcard.getUpperBounds()[0], lookup);
        }
        if (type instanceof ParameterizedType generic) {
            return toGeneric(generic, lookup);
        }
        if (!(type instanceof Class<?> raw)) {
            throw new GuerdonException("a field cannot fill the type " + type.getTypeName());
        }
        if (raw == Object.class) {
            return value -> value;
        }
        if (raw == Json.class) {
            return Json::new;
        }
        if (raw == String.class) {
            return TypeConversion::text;
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return value -> {
                if (value instanceof Boolean) {
                    return value;
                }
                throw new Mismatch("true or false", value);
            };
        }
        TypeConversion number = number(raw);
        if (number != null) {
            return number;
        }
        if (raw.isEnum()) {
            return toEnum(raw);
        }
        if (raw.isRecord()) {
            return toRecord(raw, lookup);
        }
        if (raw.isArray()) {
            return toArray(raw.getComponentType(), lookup);
        }
        if (raw == List.class) {
            return toList(value -> value);
        }
        if (raw == Map.class) {
            return value -> {
                if (value instanceof Map) {
                    return value;
                }
                throw new Mismatch("an object", value);
            };
        }
        throw new GuerdonException("a field cannot fill the type " + raw.getName()
                + "; use String, a number, boolean, an enum, a record, List, Map, Optional, Json or Object");
    }

    private static TypeConversion toGeneric(ParameterizedType generic, MethodHandles.Lookup lookup) {
        Type[] arguments = generic.getActualTypeArguments();
        if (generic.getRawType() == Optional.class) {
            TypeConversion inner = to(arguments[0], lookup);
            return value -> Optional.of(inner.convert(value));
        }
        if (generic.getRawType() == List.class) {
            return toList(to(arguments[0], lookup));
        }
        if (generic.getRawType() == Set.class) {
            TypeConversion list = toList(to(arguments[0], lookup));
            return value -> new LinkedHashSet<>((List<?>) list.convert(value));
        }
        if (generic.getRawType() == Map.class && arguments[0] == String.class) {
            TypeConversion inner = to(arguments[1], lookup);
            return value -> {
                if (!(value instanceof Map<?, ?> map)) {
                    throw new Mismatch("an object", value);
                }
                Map<String, @Nullable Object> out = new LinkedHashMap<>();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    Object member = entry.getValue();
                    out.put((String) entry.getKey(), member == null ? null : inner.convert(member));
                }
                return out;
            };
        }
        throw new GuerdonException("a field cannot fill the type " + generic.getTypeName());
    }

    private static Object text(Object value) throws Mismatch {
        return switch (value) {
            case String s -> s;
            case Boolean b -> b.toString();
            case Number n -> n.toString();
            default -> throw new Mismatch("a string", value);
        };
    }

    private static @Nullable TypeConversion number(Class<?> type) {
        if (type == double.class || type == Double.class || type == Number.class) {
            return value -> finite(
                    value instanceof Number n ? n.doubleValue() : exact(value).doubleValue(), value);
        }
        if (type == float.class || type == Float.class) {
            return value -> (float) finite(
                    value instanceof Number n ? n.floatValue() : exact(value).floatValue(), value);
        }
        if (type == int.class || type == Integer.class) {
            return value -> value instanceof Integer
                    ? value
                    : (Object) (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (type == long.class || type == Long.class) {
            return value -> value instanceof Long ? value : (Object) whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == short.class || type == Short.class) {
            return value -> (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
        }
        if (type == byte.class || type == Byte.class) {
            return value -> (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
        }
        if (type == BigDecimal.class) {
            return TypeConversion::exact;
        }
        if (type == BigInteger.class) {
            return value -> {
                try {
                    return exact(value).toBigIntegerExact();
                } catch (ArithmeticException e) {
                    throw new Mismatch("a whole number", value);
                }
            };
        }
        return null;
    }

    /** JSON has no infinity: a number beyond the type is one that the reward cannot use. */
    private static double finite(double number, Object value) throws Mismatch {
        boolean given =
                (value instanceof Double d && !Double.isFinite(d)) || (value instanceof Float f && !Float.isFinite(f));
        if (!given && !Double.isFinite(number)) {
            throw new Mismatch("a number that fits into a float or double", value);
        }
        return number;
    }

    private static BigDecimal exact(Object value) throws Mismatch {
        if (value instanceof Number || value instanceof String) {
            String text = value.toString().strip();
            if (text.length() <= 1000) {
                try {
                    BigDecimal number = new BigDecimal(text);
                    // Past this, toBigIntegerExact would fill the memory with zeros.
                    if (Math.abs((long) number.scale()) <= 10_000) {
                        return number;
                    }
                } catch (NumberFormatException e) {
                    throw new Mismatch("a number", value);
                }
            }
        }
        throw new Mismatch("a number", value);
    }

    private static long whole(Object value, long least, long most) throws Mismatch {
        try {
            long number = exact(value).longValueExact();
            if (least <= number && number <= most) {
                return number;
            }
        } catch (ArithmeticException e) {
            throw new Mismatch("a whole number", value);
        }
        throw new Mismatch("a whole number from " + least + " to " + most, value);
    }

    private static TypeConversion toEnum(Class<?> type) {
        Map<String, Object> byName = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            byName.put(((Enum<?>) constant).name().toLowerCase(Locale.ROOT), constant);
        }
        return value -> {
            Object constant = value instanceof String s
                    ? byName.get(
                            s.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_'))
                    : null;
            if (constant == null) {
                throw new Mismatch("one of " + String.join(", ", byName.keySet()), value);
            }
            return constant;
        };
    }

    private static TypeConversion toList(TypeConversion element) {
        return value -> {
            if (!(value instanceof List<?> list)) {
                throw new Mismatch("a list", value);
            }
            List<@Nullable Object> out = new ArrayList<>(list.size());
            for (int i = 0; i < list.size(); i++) {
                Object item = list.get(i);
                try {
                    out.add(item == null ? null : element.convert(item));
                } catch (Mismatch e) {
                    throw new Mismatch("element " + i + ": " + e.getMessage());
                }
            }
            return out;
        };
    }

    private static TypeConversion toArray(Class<?> component, MethodHandles.Lookup lookup) {
        TypeConversion list = toList(to(component, lookup));
        return value -> {
            List<?> elements = (List<?>) list.convert(value);
            Object array = Array.newInstance(component, elements.size());
            for (int i = 0; i < elements.size(); i++) {
                Object element = elements.get(i);
                if (element == null && component.isPrimitive()) {
                    throw new Mismatch("element " + i + ": expected a value, found null");
                }
                Array.set(array, i, element);
            }
            return array;
        };
    }

    private static TypeConversion toRecord(Class<?> type, MethodHandles.Lookup lookup) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandle constructor;
        try {
            var canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            constructor = lookup.unreflectConstructor(canonical).asSpreader(Object[].class, components.length);
        } catch (ReflectiveOperationException e) {
            throw new GuerdonException("the record " + type.getName() + " has no constructor that can be called", e);
        }
        FieldName[] names = new FieldName[components.length];
        TypeConversion[] conversions = new TypeConversion[components.length];
        for (int i = 0; i < components.length; i++) {
            names[i] = FieldName.of(components[i].getName(), components[i].getAnnotation(Field.class));
            conversions[i] = to(components[i].getGenericType(), lookup);
        }
        return value -> {
            if (!(value instanceof Map<?, ?> map)) {
                throw new Mismatch("an object for " + type.getSimpleName(), value);
            }
            @Nullable Object[] arguments = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                arguments[i] = component(names[i], conversions[i], types[i], map);
            }
            try {
                return (Object) constructor.invoke(arguments);
            } catch (Throwable e) {
                throw new Mismatch(type.getSimpleName() + " refused the value: " + e.getMessage());
            }
        };
    }

    private static @Nullable Object component(FieldName name, TypeConversion conversion, Class<?> type, Map<?, ?> map)
            throws Mismatch {
        Object member = name.find(map);
        if (member == null) {
            if (type == Optional.class) {
                return Optional.empty();
            }
            if (type.isPrimitive()) {
                throw new Mismatch("the member '" + name.shown() + "' is missing");
            }
            return null;
        }
        try {
            return conversion.convert(member);
        } catch (Mismatch e) {
            throw new Mismatch("'" + name.shown() + "': " + e.getMessage());
        }
    }
}
