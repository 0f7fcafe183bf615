package dev.guerdon.cli.pieces;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.NameRules;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records as bytes, for both sides of a piece: its description, what came of it, and what it asks on the way. Unlike JSON it loses nothing: a
 * number comes back as the type that it was, NaN and infinities too, and a text with half a character in it stays as it is.
 *
 * <p>Layout, version 1: a value is a byte that says its {@link Kind}, and its content. Numbers are big-endian; texts, bytes, lists and maps begin
 * with their length as an int. A record is a map of its components by their names in snake case; one of a sealed type also has its simple name as
 * {@value #TYPE}. A duration is its nanoseconds, an instant its seconds and nanoseconds, an enum its name. Both sides are of one version, since the
 * driver ships the jars, so no version is written.
 */
final class PieceCodec {

    private static final int MAX_DEPTH = 1_000;

    /** Says which of the records of a sealed type one is. */
    private static final String TYPE = "is";

    private enum Kind {
        NULL,
        FALSE,
        TRUE,
        INT,
        LONG,
        DOUBLE,
        FLOAT,
        BIG_INTEGER,
        BIG_DECIMAL,
        BYTES,
        TEXT,
        CHARS,
        LIST,
        MAP;

        private static final Kind[] ALL = values();
    }

    private PieceCodec() {}

    /** Returns a record, or a plain value, as bytes. */
    public static byte[] bytes(@Nullable Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out, plain(value), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads what {@link #bytes} wrote.
     *
     * @throws GuerdonException if the bytes are no such record
     */
    public static <T> T read(byte[] bytes, Class<T> type) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return record(read(in), type);
        } catch (IOException e) {
            throw new GuerdonException("a " + type.getSimpleName() + " of a piece ends too early", e);
        }
    }

    /** Returns a value without records: maps, lists and what else the bytes can hold. */
    public static @Nullable Object plain(@Nullable Object value) {
        return value == null ? null : plain(value, value.getClass(), 0);
    }

    /**
     * @param type what it was declared as: a time among values of any type is a text, since nothing says there what its numbers were
     */
    @SuppressWarnings("JavaInstantGetSecondsGetNano") // both parts of the moment are written
    private static @Nullable Object plain(@Nullable Object value, Type type, int depth) {
        requireShallow(depth);
        return switch (value) {
            case null -> null;
            case Record record -> map(record, depth);
            case Enum<?> word -> word.name();
            case Duration duration when type == Duration.class -> duration.toNanos();
            case Instant instant when type == Instant.class -> List.of(instant.getEpochSecond(), instant.getNano());
            case OptionalDouble number
            when type == OptionalDouble.class -> number.isPresent() ? (Object) number.getAsDouble() : null;
            case List<?> list -> {
                List<@Nullable Object> out = new ArrayList<>(list.size());
                list.forEach(each -> out.add(plain(each, element(type), depth + 1)));
                yield out;
            }
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> out = new LinkedHashMap<>();
                map.forEach((name, each) -> out.put(String.valueOf(name), plain(each, element(type), depth + 1)));
                yield out;
            }
            default -> value;
        };
    }

    /** Returns what the elements of a list, or the values of a map, were declared as. */
    private static Type element(Type type) {
        return type instanceof ParameterizedType generic
                ? generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1]
                : Object.class;
    }

    private static void requireShallow(int depth) {
        if (depth > MAX_DEPTH) {
            throw new GuerdonException("a value of a piece is nested more than " + MAX_DEPTH + " deep");
        }
    }

    /** Returns the components of a record without records in them, by their names in snake case. */
    public static Map<String, @Nullable Object> map(Record record) {
        return map(record, 0);
    }

    private static Map<String, @Nullable Object> map(Record record, int depth) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        if (Stream.of(record.getClass().getInterfaces()).anyMatch(Class::isSealed)) {
            out.put(TYPE, record.getClass().getSimpleName());
        }
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                out.put(
                        NameRules.snakeCase(component.getName()),
                        plain(component.getAccessor().invoke(record), component.getGenericType(), depth + 1));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return out;
    }

    /**
     * Returns the record that {@link #plain} made a map of.
     *
     * @throws GuerdonException if the map is no such record
     */
    public static <T> T record(@Nullable Object plain, Class<T> type) {
        try {
            return Objects.requireNonNull(type.cast(typed(plain, (Type) type)));
        } catch (ClassCastException | NullPointerException | IllegalArgumentException | DateTimeException e) {
            throw new GuerdonException(
                    "expected a " + type.getSimpleName() + " of a piece, found something else: " + e.getMessage(), e);
        }
    }

    private static @Nullable Object typed(@Nullable Object plain, Type type) {
        if (plain == null) {
            return type == OptionalDouble.class ? OptionalDouble.empty() : null;
        }
        if (type instanceof ParameterizedType generic) {
            Type element = element(type);
            if (generic.getRawType() == List.class) {
                List<@Nullable Object> out = new ArrayList<>();
                ((List<?>) plain).forEach(each -> out.add(typed(each, element)));
                return out;
            }
            Map<String, @Nullable Object> out = new LinkedHashMap<>();
            ((Map<?, ?>) plain).forEach((name, each) -> out.put((String) name, typed(each, element)));
            return out;
        }
        return type instanceof Class<?> known ? typed(plain, known) : plain;
    }

    private static Object typed(Object plain, Class<?> type) {
        if (type.isRecord()) {
            return construct((Map<?, ?>) plain, type);
        }
        if (type.isSealed()) {
            Object name = ((Map<?, ?>) plain).get(TYPE);
            return Stream.of(type.getPermittedSubclasses())
                    .filter(each -> each.getSimpleName().equals(name))
                    .findFirst()
                    .map(each -> construct((Map<?, ?>) plain, each))
                    .orElseThrow(() -> new IllegalArgumentException("there is no " + name));
        }
        if (type.isEnum()) {
            return Stream.of(type.getEnumConstants())
                    .filter(each -> ((Enum<?>) each).name().equals(plain))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no " + plain));
        }
        return switch (type.getSimpleName()) {
            case "int" -> ((Number) plain).intValue();
            case "long", "Long" -> ((Number) plain).longValue();
            case "double", "Double" -> ((Number) plain).doubleValue();
            case "OptionalDouble" -> OptionalDouble.of(((Number) plain).doubleValue());
            case "Duration" -> Duration.ofNanos(((Number) plain).longValue());
            case "Instant" ->
                Instant.ofEpochSecond(
                        ((Number) ((List<?>) plain).get(0)).longValue(),
                        ((Number) ((List<?>) plain).get(1)).longValue());
            default -> plain;
        };
    }

    private static Object construct(Map<?, ?> plain, Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            values[i] = typed(plain.get(NameRules.snakeCase(components[i].getName())), components[i].getGenericType());
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException problem ? problem : new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(DataOutputStream out, @Nullable Object value, int depth) throws IOException {
        requireShallow(depth);
        switch (value) {
            case null -> kind(out, Kind.NULL);
            case Boolean truth -> kind(out, truth ? Kind.TRUE : Kind.FALSE);
            case Integer number -> {
                kind(out, Kind.INT);
                out.writeInt(number);
            }
            case Short number -> write(out, (int) number, depth);
            case Byte number -> write(out, (int) number, depth);
            case Long number -> {
                kind(out, Kind.LONG);
                out.writeLong(number);
            }
            case Double number -> {
                kind(out, Kind.DOUBLE);
                out.writeLong(Double.doubleToRawLongBits(number));
            }
            case Float number -> {
                kind(out, Kind.FLOAT);
                out.writeInt(Float.floatToRawIntBits(number));
            }
            case BigInteger number -> {
                kind(out, Kind.BIG_INTEGER);
                bytes(out, number.toByteArray());
            }
            case byte[] raw -> {
                kind(out, Kind.BYTES);
                bytes(out, raw);
            }
            case BigDecimal number -> {
                kind(out, Kind.BIG_DECIMAL);
                bytes(out, number.unscaledValue().toByteArray());
                out.writeInt(number.scale());
            }
            case Number number -> write(out, number.doubleValue(), depth);
            case Map<?, ?> map -> {
                kind(out, Kind.MAP);
                out.writeInt(map.size());
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    text(out, String.valueOf(entry.getKey()));
                    write(out, entry.getValue(), depth + 1);
                }
            }
            case List<?> list -> {
                kind(out, Kind.LIST);
                out.writeInt(list.size());
                for (Object element : list) {
                    write(out, element, depth + 1);
                }
            }
            default -> text(out, value.toString());
        }
    }

    @SuppressWarnings("EnumOrdinal") // both sides are of one version: the driver ships it
    private static void kind(DataOutputStream out, Kind kind) throws IOException {
        out.writeByte(kind.ordinal());
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        // Half a character has no UTF-8.
        boolean whole = text.chars().noneMatch(c -> Character.isSurrogate((char) c))
                || StandardCharsets.UTF_8.newEncoder().canEncode(text);
        kind(out, whole ? Kind.TEXT : Kind.CHARS);
        if (whole) {
            bytes(out, text.getBytes(StandardCharsets.UTF_8));
        } else {
            out.writeInt(text.length());
            out.writeChars(text);
        }
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static @Nullable Object read(DataInputStream in) throws IOException {
        int code = in.readUnsignedByte();
        if (code >= Kind.ALL.length) {
            throw new GuerdonException("expected a value of a piece, found the byte " + code);
        }
        return switch (Kind.ALL[code]) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case INT -> in.readInt();
            case LONG -> in.readLong();
            case DOUBLE -> Double.longBitsToDouble(in.readLong());
            case FLOAT -> Float.intBitsToFloat(in.readInt());
            case BIG_INTEGER -> new BigInteger(bytes(in));
            case BIG_DECIMAL -> new BigDecimal(new BigInteger(bytes(in)), in.readInt());
            case BYTES -> bytes(in);
            case TEXT -> new String(bytes(in), StandardCharsets.UTF_8);
            case CHARS -> {
                char[] chars = new char[in.readInt()];
                for (int i = 0; i < chars.length; i++) {
                    chars[i] = in.readChar();
                }
                yield new String(chars);
            }
            case LIST -> {
                int size = in.readInt();
                List<@Nullable Object> list = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    list.add(read(in));
                }
                yield list;
            }
            case MAP -> {
                int size = in.readInt();
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                for (int i = 0; i < size; i++) {
                    String name = String.valueOf(read(in));
                    map.put(name, read(in));
                }
                yield map;
            }
        };
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new GuerdonException("a value of a piece ends after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }
}
