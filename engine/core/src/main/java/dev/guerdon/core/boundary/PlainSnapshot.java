package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.RewardResult.ExtraNames;
import dev.guerdon.api.Score;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Copies values of the user's into plain ones: texts, numbers, truth values, lists and maps of these.
 *
 * <p>A copy counts what it takes, so that it comes to an end with values that are endless, hold themselves or are too large. It calls
 * methods of the user's classes, which may do anything: make it where a reward is called, under the same deadline.
 */
@Internal
public final class PlainSnapshot {

    /** Limit of the characters in all texts and names of a result: more than any has, and little enough for some hundred results in memory. */
    public static final int DEFAULT_CHARACTERS = 4 << 20;

    /** Limit of the nesting of maps and lists. */
    private static final int MAX_DEPTH = 100;

    /** Limit of the number of values, those in nested maps and lists included. */
    private static final int MAX_VALUES = 100_000;

    /** Of numbers, as many digits as a number in the input may have. */
    private static final int MAX_DIGITS = 100_000;

    private static final int MAX_BITS = 332_193;

    /** The map of results that share their names: nothing but texts and numbers, made by the API itself. */
    private static final Class<?> NUMERIC_EXTRAS =
            ExtraNames.of("name").result(0, 0).extras().getClass();

    private final int maxCharacters;
    private int values;
    private long characters;

    private PlainSnapshot(int maxCharacters) {
        this.maxCharacters = maxCharacters;
    }

    /** A value goes past the limits. */
    public static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge(String message) {
            super(message, null, false, false);
        }
    }

    /** Returns a plain copy of a value. */
    public static @Nullable Object of(@Nullable Object value, int maxCharacters) throws Throwable {
        return new PlainSnapshot(maxCharacters).plain(value, 0);
    }

    /** Returns the members of a map as plain values. */
    public static Map<String, @Nullable Object> members(Map<?, ?> map, int maxCharacters) throws Throwable {
        return new PlainSnapshot(maxCharacters).members(map, null, 0);
    }

    /** Returns the members of a map as plain values, without the one of this name. */
    public static Map<String, @Nullable Object> without(String name, Map<?, ?> map, int maxCharacters)
            throws Throwable {
        return new PlainSnapshot(maxCharacters).members(map, name, 0);
    }

    /** Returns the result itself where its extras are plain, and else the same with plain ones. */
    public static RewardResult of(RewardResult result, int maxCharacters) throws Throwable {
        Map<String, @Nullable Object> extras = result.extras();
        if (extras.getClass() == NUMERIC_EXTRAS || extras.isEmpty()) {
            return result;
        }
        long length = 0;
        boolean plain = extras.size() <= MAX_VALUES;
        // The map is a copy that the result made; only what it holds may be the user's.
        for (Map.Entry<?, ?> extra : extras.entrySet()) {
            Object value = extra.getValue();
            plain &= extra.getKey() instanceof String && isPlain(value);
            if (!plain) {
                return new RewardResult(result.reward(), new PlainSnapshot(maxCharacters).members(extras, null, 0));
            }
            length += ((String) extra.getKey()).length() + (value instanceof String text ? text.length() : 0);
        }
        if (length > maxCharacters) {
            throw tooLong(maxCharacters);
        }
        return result;
    }

    /** Returns how much text a score holds, roughly; numbers count a little, too. */
    public static long characters(Score score) {
        return switch (score) {
            case Score.Scored scored -> characters(scored.result().extras());
            case Score.Unscored unscored -> unscored.message().length();
        };
    }

    private static long characters(@Nullable Object plain) {
        return switch (plain) {
            case String text -> text.length();
            case Map<?, ?> map -> {
                long sum = 0;
                for (Map.Entry<?, ?> member : map.entrySet()) {
                    sum += 16 + characters(member.getValue());
                }
                yield sum;
            }
            case List<?> list -> {
                long sum = 0;
                for (Object element : list) {
                    sum += 16 + characters(element);
                }
                yield sum;
            }
            case null, default -> 1;
        };
    }

    private static boolean isPlain(@Nullable Object value) {
        return value == null
                || value instanceof Double
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Integer
                || value instanceof Long;
    }

    private @Nullable Object plain(@Nullable Object value, int depth) throws Throwable {
        return switch (value) {
            case null -> null;
            case String text -> text(text);
            case Double number -> number;
            case Integer number -> number;
            case Long number -> number;
            case Boolean truth -> truth;
            case Float number -> (double) number;
            case Number number -> number(number);
            case Enum<?> word -> text(word.name());
            case Json json -> plain(json.value(), deeper(depth));
            case Optional<?> optional -> plain(optional.orElse(null), deeper(depth));
            case Map<?, ?> map -> members(map, null, deeper(depth));
            case Path path -> text(path.toString()); // it is its own only element
            case Iterable<?> all -> elements(all.iterator(), deeper(depth));
            case Iterator<?> all -> elements(all, deeper(depth));
            case Record record -> members(RecordFields.of(record), null, deeper(depth));
            case byte[] bytes -> base64(bytes);
            case Object array when array.getClass().isArray() -> array(array, deeper(depth));
            default -> text(String.valueOf(value.toString()));
        };
    }

    private Map<String, @Nullable Object> members(Map<?, ?> map, @Nullable String without, int depth) throws Throwable {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        for (Map.Entry<?, ?> member : map.entrySet()) {
            Object key = member.getKey();
            if (without == null || !without.equals(key)) {
                count();
                String name = text(key instanceof String text ? text : String.valueOf(key));
                copy.put(name, plain(member.getValue(), depth));
            }
        }
        return copy;
    }

    private List<@Nullable Object> elements(Iterator<?> all, int depth) throws Throwable {
        List<@Nullable Object> copy = new ArrayList<>();
        while (all.hasNext()) {
            count();
            copy.add(plain(all.next(), depth));
        }
        return copy;
    }

    private List<@Nullable Object> array(Object array, int depth) throws Throwable {
        List<@Nullable Object> copy = new ArrayList<>();
        int length = Array.getLength(array);
        for (int i = 0; i < length; i++) {
            count();
            Object element = Array.get(array, i);
            copy.add(element instanceof Character c ? text(c.toString()) : plain(element, depth));
        }
        return copy;
    }

    private String base64(byte[] bytes) {
        characters(bytes.length); // before a longer copy is made
        return text(Base64.getEncoder().encodeToString(bytes));
    }

    private Object number(Number number) {
        return switch (number) {
            case Short n -> n.intValue();
            case Byte n -> n.intValue();
            case AtomicInteger n -> n.intValue();
            case AtomicLong n -> n.longValue();
            case LongAdder n -> n.longValue();
            case BigInteger n -> whole(n);
            case BigDecimal n -> decimal(n);
            default -> {
                double value = number.doubleValue();
                yield Math.rint(value) == value && Math.abs(value) < 0x1p53 ? (Object) (long) value : (Object) value;
            }
        };
    }

    /** Of a subclass, which may answer anything, its bits alone are taken. */
    private Object whole(BigInteger number) {
        byte[] bytes = number.getClass() == BigInteger.class ? null : number.toByteArray();
        BigInteger plain = bytes == null ? number : new BigInteger(bytes.clone());
        if (plain.bitLength() > MAX_BITS) {
            throw new TooLarge("a whole number of more than " + MAX_DIGITS + " digits");
        }
        characters(plain.bitLength() / 3);
        return plain;
    }

    private Object decimal(BigDecimal number) {
        BigInteger unscaled = (BigInteger) whole(number.unscaledValue());
        return number.getClass() == BigDecimal.class ? number : new BigDecimal(unscaled, number.scale());
    }

    private String text(String text) {
        characters(text.length());
        return text;
    }

    private void characters(int more) {
        characters += more;
        if (characters > maxCharacters) {
            throw tooLong(maxCharacters);
        }
    }

    private static TooLarge tooLong(int maxCharacters) {
        return new TooLarge("more than " + maxCharacters + " characters of text");
    }

    private void count() {
        if (++values > MAX_VALUES) {
            throw new TooLarge("more than " + MAX_VALUES + " values");
        }
    }

    private int deeper(int depth) {
        if (depth >= MAX_DEPTH) {
            throw new TooLarge("maps or lists nested more than " + MAX_DEPTH + " deep, or one that holds itself");
        }
        return depth + 1;
    }
}
