package dev.guerdon.cli.input;

import dev.guerdon.api.Internal;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Refuses numbers outside of an option's {@link AllowedRange} in a sentence that names the option, the range and the number. */
@Internal
public final class RangeCheck {

    private static final Set<Class<?>> WHOLE = Set.of(int.class, Integer.class, long.class, Long.class);
    private static final Set<Class<?>> SHORT = Set.of(int.class, Integer.class);
    private static final Set<Class<?>> FRACTIONS = Set.of(double.class, Double.class);

    private RangeCheck() {}

    /** Checks all numbers that were given to a command. */
    public static void check(ParseResult parsed) {
        for (OptionSpec option : parsed.matchedOptions()) {
            if (isNumber(option)
                    && option.getValue() instanceof Number number
                    && !Bounds.of(option).hold(number)) {
                throw new ParameterException(
                        parsed.commandSpec().commandLine(),
                        option.longestName() + " must be " + Bounds.of(option).words("") + ", found " + number);
            }
        }
    }

    /** Says what an option takes that was given something that is no number of its kind; empty for options that take no number. */
    public static Optional<String> refusal(@Nullable ArgSpec argument, @Nullable String found) {
        return argument instanceof OptionSpec option && isNumber(option)
                ? Optional.of(option.longestName() + " must be "
                        + Bounds.of(option)
                                .within(option.type())
                                .words(WHOLE.contains(option.type()) ? "a whole number" : "a number")
                        + ", found '"
                        + found + "'")
                : Optional.empty();
    }

    /** Returns whether an option takes a number. */
    public static boolean isNumber(OptionSpec option) {
        return WHOLE.contains(option.type()) || FRACTIONS.contains(option.type());
    }

    private record Bounds(double from, double to, boolean open) {

        static Bounds of(OptionSpec option) {
            AllowedRange range =
                    option.userObject() instanceof Field field ? field.getAnnotation(AllowedRange.class) : null;
            return range == null
                    ? new Bounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false)
                    : new Bounds(range.from(), range.to(), range.open());
        }

        /** Returns the bounds with those of the type, where they are narrower. */
        Bounds within(Class<?> type) {
            return !SHORT.contains(type)
                    ? this
                    : new Bounds(Math.max(from, Integer.MIN_VALUE), Math.min(to, Integer.MAX_VALUE), open);
        }

        boolean hold(Number number) {
            double value = number.doubleValue();
            return Double.isFinite(value) && (open ? value > from && value < to : value >= from && value <= to);
        }

        String words(String kind) {
            List<String> words = new ArrayList<>();
            if (Double.isFinite(from)) {
                words.add((open ? "more than " : "at least ") + plain(from));
            }
            if (Double.isFinite(to)) {
                words.add((open ? "less than " : "at most ") + plain(to));
            }
            String both = String.join(" and ", words);
            if (both.isEmpty()) {
                return kind.isEmpty() ? "a finite number" : kind;
            }
            return kind.isEmpty() ? both : kind + ", " + both;
        }

        private static String plain(double bound) {
            return BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
        }
    }

    /** The numbers that an option takes; {@link RangeCheck} refuses all others before the command starts. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    @Internal
    public @interface AllowedRange {

        double from() default Double.NEGATIVE_INFINITY;

        double to() default Double.POSITIVE_INFINITY;

        /** Returns whether the bounds themselves are refused. */
        boolean open() default false;
    }
}
