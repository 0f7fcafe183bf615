package dev.guerdon.viewer.run;

import dev.guerdon.viewer.run.FigureColumn.MixedColumn;
import dev.guerdon.viewer.run.FigureColumn.SetColumn;
import dev.guerdon.viewer.run.FigureColumn.Unit;
import dev.guerdon.viewer.run.FigureColumn.WholeColumn;
import dev.guerdon.viewer.run.FilterLexer.Literal;
import dev.guerdon.viewer.run.RowTests.Truth.Test;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SortedSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** Makes tests of single rows from a column, a comparison and a value. */
final class RowTests {

    private static final BigDecimal LOWEST = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal HIGHEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private RowTests() {}

    /** Returns whether what a comparison says holds where the left side is lower (-1), the same (0) or higher (1). */
    static IntPredicate sign(String comparison) {
        return switch (comparison) {
            case "=" -> order -> order == 0;
            case "<" -> order -> order < 0;
            case "<=" -> order -> order <= 0;
            case ">" -> order -> order > 0;
            case ">=" -> order -> order >= 0;
            default -> throw new IllegalArgumentException(comparison);
        };
    }

    static Test missing(FigureColumn column) {
        return row -> Test.of(column.missing(row));
    }

    /** Returns whether a number lies so to a value, if it is there. */
    static Test number(FigureColumn column, String comparison, BigDecimal value) {
        IntPredicate holds = sign(comparison);
        if (column instanceof WholeColumn whole) {
            BigDecimal scaled = value.multiply(BigDecimal.valueOf(whole.perUnit()));
            BigDecimal floor = Literal.floor(scaled);
            if (floor.compareTo(LOWEST) < 0 || floor.compareTo(HIGHEST) > 0) {
                int answer = Test.of(holds.test(floor.signum() < 0 ? 1 : -1));
                return row -> answer;
            }
            long bound = floor.longValueExact();
            boolean exact = floor.compareTo(scaled) == 0;
            int atBound = Test.of(holds.test(exact ? 0 : -1));
            int below = Test.of(holds.test(-1));
            int above = Test.of(holds.test(1));
            return row -> {
                long raw = whole.raw(row);
                return raw < bound ? below : raw > bound ? above : atBound;
            };
        }
        double bound = value.doubleValue();
        int below = Test.of(holds.test(-1));
        int same = Test.of(holds.test(0));
        int above = Test.of(holds.test(1));
        return row -> {
            double number = column.number(row);
            return number < bound ? below : number > bound ? above : number == bound ? same : Test.NEITHER;
        };
    }

    /** Returns whether a time lies so to a span, such as a day: before it, within it, after it. */
    static Test time(WholeColumn column, String comparison, Literal.Time span) {
        BigDecimal nanos = BigDecimal.valueOf(column.perUnit());
        BigDecimal from = span.from().divide(nanos);
        BigDecimal to = span.to().divide(nanos);
        Test begun = number(column, ">=", from);
        Test over = number(column, ">=", to);
        IntPredicate holds = sign(comparison);
        return row -> Test.of(holds.test(over.at(row) == Test.YES ? 1 : begun.at(row) == Test.YES ? 0 : -1));
    }

    /** Returns whether a text lies so to another, in natural order. */
    static Test text(FigureColumn column, String comparison, String value) {
        if (comparison.equals("=")) {
            if (column instanceof SetColumn set) {
                return sets(set, element -> element.equals(value));
            }
            TextColumn texts = texts(column);
            int code = texts.dictionary().find(value);
            return row -> {
                int own = texts.code(row);
                return own < 0 ? Test.NEITHER : Test.of(own == code);
            };
        }
        IntPredicate holds = sign(comparison);
        return texts(texts(column), text -> holds.test(NaturalOrder.compare(text, value)));
    }

    /** Returns whether a text has another in it, upper and lower case being the same. */
    static Test contains(FigureColumn column, String value) {
        String wanted = value.toLowerCase(Locale.ROOT);
        if (column instanceof SetColumn set) {
            return sets(set, element -> element.toLowerCase(Locale.ROOT).contains(wanted));
        }
        TextColumn texts = texts(column);
        TextDictionary dictionary = texts.dictionary();
        byte[] ascii = wanted.chars().allMatch(c -> c < 128) ? wanted.getBytes(StandardCharsets.US_ASCII) : null;
        boolean[] verdicts = new boolean[dictionary.size()];
        for (int code = 0; code < verdicts.length; code++) {
            verdicts[code] = (ascii != null && dictionary.ascii(code))
                    ? dictionary.containsIgnoringCase(code, ascii)
                    : dictionary.get(code).toLowerCase(Locale.ROOT).contains(wanted);
        }
        return coded(texts, verdicts);
    }

    private static Test texts(TextColumn texts, Predicate<String> holds) {
        boolean[] verdicts = new boolean[texts.dictionary().size()];
        for (int code = 0; code < verdicts.length; code++) {
            verdicts[code] = holds.test(texts.dictionary().get(code));
        }
        return coded(texts, verdicts);
    }

    private static Test coded(TextColumn texts, boolean[] verdicts) {
        return row -> {
            int code = texts.code(row);
            return code < 0 ? Test.NEITHER : Test.of(verdicts[code]);
        };
    }

    /** A row without a set has an empty one: nothing in it holds. */
    private static Test sets(SetColumn column, Predicate<String> holds) {
        boolean[] verdicts = new boolean[column.sets().size()];
        for (int code = 0; code < verdicts.length; code++) {
            SortedSet<String> set = column.sets().get(code);
            verdicts[code] = set.stream().anyMatch(holds);
        }
        return row -> {
            int code = column.code(row);
            return Test.of(code >= 0 && verdicts[code]);
        };
    }

    private static TextColumn texts(FigureColumn column) {
        return switch (column) {
            case TextColumn texts -> texts;
            case MixedColumn mixed -> mixed.texts();
            default -> throw new IllegalArgumentException(column.name() + " has no texts");
        };
    }

    /** Returns whether a column has texts. */
    static boolean hasTexts(FigureColumn column) {
        return column.kind() != FigureColumn.Kind.NUMBER;
    }

    /** Returns whether a flag can be meant without a comparison. */
    static boolean isFlag(FigureColumn column) {
        return column.unit() == Unit.FLAG;
    }

    /**
     * For which rows something holds, and for which it does not; for the others nobody can tell, because a value is missing.
     *
     * @param yes a bit for each row where it holds
     * @param no a bit for each row if it does not
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Truth(long[] yes, long[] no) {

        /** Tells of one row whether something holds. */
        interface Test {
            int YES = 1;
            int NO = 0;
            int NEITHER = -1;

            int at(int row);

            static int of(boolean holds) {
                return holds ? YES : NO;
            }
        }

        static Truth of(int rows, Test test) {
            long[] yes = new long[(rows + 63) >>> 6];
            long[] no = new long[yes.length];
            for (int word = 0, row = 0; row < rows; word++) {
                long holds = 0;
                long fails = 0;
                int end = Math.min(64, rows - row);
                for (int bit = 0; bit < end; bit++, row++) {
                    int result = test.at(row);
                    holds |= (result == Test.YES ? 1L : 0L) << bit;
                    fails |= (result == Test.NO ? 1L : 0L) << bit;
                }
                yes[word] = holds;
                no[word] = fails;
            }
            return new Truth(yes, no);
        }

        Truth negated() {
            return new Truth(no, yes);
        }

        Truth and(Truth other) {
            return new Truth(both(yes, other.yes), either(no, other.no));
        }

        Truth or(Truth other) {
            return new Truth(either(yes, other.yes), both(no, other.no));
        }

        private static long[] both(long[] one, long[] other) {
            long[] out = new long[one.length];
            for (int i = 0; i < out.length; i++) {
                out[i] = one[i] & other[i];
            }
            return out;
        }

        private static long[] either(long[] one, long[] other) {
            long[] out = new long[one.length];
            for (int i = 0; i < out.length; i++) {
                out[i] = one[i] | other[i];
            }
            return out;
        }
    }
}
