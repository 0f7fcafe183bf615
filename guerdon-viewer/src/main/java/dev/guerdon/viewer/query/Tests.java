package dev.guerdon.viewer.query;

import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.index.Column.Unit;
import dev.guerdon.viewer.index.Dictionary;
import dev.guerdon.viewer.index.MixedColumn;
import dev.guerdon.viewer.index.NaturalOrder;
import dev.guerdon.viewer.index.SetColumn;
import dev.guerdon.viewer.index.TextColumn;
import dev.guerdon.viewer.index.WholeColumn;
import dev.guerdon.viewer.query.Truth.Test;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SortedSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** Makes tests of single rows from a column, a comparison and a value. */
final class Tests {

    private static final BigDecimal LOWEST = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal HIGHEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private Tests() {}

    /** Whether what a comparison says holds where the left side is lower (-1), the same (0) or higher (1). */
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

    static Test missing(Column column) {
        return row -> Test.of(column.missing(row));
    }

    /** Whether a number lies so to a value, where it is there. */
    static Test number(Column column, String comparison, BigDecimal value) {
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

    /** Whether a time lies so to a span, such as a day: before it, within it, after it. */
    static Test time(WholeColumn column, String comparison, Literal.Time span) {
        BigDecimal nanos = BigDecimal.valueOf(column.perUnit());
        BigDecimal from = span.from().divide(nanos);
        BigDecimal to = span.to().divide(nanos);
        Test begun = number(column, ">=", from);
        Test over = number(column, ">=", to);
        IntPredicate holds = sign(comparison);
        return row -> Test.of(holds.test(over.at(row) == Test.YES ? 1 : begun.at(row) == Test.YES ? 0 : -1));
    }

    /** Whether a text lies so to another, in natural order. */
    static Test text(Column column, String comparison, String value) {
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

    /** Whether a text has another in it, upper and lower case being the same. */
    static Test contains(Column column, String value) {
        String wanted = value.toLowerCase(Locale.ROOT);
        if (column instanceof SetColumn set) {
            return sets(set, element -> element.toLowerCase(Locale.ROOT).contains(wanted));
        }
        TextColumn texts = texts(column);
        Dictionary dictionary = texts.dictionary();
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

    private static TextColumn texts(Column column) {
        return switch (column) {
            case TextColumn texts -> texts;
            case MixedColumn mixed -> mixed.texts();
            default -> throw new IllegalArgumentException(column.name() + " has no texts");
        };
    }

    /** Whether a column has texts. */
    static boolean hasTexts(Column column) {
        return column.kind() != Column.Kind.NUMBER;
    }

    /** Whether a flag can be meant without a comparison. */
    static boolean isFlag(Column column) {
        return column.unit() == Unit.FLAG;
    }
}
