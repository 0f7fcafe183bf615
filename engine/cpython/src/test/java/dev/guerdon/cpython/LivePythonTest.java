package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compares with the Python of this machine on values that nobody recorded. */
@Timeout(120)
class LivePythonTest {

    private static final int COUNT = 1000;

    private final Random random = new Random(20261115);

    @TempDir
    Path folder;

    private <T extends @Nullable Object> void compare(String expression, List<T> values, Function<T, ?> ours)
            throws Exception {
        List<@Nullable Object> theirs = LivePython.answers(folder, expression, values);
        for (int i = 0; i < values.size(); i++) {
            T value = values.get(i);
            assertThat((Object) ours.apply(value))
                    .as("%s of %s", expression, JsonWriter.line(value))
                    .isEqualTo(theirs.get(i));
        }
    }

    @Test
    void floatsAreShownAlike() throws Exception {
        List<Double> values = Stream.concat(
                        IntStream.range(-330, 310).mapToObj(e -> Double.valueOf("3e" + e)),
                        Stream.generate(this::number))
                .limit(COUNT)
                .toList();
        compare("repr(x)", values, PythonFloats::repr);
        compare("f'{x:.3f}'", values, value -> PythonFloats.fixed(value, 3));
    }

    @Test
    void floatsAreReadAlike() throws Exception {
        List<String> values = Stream.generate(() -> mix("0123456789", "..eE+-_ \u00a0\u0663naif"))
                .limit(COUNT)
                .toList();
        compare("repr(float(x))", values, text -> {
            OptionalDouble number = PythonFloats.parse(text);
            return number.isPresent() ? PythonFloats.repr(number.getAsDouble()) : Map.of("raised", "ValueError");
        });
    }

    @Test
    void textIsShownSplitAndLoweredAlike() throws Exception {
        List<String> values = Stream.generate(this::text).limit(COUNT).toList();
        compare("repr(x)", values, PythonRepr::of);
        compare("x.lower()", values, PythonStrings::lower);
        compare("x.strip()", values, PythonStrings::strip);
        compare("x.split()", values, PythonStrings::split);
    }

    @Test
    @Tag("slow")
    void everyCharacterIsShownAlike() throws Exception {
        List<String> blocks = IntStream.rangeClosed(0, Character.MAX_CODE_POINT >> 8)
                .mapToObj(block -> IntStream.range(block << 8, (block + 1) << 8)
                        // Two surrogates in a row could become one character on the way.
                        .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString())
                .toList();
        compare("repr(x)", blocks, PythonRepr::of);
        compare("x.lower()", blocks, PythonStrings::lower);
    }

    @Test
    void jsonIsWrittenAlike() throws Exception {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            values.add(plain(3));
        }
        compare("json.dumps(x)", values, JsonWriter::line);
        compare("json.dumps(x, indent=4)", values, value -> JsonWriter.indented(value, 4));
        compare("repr(x)", values, PythonRepr::of);
    }

    @Test
    void jsonIsReadAlike() throws Exception {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            values.add(spoiled(JsonWriter.line(plain(2)), "[]{}\",:\\u019eE.-+ ntINa\n\u00a0"));
        }
        compare(
                "repr(json.loads(x))",
                values,
                text -> JsonReader.read(text)
                        .<Object>map(read -> PythonRepr.of(read.value()))
                        .orElse(Map.of("raised", "JSONDecodeError")));
    }

    @Test
    void literalsAreReadAlike() throws Exception {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < 4 * COUNT; i++) {
            String literal = PythonRepr.of(plain(2));
            values.add(
                    i % 8 == 0
                            ? literal
                            : spoiled(literal, "[](){}'\"\"\",,::\\uUrxnN01_.eE-+ #\n\t\f\r\u00a0TrueNone"));
        }
        compare("shown_literal(x)", values, text -> {
            try {
                return PythonRepr.of(PythonLiterals.eval(text));
            } catch (PythonException e) {
                return "refused";
            }
        });
    }

    @Test
    void randomNumbersAreDrawnAlike() throws Exception {
        List<Long> seeds = Stream.concat(
                        Stream.of(0L, -1L, Long.MIN_VALUE, 1L << 32), Stream.generate(random::nextLong))
                .limit(200)
                .toList();
        String drawn = "(lambda r: [repr(r.random()), r.choice(range(1000)), r.randint(5, 77), r.getrandbits(7),"
                + " (lambda l: (r.shuffle(l), l)[1])(list(range(30))), r.sample(range(500), 20), r.sample(range(9), 4),"
                + " repr(r.uniform(-3, 4.5)), ''.join(r.choices('abcdefghijklmnopqrstuvwxyz', k=6))])(random.Random(x))";
        compare("json.dumps(" + drawn + ")", seeds, seed -> {
            PythonRandom ours = new PythonRandom(seed);
            List<Object> all = new ArrayList<>();
            all.add(PythonFloats.repr(ours.random()));
            all.add(ours.below(1000));
            all.add(5 + ours.below(73));
            all.add(ours.bits(7));
            int[] order = IntStream.range(0, 30).toArray();
            ours.shuffle(order);
            all.add(Arrays.stream(order).boxed().toList());
            all.add(Arrays.stream(ours.sample(500, 20)).boxed().toList());
            all.add(Arrays.stream(ours.sample(9, 4)).boxed().toList());
            all.add(PythonFloats.repr(ours.uniform(-3, 4.5)));
            all.add(ours.letters(6));
            return JsonWriter.line(all);
        });
    }

    /** Any finite double, rather those with few digits. */
    private double number() {
        double any = Double.longBitsToDouble(random.nextLong());
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(2_000_000) / 1000.0;
            case 1 -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
            case 2 -> random.nextInt(100) * Math.pow(10, random.nextInt(30) - 10);
            default -> Double.isFinite(any) ? any : 0.5;
        };
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(12); length > 0; length--) {
            switch (random.nextInt(6)) {
                case 0 ->
                    text.append("'\"\\\n\r\t\b\f\u0000\u007f\u0085 \u00a0\u2028\ud800".charAt(random.nextInt(15)));
                case 1 -> text.append((char) random.nextInt(0x100));
                case 2 -> text.append((char) random.nextInt(0x10000));
                case 3 -> text.appendCodePoint(0x10000 + random.nextInt(0x20000));
                case 4 -> text.append("ΣσΑ.\u0301İIß\u1680\u3000 ".charAt(random.nextInt(11)));
                default -> text.append((char) (' ' + random.nextInt(95)));
            }
        }
        return text.toString();
    }

    private String mix(String often, String seldom) {
        StringBuilder text = new StringBuilder();
        for (int length = 1 + random.nextInt(7); length > 0; length--) {
            String from = random.nextInt(5) < 3 ? often : seldom;
            text.append(from.charAt(random.nextInt(from.length())));
        }
        return text.toString();
    }

    private @Nullable Object plain(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 7)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> BigInteger.valueOf(random.nextInt(100));
            case 3 -> new BigInteger(random.nextInt(100), random);
            case 4 -> number();
            case 5, 6 -> text();
            case 7 -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (int size = random.nextInt(4); size > 0; size--) {
                    list.add(plain(depth - 1));
                }
                yield list;
            }
            default -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                for (int size = random.nextInt(4); size > 0; size--) {
                    map.put(text(), plain(depth - 1));
                }
                yield map;
            }
        };
    }

    /** The text with a few characters put in, left out or changed. */
    private String spoiled(String text, String characters) {
        StringBuilder spoiled = new StringBuilder(text);
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(spoiled.length() + 1);
            int end = Math.min(spoiled.length(), at + random.nextInt(2));
            int from = random.nextInt(characters.length());
            int to = Math.min(characters.length(), from + random.nextInt(3));
            spoiled.replace(at, end, characters.substring(from, to));
        }
        return spoiled.toString();
    }
}
