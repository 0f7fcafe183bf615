package dev.guerdon.core.boundary;

import dev.guerdon.api.GuerdonException;
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

    /** Of numbers, as many digits as a number in the input may have. */
    private static final int MOST_DIGITS = 100_000;

    private static final int MOST_BITS = 332_193;

    /** The map of results that share their names: nothing but texts and numbers, made by the API itself. */
    private static final Class<?> NUMERIC_EXTRAS =
            ExtraNames.of("name").result(0, 0).extras().getClass();

    private final Limits limits;
    private int values;
    private long characters;

    private PlainSnapshot(Limits limits) {
        this.limits = limits;
    }

    /** A value goes past the limits. */
    public static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge(String message) {
            super(message, null, false, false);
        }
    }

    /** A plain copy of a value. */
    public static @Nullable Object of(@Nullable Object value, Limits limits) throws Throwable {
        return new PlainSnapshot(limits).plain(value, 0);
    }

    /** The members of a map as plain values. */
    public static Map<String, @Nullable Object> members(Map<?, ?> map, Limits limits) throws Throwable {
        return new PlainSnapshot(limits).members(map, null, 0);
    }

    /** The members of a map as plain values, without the one of this name. */
    public static Map<String, @Nullable Object> without(String name, Map<?, ?> map, Limits limits) throws Throwable {
        return new PlainSnapshot(limits).members(map, name, 0);
    }

    /** The result itself where its extras are plain, and else the same with plain ones. */
    public static RewardResult of(RewardResult result, Limits limits) throws Throwable {
        Map<String, @Nullable Object> extras = result.extras();
        if (extras.getClass() == NUMERIC_EXTRAS || extras.isEmpty()) {
            return result;
        }
        long length = 0;
        boolean plain = extras.size() <= limits.values();
        // The map is a copy that the result made; only what it holds may be the user's.
        for (Map.Entry<?, ?> extra : extras.entrySet()) {
            Object value = extra.getValue();
            plain &= extra.getKey() instanceof String && isPlain(value);
            if (!plain) {
                return new RewardResult(result.reward(), new PlainSnapshot(limits).members(extras, null, 0));
            }
            length += ((String) extra.getKey()).length() + (value instanceof String text ? text.length() : 0);
        }
        if (length > limits.characters()) {
            throw tooLong(limits);
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
        if (plain.bitLength() > MOST_BITS) {
            throw new TooLarge("a whole number of more than " + MOST_DIGITS + " digits");
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
        if (characters > limits.characters()) {
            throw tooLong(limits);
        }
    }

    private static TooLarge tooLong(Limits limits) {
        return new TooLarge("more than " + limits.characters() + " characters of text");
    }

    private void count() {
        if (++values > limits.values()) {
            throw new TooLarge("more than " + limits.values() + " values");
        }
    }

    private int deeper(int depth) {
        if (depth >= limits.depth()) {
            throw new TooLarge("maps or lists nested more than " + limits.depth() + " deep, or one that holds itself");
        }
        return depth + 1;
    }

    /**
     * Limits of one result.
     *
     * @param depth how deep maps and lists may be nested
     * @param values how many values there may be in all, those in nested maps and lists included
     * @param characters how many characters there may be in all texts and names together
     */
    public record Limits(int depth, int values, int characters) {

        /** More than any reward has to say, and little enough for a few hundred results to be in memory at once. */
        public static final Limits DEFAULT = new Limits(100, 100_000, 4 << 20);

        public Limits {
            if (depth < 1 || values < 1 || characters < 1) {
                throw new GuerdonException("the limits of a result must be at least 1, found a depth of " + depth + ", "
                        + values + " values and " + characters + " characters");
            }
        }

        /** The same with another number of characters. */
        public Limits withCharacters(int most) {
            return new Limits(depth, values, most);
        }
    }
}
