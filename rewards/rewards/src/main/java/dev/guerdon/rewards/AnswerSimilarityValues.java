package dev.guerdon.rewards;

import dev.guerdon.cpython.PythonFloats;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.cpython.PythonTuple;
import dev.guerdon.rewards.AssistantBench.Failure;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares single values of AssistantBench answers: numbers and texts. */
final class AnswerSimilarityValues {

    /** Stands in for zero where a ratio is needed. */
    private static final double ALMOST_ZERO = 1e-4;

    private AnswerSimilarityValues() {}

    static boolean isWhole(@Nullable Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof BigInteger;
    }

    /**
     * Returns the number that a value stands for, or the value itself.
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
        String bare = PythonStrings.strip(
                        text.replace('$', ' ').replace('%', ' ').replace("sqft", " "))
                .replace(',', '.');
        OptionalDouble number = PythonFloats.parse(area ? bare.replace(" square kilometers", "") : bare);
        return number.isPresent() ? (Object) number.getAsDouble() : text;
    }

    /** Returns one minus the logarithm of the ratio, at least 0. The ratio of negative numbers is the wrong way round, as in the benchmark. */
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

    /** Returns the number of a value, nothing for a text that is none. */
    private static Optional<Double> toFloat(@Nullable Object value) {
        return switch (value) {
            case Double number -> Optional.of(number);
            case Boolean truth -> Optional.of(truth ? 1.0 : 0.0);
            case String text -> {
                OptionalDouble number = PythonFloats.parse(text);
                yield number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
            }
            case List<?> list -> throw new Failure("a list cannot be compared with a number: " + shown(list));
            case PythonTuple tuple ->
                throw new Failure("a list cannot be compared with a number: ["
                        + PythonRepr.str(tuple.elements().getFirst()) + "]");
            case Map<?, ?> map -> throw new Failure("an object cannot be compared with a number: " + shown(map));
            case null, default -> throw new Failure(PythonRepr.str(value) + " cannot be compared with a number");
        };
    }

    /** Returns the mean F1 of the best pairing of predicted with gold texts; NaN if there are none. */
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
        return OptimalPairing.largestTotal(scores)
                / Math.max(expected.get().size(), predicted.get().size());
    }

    /** Returns the words of each text of a list, or of the one text; nothing where the list holds anything but texts. */
    private static Optional<List<WordBag>> bags(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            return Optional.of(List.of(WordBag.of(PythonRepr.str(value))));
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

    /** Returns the text of a gold answer that is not a list. */
    static String text(Object gold) {
        return gold instanceof String text ? text : GoldAnswers.one("answer", gold);
    }

    private static String shown(Object value) {
        String text = PythonRepr.str(value);
        return text.length() > 60 ? text.substring(0, 60) + "..." : text;
    }

    /**
     * The set of words of a text as the DROP benchmark compares them: numbers by value, other words without case, punctuation and articles.
     *
     * @param words all words
     * @param numbers the words among them that are numbers
     */
    record WordBag(Set<String> words, Set<String> numbers) {

        /** Returns the words between the spaces and hyphens of a text, which separate them, and nothing else does. */
        static WordBag of(String text) {
            WordBag bag = new WordBag(new HashSet<>(), new HashSet<>());
            NormalizedText normalized = new NormalizedText();
            int start = 0;
            for (int i = 0; i <= text.length(); i++) {
                if (i == text.length() || text.charAt(i) == ' ' || text.charAt(i) == '-') {
                    if (i > start) {
                        bag.add(text.substring(start, i), normalized);
                    }
                    start = i + 1;
                }
            }
            for (String word : bag.words) {
                if (PythonFloats.isFloat(word)) {
                    bag.numbers.add(word);
                }
            }
            return bag;
        }

        private void add(String token, NormalizedText normalized) {
            String lower = PythonStrings.lower(token);
            String bare = PythonFloats.isFloat(lower) ? lower : withoutPunctuation(lower);
            PythonFloats.parse(bare).ifPresentOrElse(number -> words.add(PythonFloats.repr(number)), () -> {
                normalized.read(bare);
                for (int i = 0; i < normalized.size(); i++) {
                    words.add(normalized.word(i));
                }
            });
        }

        /** F1 of the words that both have; 0 where the gold text has numbers and this one has none of them. */
        double f1(WordBag gold) {
            if (!gold.numbers.isEmpty() && gold.numbers.stream().noneMatch(numbers::contains)) {
                return 0;
            }
            long common = gold.words.stream().filter(words::contains).count();
            double precision = words.isEmpty() ? 1 : (double) common / words.size();
            double recall = gold.words.isEmpty() ? 1 : (double) common / gold.words.size();
            return precision == 0 && recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
        }

        private static String withoutPunctuation(String text) {
            StringBuilder kept = new StringBuilder(text.length());
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (!NormalizedText.isPunctuation(c)) {
                    kept.append(c);
                }
            }
            return kept.toString();
        }
    }
}
