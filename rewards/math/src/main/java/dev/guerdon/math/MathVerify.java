package dev.guerdon.math;

import dev.guerdon.api.Experimental;
import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.compare.VerifyExtraction;
import dev.guerdon.math.compare.VerifyMatch;
import dev.guerdon.math.spi.MathLimits;

/**
 * Answers like Math-Verify 0.9: what that library accepts is accepted, its conventions and its gaps included.
 *
 * <p>Not symmetric: a gold answer {@code x = 5} takes the prediction {@code 5}, a gold inequality takes an interval but not the other
 * way round. BigFloats are compared at six places. A text without any formula is taken as one formula.
 */
@Experimental
public final class MathVerify {

    private MathVerify() {}

    /**
     * Returns whether Math-Verify would accept the prediction for this gold answer.
     *
     * @throws dev.guerdon.api.UnscoredException with the reason {@code TIMEOUT} where deciding would cost more than the limits
     */
    public static boolean accepts(String gold, String prediction) {
        try {
            return accepts(gold, prediction, MathLimits.DEFAULT);
        } catch (StackOverflowError e) {
            throw ComparisonBudget.exhausted("nested deeper than this thread's stack allows");
        }
    }

    static boolean accepts(String gold, String prediction, MathLimits limits) {
        String g = tail(wrapped(gold), limits);
        String p = tail(wrapped(prediction), limits);
        ComparisonBudget budget = new ComparisonBudget(limits);
        VerifyExtraction expected = VerifyExtraction.of(g, budget);
        VerifyExtraction found = VerifyExtraction.of(p, budget);
        if (!expected.text().isEmpty() && expected.text().equals(found.text())) {
            return true;
        }
        Node a = expected.expression();
        Node b = found.expression();
        return a != null && b != null && new VerifyMatch(budget).equal(a, b);
    }

    /** The end of a text that is longer than what is read: the answer is where a response ends. */
    private static String tail(String text, MathLimits limits) {
        return text.length() <= limits.length() ? text : text.substring(text.length() - limits.length());
    }

    private static String wrapped(String text) {
        return text.indexOf('$') >= 0 || text.contains("\\boxed") ? text : "$" + text + "$";
    }
}
