package dev.guerdon.text.answer;

import dev.guerdon.cpython.Floats;
import dev.guerdon.cpython.Repr;
import dev.guerdon.cpython.Strings;
import dev.guerdon.cpython.Tuple;
import dev.guerdon.text.answer.AssistantBench.Failure;
import dev.guerdon.text.qa.GoldAnswers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Compares single values of AssistantBench answers: numbers and texts. */
final class Values {

    /** Stands in for zero where a ratio is needed. */
    private static final double ALMOST_ZERO = 1e-4;

    private Values() {}

    static boolean isWhole(@Nullable Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof BigInteger;
    }

    /**
     * The number that a value stands for, or the value itself.
     *
     * <p>Currency, percent and area signs are dropped, and a comma is a decimal point.
     *
     * @param area whether " square kilometers" is dropped too
     */
    static @Nullable Object numberOrSame(@Nullable Object value, boolean area) {
        if (isWhole(value)) {
            double number = ((Number) java.util.Objects.requireNonNull(value)).doubleValue();
            if (Double.isInfinite(number)) {
                throw new Failure("the number " + value.toString().substring(0, 20) + "... is too large");
            }
            return number;
        }
        if (!(value instanceof String text)) {
            return value;
        }
        String bare = Strings.strip(text.replace('$', ' ').replace('%', ' ').replace("sqft", " "))
                .replace(',', '.');
        OptionalDouble number = Floats.parse(area ? bare.replace(" square kilometers", "") : bare);
        return number.isPresent() ? (Object) number.getAsDouble() : text;
    }

    /** One minus the logarithm of the ratio, at least 0. The ratio of negative numbers is the wrong way round, as in the benchmark. */
    static double compareNumbers(@Nullable Object prediction, @Nullable Object gold) {
        Optional<Double> predicted = toFloat(prediction);
        Optional<Double> expected = toFloat(gold);
        if (predicted.isEmpty() || expected.isEmpty()) {
            return 0;
        }
        double p = predicted.get();
        double g = expected.get();
        if (p == 0 && g == 0) {
            return 1;
        }
        p = p == 0 ? ALMOST_ZERO : p;
        g = g == 0 ? ALMOST_ZERO : g;
        double score = 1 - Math.log(p > g ? p / g : g / p);
        return score > 0 ? score : 0;
    }

    /** The number of a value, nothing for a text that is none. */
    private static Optional<Double> toFloat(@Nullable Object value) {
        return switch (value) {
            case Double number -> Optional.of(number);
            case Boolean truth -> Optional.of(truth ? 1.0 : 0.0);
            case String text -> {
                OptionalDouble number = Floats.parse(text);
                yield number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
            }
            case List<?> list -> throw new Failure("a list cannot be compared with a number: " + shown(list));
            case Tuple tuple ->
                throw new Failure("a list cannot be compared with a number: ["
                        + Repr.str(tuple.elements().getFirst()) + "]");
            case Map<?, ?> map -> throw new Failure("an object cannot be compared with a number: " + shown(map));
            case null, default -> throw new Failure(Repr.str(value) + " cannot be compared with a number");
        };
    }

    /** The mean F1 of the best pairing of predicted with gold texts; NaN where there are none. */
    static double compareTexts(@Nullable Object prediction, @Nullable Object gold) {
        Optional<List<WordBag>> predicted = bags(prediction);
        Optional<List<WordBag>> expected = bags(gold);
        if (predicted.isEmpty() || expected.isEmpty()) {
            return 0;
        }
        double[][] scores = new double[expected.get().size()][predicted.get().size()];
        for (int g = 0; g < scores.length; g++) {
            for (int p = 0; p < scores[g].length; p++) {
                scores[g][p] = predicted.get().get(p).f1(expected.get().get(g));
            }
        }
        return Assignment.largestTotal(scores)
                / Math.max(expected.get().size(), predicted.get().size());
    }

    /** The words of each text of a list, or of the one text; nothing where the list holds anything but texts. */
    private static Optional<List<WordBag>> bags(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            return Optional.of(List.of(WordBag.of(Repr.str(value))));
        }
        List<WordBag> bags = new ArrayList<>();
        for (Object element : list) {
            if (!(element instanceof String text)) {
                return Optional.empty();
            }
            bags.add(WordBag.of(text));
        }
        return Optional.of(bags);
    }

    /** The text of a gold answer that is not a list. */
    static String text(Object gold) {
        return gold instanceof String text ? text : GoldAnswers.one("answer", gold);
    }

    private static String shown(Object value) {
        String text = Repr.str(value);
        return text.length() > 60 ? text.substring(0, 60) + "..." : text;
    }
}
