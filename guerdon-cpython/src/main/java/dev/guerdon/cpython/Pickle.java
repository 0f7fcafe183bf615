package dev.guerdon.cpython;

import dev.guerdon.api.Internal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the plain values out of a Python pickle, protocols 0 to 5, without running anything.
 *
 * <p>An object becomes a map: its class under {@code __class__}, what it was made from under {@code __args__}, and its fields.
 * Bytes become strings of Latin-1, tuples and sets become lists. A stream that is broken, refers to itself or unfolds into more
 * than {@value #MOST_VALUES} values is refused.
 *
 * <p>Written by hand because libraries for pickles make the objects that a stream asks for; here a class stays a name, so that a
 * folder from a stranger can be read.
 */
@Internal
public final class Pickle {

    private static final int MOST_VALUES = 5_000_000;
    private static final int MOST_DEPTH = 200;
    private static final Object MARK = new Object();

    /** A class that the stream names. It stays a name. */
    private record Named(String name) {}

    private final ByteBuffer in;
    private final String where;
    private final List<@Nullable Object> stack = new ArrayList<>();
    private final Map<Integer, @Nullable Object> memo = new HashMap<>();

    private Pickle(byte[] bytes, String where) {
        this.in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.where = where;
    }

    /**
     * Reads one pickle.
     *
     * @param where what it is called in messages
     * @throws PythonException an {@code UnpicklingError} whose message begins with {@code where}
     */
    public static @Nullable Object read(byte[] bytes, String where) {
        Pickle reader = new Pickle(bytes, where);
        try {
            return reader.plain(reader.run());
        } catch (java.nio.BufferUnderflowException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | ClassCastException
                | java.util.NoSuchElementException e) {
            throw new PythonException(
                    "UnpicklingError",
                    where + " is not a pickle that can be read: it breaks off or contradicts itself",
                    e);
        }
    }

    private @Nullable Object run() {
        while (true) {
            int code = in.get() & 0xff;
            if (code == '.') {
                return pop();
            }
            step(code);
        }
    }

    private void step(int code) {
        switch (code) {
            case 0x80 -> in.get();
            case 0x95 -> in.getLong();
            case '(' -> push(MARK);
            case '0' -> pop();
            case '1' -> popToMark();
            case '2' -> push(stack.getLast());
            case 'N' -> push(null);
            case 0x88 -> push(true);
            case 0x89 -> push(false);
            case 'I', 'L', 'J', 'K', 'M', 0x8a, 0x8b, 'F', 'G' -> number(code);
            case 'S', 'V', 'T', 'U', 'X', 0x8c, 0x8d, 'B', 'C', 0x8e, 0x96 -> text(code);
            case ']', 0x8f, ')' -> push(new ArrayList<>());
            case '}' -> push(new LinkedHashMap<>());
            case 'l', 't', 0x91 -> push(popToMark());
            case 0x85, 0x86, 0x87 -> push(popLast(code - 0x84));
            case 'a' -> append(popLast(1));
            case 'e', 0x90 -> append(popToMark());
            case 'd' -> {
                List<@Nullable Object> pairs = popToMark();
                push(new LinkedHashMap<>());
                put(pairs);
            }
            case 's' -> put(popLast(2));
            case 'u' -> put(popToMark());
            case 'p', 'q', 'r', 0x94 -> memo.put(code == 0x94 ? memo.size() : index(code, 'p', 'q'), stack.getLast());
            case 'g', 'h', 'j' -> push(remembered(index(code, 'g', 'h')));
            default -> object(code);
        }
    }

    private void object(int code) {
        switch (code) {
            case 'c' -> push(new Named(line() + "." + line()));
            case 0x93 -> {
                List<@Nullable Object> names = popLast(2);
                push(new Named(names.get(0) + "." + names.get(1)));
            }
            case 'R', 0x81 -> {
                List<@Nullable Object> parts = popLast(2);
                push(made(parts.get(0), parts.get(1)));
            }
            case 0x92 -> {
                List<@Nullable Object> parts = popLast(3);
                push(made(parts.get(0), parts.subList(1, 3)));
            }
            case 'i' -> {
                Named type = new Named(line() + "." + line());
                push(made(type, popToMark()));
            }
            case 'o' -> {
                List<@Nullable Object> parts = popToMark();
                push(made(parts.getFirst(), parts.subList(1, parts.size())));
            }
            case 'b' -> {
                Object state = pop();
                build(stack.getLast(), state);
            }
            case 'P' -> push(made(new Named("persistent"), line()));
            case 'Q' -> push(made(new Named("persistent"), pop()));
            default ->
                throw new PythonException(
                        "UnpicklingError",
                        where + " is not a pickle that can be read: unknown instruction 0x" + Integer.toHexString(code)
                                + " at byte " + (in.position() - 1));
        }
    }

    /** What calling a class would make: the value itself where that is plain, else a map. */
    private static @Nullable Object made(@Nullable Object type, @Nullable Object arguments) {
        String name = type instanceof Named named ? named.name() : String.valueOf(type);
        List<?> given = arguments instanceof List<?> list ? list : List.of();
        Object first = given.isEmpty() ? null : given.getFirst();
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "set", "frozenset" -> first == null ? new ArrayList<>() : first;
            case "bytes", "bytearray", "encode" -> first == null ? "" : first;
            case "_reconstructor" -> object(first instanceof Named copied ? copied.name() : name, List.of());
            default -> object(name, arguments);
        };
    }

    private static Map<String, @Nullable Object> object(String type, @Nullable Object arguments) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("__class__", type);
        object.put("__args__", arguments);
        return object;
    }

    private static void build(@Nullable Object target, @Nullable Object state) {
        if (target instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> object = editable(map);
            List<?> parts = state instanceof List<?> list ? list : List.of();
            boolean pair = parts.size() == 2 && parts.get(1) instanceof Map<?, ?>;
            for (Object fields : pair ? parts : java.util.Collections.singletonList(state)) {
                if (fields instanceof Map<?, ?> named) {
                    named.forEach((key, value) -> object.put(String.valueOf(key), value));
                } else if (fields != null) {
                    object.put("__state__", fields);
                }
            }
        }
    }

    private void number(int code) {
        push(
                switch (code) {
                    case 'J' -> in.getInt();
                    case 'K' -> in.get() & 0xff;
                    case 'M' -> in.getShort() & 0xffff;
                    case 0x8a -> whole(bytes(in.get() & 0xff));
                    case 0x8b -> whole(bytes(in.getInt()));
                    case 'G' -> Double.longBitsToDouble(Long.reverseBytes(in.getLong()));
                    case 'F' -> Double.valueOf(line());
                    default -> written(line());
                });
    }

    private static Object written(String digits) {
        return switch (digits) {
            case "01" -> true;
            case "00" -> false;
            default ->
                NumberLiterals.narrow(
                        new BigInteger(digits.endsWith("L") ? digits.substring(0, digits.length() - 1) : digits));
        };
    }

    private static Object whole(byte[] little) {
        byte[] big = new byte[Math.max(little.length, 1)];
        for (int i = 0; i < little.length; i++) {
            big[little.length - 1 - i] = little[i];
        }
        return NumberLiterals.narrow(new BigInteger(big));
    }

    private void text(int code) {
        push(
                switch (code) {
                    case 'S' -> unquoted(line());
                    case 'V' -> unescaped(line());
                    case 'X' -> utf8(in.getInt());
                    case 0x8c -> utf8(in.get() & 0xff);
                    case 0x8d -> utf8(in.getLong());
                    case 'U', 'C' -> new String(bytes(in.get() & 0xff), StandardCharsets.ISO_8859_1);
                    case 'T', 'B' -> new String(bytes(in.getInt()), StandardCharsets.ISO_8859_1);
                    default -> new String(bytes(in.getLong()), StandardCharsets.ISO_8859_1);
                });
    }

    private String utf8(long length) {
        return new String(bytes(length), StandardCharsets.UTF_8);
    }

    private byte[] bytes(long length) {
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("a text of " + length + " bytes where " + in.remaining() + " are left");
        }
        byte[] bytes = new byte[(int) length];
        in.get(bytes);
        return bytes;
    }

    private String line() {
        int start = in.position();
        while (in.get() != '\n') {
            // To the end of the line.
        }
        return new String(in.array(), start, in.position() - 1 - start, StandardCharsets.ISO_8859_1);
    }

    private static String unquoted(String literal) {
        return literal.length() < 2 ? literal : literal.substring(1, literal.length() - 1);
    }

    /** The text whose characters beyond Latin-1, and some others, are written as their numbers. */
    private static String unescaped(String text) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            char next = c == '\\' && at + 1 < text.length() ? text.charAt(at + 1) : 0;
            int digits = next == 'u' ? 4 : next == 'U' ? 8 : 0;
            if (digits == 0) {
                out.append(c);
                at++;
            } else {
                out.appendCodePoint(Integer.parseInt(text, at + 2, at + 2 + digits, 16));
                at += 2 + digits;
            }
        }
        return out.toString();
    }

    private int index(int code, char asText, char asByte) {
        return code == asText ? Integer.parseInt(line()) : code == asByte ? in.get() & 0xff : in.getInt();
    }

    private @Nullable Object remembered(int index) {
        if (!memo.containsKey(index)) {
            throw new IllegalArgumentException("nothing was remembered as " + index);
        }
        return memo.get(index);
    }

    private void push(@Nullable Object value) {
        stack.add(value);
    }

    private @Nullable Object pop() {
        return stack.removeLast();
    }

    private List<@Nullable Object> popLast(int count) {
        List<@Nullable Object> last = stack.subList(stack.size() - count, stack.size());
        List<@Nullable Object> copy = new ArrayList<>(last);
        last.clear();
        return copy;
    }

    private List<@Nullable Object> popToMark() {
        int mark = stack.lastIndexOf(MARK);
        List<@Nullable Object> values = popLast(stack.size() - mark - 1);
        stack.removeLast();
        return values;
    }

    @SuppressWarnings("unchecked")
    private void append(List<@Nullable Object> values) {
        // Objects that are lists of their own kind take elements too; they are not kept.
        if (stack.getLast() instanceof List<?> list) {
            ((List<@Nullable Object>) list).addAll(values);
        }
    }

    private void put(List<@Nullable Object> pairs) {
        Map<String, @Nullable Object> map = editable(stack.getLast());
        for (int i = 0; i + 1 < pairs.size(); i += 2) {
            map.put(key(pairs.get(i)), pairs.get(i + 1));
        }
    }

    /** The map, to be changed; a new one for what is none. */
    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> editable(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : new LinkedHashMap<>();
    }

    private static String key(@Nullable Object key) {
        return key instanceof String || key instanceof Number || key == null
                ? String.valueOf(key)
                : "(" + key.getClass().getSimpleName() + ")";
    }

    /** Makes names of classes strings, and refuses what is too large or has circles. */
    private @Nullable Object plain(@Nullable Object root) {
        Deque<Object[]> waiting = new ArrayDeque<>();
        List<@Nullable Object> holder = new ArrayList<>();
        holder.add(root);
        waiting.push(new Object[] {holder, 0});
        int values = 0;
        while (!waiting.isEmpty()) {
            Object[] next = waiting.pop();
            int depth = (int) next[1] + 1;
            if (depth > MOST_DEPTH) {
                throw new PythonException(
                        "UnpicklingError",
                        where + " has values nested more than " + MOST_DEPTH + " deep, or in a circle");
            }
            Iterable<?> inner = next[0] instanceof Map<?, ?> map ? map.values() : (List<?>) next[0];
            for (Object value : inner) {
                if (++values > MOST_VALUES) {
                    throw new PythonException(
                            "UnpicklingError", where + " unfolds into more than " + MOST_VALUES + " values");
                }
                if (value instanceof Map<?, ?> || value instanceof List<?>) {
                    waiting.push(new Object[] {value, depth});
                }
            }
            named(next[0]);
        }
        return holder.getFirst();
    }

    @SuppressWarnings("unchecked")
    private static void named(Object container) {
        if (container instanceof List<?> list && list.isEmpty()) {
            return;
        }
        if (container instanceof Map<?, ?> map) {
            editable(map).replaceAll((key, value) -> value instanceof Named named ? named.name() : value);
        } else {
            ((List<@Nullable Object>) container)
                    .replaceAll(value -> value instanceof Named named ? named.name() : value);
        }
    }
}
