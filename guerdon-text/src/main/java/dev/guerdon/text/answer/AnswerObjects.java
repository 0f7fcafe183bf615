package dev.guerdon.text.answer;

import dev.guerdon.text.answer.AssistantBench.Failure;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares lists of objects key by key, as AssistantBench does. */
final class AnswerObjects {

    private AnswerObjects() {}

    /** The mean F1 of the best pairing of predicted with gold objects. */
    static double compare(List<?> predicted, List<?> gold) {
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
        return Assignment.largestTotal(scores) / Math.max(gold.size(), predicted.size());
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
     * The mean, over the keys of one object, of how well the other's values match.
     *
     * @param isGold whether the object with the keys is the gold one
     */
    private static double meanOverKeys(Map<?, ?> keys, Map<?, ?> other, boolean isGold) {
        double sum = 0;
        for (Map.Entry<?, ?> entry : keys.entrySet()) {
            if (other.containsKey(entry.getKey())) {
                Object here = Values.numberOrSame(entry.getValue(), false);
                Object there = Values.numberOrSame(other.get(entry.getKey()), false);
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
        return gold instanceof Double ? Values.compareNumbers(first, second) : Values.compareTexts(first, second);
    }

    private static Class<?> kind(Object value) {
        return switch (value) {
            case List<?> list -> List.class;
            case Map<?, ?> map -> Map.class;
            default -> Objects.requireNonNull(value).getClass();
        };
    }
}
