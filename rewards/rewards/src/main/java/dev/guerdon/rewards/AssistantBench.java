package dev.guerdon.rewards;

import dev.guerdon.cpython.JsonReader;
import dev.guerdon.cpython.JsonReader.Value;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.cpython.PythonTuple;
import dev.guerdon.rewards.AssistantBench.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Scores an answer as the AssistantBench benchmark does.
 *
 * <p>The form of the gold answer decides how: a number by the logarithm of the ratio, texts by their words, objects key by key. Where
 * the benchmark's own scorer fails, this one says why; where it leaves [0, 1], the score is clamped. Its rules follow Python's types,
 * so values here are those of {@link JsonReader}: a whole number and one with a fraction are different things.
 */
final class AssistantBench {

    /**
     * A score.
     *
     * @param accuracy between 0 and 1
     * @param hasAnswer whether the prediction says anything
     * @param failure why the benchmark's scorer cannot score this; null if it can
     */
    record Scored(
            double accuracy, boolean hasAnswer, @Nullable String failure) {}

    /** Thrown if the benchmark's scorer fails. */
    static final class Failure extends RuntimeException {
        Failure(String message) {
            super(message, null, false, false);
        }
    }

    private enum Kind {
        NUMBER,
        OBJECTS,
        TEXT
    }

    private record Gold(@Nullable Object value, Kind kind) {}

    private AssistantBench() {}

    /**
     * Scores a prediction.
     *
     * @param prediction the answer: usually a text, which may hold JSON
     * @param gold a text of one or more lines, a list, or an object
     */
    static Scored score(@Nullable Object prediction, Object gold) {
        Object read = prediction instanceof String text
                ? JsonReader.read(text).orElse(new Value(text)).value()
                : prediction;
        try {
            return scoreRead(read, readGold(gold));
        } catch (Failure failure) {
            return new Scored(0, !isBlankText(prediction), String.valueOf(failure.getMessage()));
        }
    }

    private static Scored scoreRead(@Nullable Object read, Gold gold) {
        Object prediction = shape(read, gold.kind);
        boolean saysNothing = (!(prediction instanceof Double) && length(prediction) == 0) || isNan(prediction);
        boolean onlyBlanks = prediction instanceof List<?> list && allBlank(list);
        boolean hasAnswer = !saysNothing && !onlyBlanks;
        int answers = prediction instanceof List<?> list ? list.size() : 1;
        boolean severalForOneNumber = answers > 1 && gold.value instanceof Double;
        if (severalForOneNumber || (!(prediction instanceof Double) && length(prediction) == 0)) {
            return new Scored(0, hasAnswer, null);
        }
        double accuracy = switch (gold.kind) {
            case NUMBER -> AnswerSimilarityValues.compareNumbers(prediction, gold.value);
            case TEXT -> AnswerSimilarityValues.compareTexts(prediction, gold.value);
            case OBJECTS -> compareObjects(list(prediction), list(gold.value));
        };
        return new Scored(Math.clamp(accuracy, 0.0, 1.0), hasAnswer, null);
    }

    private static Gold readGold(Object gold) {
        if (gold instanceof Map) {
            return new Gold(List.of(gold), Kind.OBJECTS);
        }
        List<?> lines = gold instanceof List<?> list
                ? list
                : Arrays.stream(AnswerSimilarityValues.text(gold).split("\n", -1))
                        .filter(line -> !PythonStrings.strip(line).isEmpty())
                        .toList();
        if (lines.size() == 1) {
            return readGoldLine(lines.getFirst());
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (Object line : lines) {
            Optional<Value> value =
                    line instanceof String text ? JsonReader.read(withDoubleQuotes(text)) : Optional.empty();
            if (value.isEmpty()) {
                return new Gold(lines, Kind.TEXT);
            }
            values.add(value.get().value());
        }
        return new Gold(values, Kind.OBJECTS);
    }

    private static Gold readGoldLine(@Nullable Object line) {
        if (!(line instanceof String text)) {
            return new Gold(AnswerSimilarityValues.numberOrSame(line, true), Kind.NUMBER);
        }
        if (AnswerSimilarityValues.numberOrSame(text, true) instanceof Double number) {
            return new Gold(number, Kind.NUMBER);
        }
        return JsonReader.read(withDoubleQuotes(text))
                .map(json -> new Gold(Collections.singletonList(json.value()), Kind.OBJECTS))
                .orElse(new Gold(text, Kind.TEXT));
    }

    /** Turns the quotes of a printed Python dictionary into those of JSON, where they stand as such a text has them. */
    private static String withDoubleQuotes(String line) {
        return line.replace("{'", "{\"")
                .replace("', '", "\", \"")
                .replace("': '", "\": \"")
                .replace("'}", "\"}")
                .replace("': ", "\": ");
    }

    /** Brings a prediction into the form that the gold answer asks for. */
    private static @Nullable Object shape(@Nullable Object read, Kind kind) {
        Object prediction = read;
        if (read instanceof List<?> list && list.size() == 1 && looksNumeric(list.getFirst())) {
            Object number = AnswerSimilarityValues.numberOrSame(list.getFirst(), true);
            prediction = PythonTuple.of(number == null ? "" : number, number instanceof Double);
        }
        if (prediction instanceof List) {
            return prediction;
        }
        prediction = AnswerSimilarityValues.numberOrSame(prediction, true);
        if (kind != Kind.OBJECTS) {
            return prediction;
        }
        if (prediction instanceof String text) {
            List<@Nullable Object> values = new ArrayList<>();
            for (String line : text.split("\n", -1)) {
                Optional<Value> value = JsonReader.read(line);
                if (value.isEmpty()) {
                    return List.of(text);
                }
                values.add(value.get().value());
            }
            return values;
        }
        return Collections.singletonList(prediction);
    }

    private static boolean looksNumeric(@Nullable Object value) {
        return AnswerSimilarityValues.isWhole(value)
                || (value instanceof String text
                        && !text.isEmpty()
                        && text.codePoints().allMatch(PythonStrings::isNumeric));
    }

    private static boolean allBlank(List<?> list) {
        for (Object element : list) {
            boolean isNumber = element instanceof Double || AnswerSimilarityValues.isWhole(element);
            if (!(!isNumber && length(element) == 0) && !isNan(element)) {
                return false;
            }
        }
        return true;
    }

    private static int length(@Nullable Object value) {
        return switch (value) {
            case String text -> text.length();
            case List<?> list -> list.size();
            case Map<?, ?> map -> map.size();
            case PythonTuple tuple -> 2;
            case null, default ->
                throw new Failure(
                        "the answer " + PythonRepr.str(value) + " is not a text, a number, a list or an object");
        };
    }

    /** Returns whether it is NaN, or a list of nothing but that. */
    private static boolean isNan(@Nullable Object value) {
        Object inner = value;
        while (inner instanceof List<?> list && list.size() == 1) {
            inner = list.getFirst();
        }
        return inner instanceof Double number && number.isNaN();
    }

    private static boolean isBlankText(@Nullable Object prediction) {
        return prediction == null
                || (prediction instanceof String text
                        && PythonStrings.strip(text).isEmpty());
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /** Returns the mean F1 of the best pairing of predicted with gold objects. */
    static double compareObjects(List<?> predicted, List<?> gold) {
        if (!(predicted.getFirst() instanceof Map)) {
            return 0;
        }
        double[][] scores = new double[gold.size()][predicted.size()];
        for (int g = 0; g < gold.size(); g++) {
            for (int p = 0; p < predicted.size(); p++) {
                scores[g][p] = f1(predicted.get(p), gold.get(g));
                if (!Double.isFinite(scores[g][p])) {
                    throw new Failure("an object without keys, or an infinite number, has no score");
                }
            }
        }
        return OptimalPairing.largestTotal(scores) / Math.max(gold.size(), predicted.size());
    }

    private static double f1(@Nullable Object predicted, @Nullable Object gold) {
        if (!(predicted instanceof Map<?, ?> here) || !(gold instanceof Map<?, ?> there)) {
            throw new Failure("an object cannot be compared with " + (gold instanceof Map ? predicted : gold));
        }
        double recall = meanOverKeys(there, here, true);
        double precision = meanOverKeys(here, there, false);
        return precision + recall == 0 ? 0 : 2 * (precision * recall) / (precision + recall);
    }

    /**
     * Returns the mean, over the keys of one object, of how well the other's values match.
     *
     * @param isGold whether the object with the keys is the gold one
     */
    private static double meanOverKeys(Map<?, ?> keys, Map<?, ?> other, boolean isGold) {
        double sum = 0;
        for (Map.Entry<?, ?> entry : keys.entrySet()) {
            if (other.containsKey(entry.getKey())) {
                Object here = AnswerSimilarityValues.numberOrSame(entry.getValue(), false);
                Object there = AnswerSimilarityValues.numberOrSame(other.get(entry.getKey()), false);
                sum += isGold ? compareValues(there, here, here) : compareValues(there, here, there);
            }
        }
        return sum / keys.size();
    }

    private static double compareValues(@Nullable Object first, @Nullable Object second, @Nullable Object gold) {
        if (gold == null || gold instanceof Map) {
            throw new Failure("a gold value that is " + (gold == null ? "null" : "an object") + " has no score");
        }
        if (first == null || second == null || kind(first) != kind(second)) {
            return 0;
        }
        return gold instanceof Double
                ? AnswerSimilarityValues.compareNumbers(first, second)
                : AnswerSimilarityValues.compareTexts(first, second);
    }

    private static Class<?> kind(Object value) {
        return switch (value) {
            case List<?> list -> List.class;
            case Map<?, ?> map -> Map.class;
            default -> Objects.requireNonNull(value).getClass();
        };
    }
}
