package dev.guerdon.math;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.compare.AnswerComparison;
import dev.guerdon.math.compare.VerifyExtraction;
import dev.guerdon.math.compare.VerifyMatch;
import dev.guerdon.math.spi.MathLimits;
import java.util.function.Supplier;

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
     * Returns whether Math-Verify would accept the prediction for this gold answer. A prediction that costs more than the limits is wrong.
     *
     * @throws dev.guerdon.api.UnscoredException with the reason {@code TIMEOUT} where the gold answer costs more than the limits
     */
    public static boolean accepts(String gold, String prediction) {
        return judge(gold, prediction).equal();
    }

    /** Returns the verdict with the reason why a prediction could not be compared. */
    static AnswerJudgement judge(String gold, String prediction) {
        MathLimits limits = MathLimits.DEFAULT;
        VerifyExtraction expected =
                within(() -> VerifyExtraction.of(tail(wrapped(gold), limits), new ComparisonBudget(limits)));
        Node a = expected.expression();
        try {
            boolean accepted = within(() -> {
                ComparisonBudget budget = new ComparisonBudget(limits);
                VerifyExtraction found = VerifyExtraction.of(tail(wrapped(prediction), limits), budget);
                Node b = found.expression();
                return (!expected.text().isEmpty() && expected.text().equals(found.text()))
                        || (a != null && b != null && new VerifyMatch(budget).equal(a, b));
            });
            return new AnswerJudgement(accepted, prediction, 0, "");
        } catch (UnscoredException e) {
            if (a != null) {
                // An expected answer that costs too much by itself says nothing about the prediction.
                within(() -> AnswerComparison.measured(a, new ComparisonBudget(limits)));
            }
            return new AnswerJudgement(false, prediction, 0, String.valueOf(e.getMessage()));
        }
    }

    private static <T> T within(Supplier<T> work) {
        try {
            return work.get();
        } catch (StackOverflowError e) {
            throw ComparisonBudget.exhausted("nested deeper than this thread's stack allows");
        }
    }

    /** The end of a text that is longer than what is read: the answer is where a response ends. */
    private static String tail(String text, MathLimits limits) {
        return text.length() <= limits.length() ? text : text.substring(text.length() - limits.length());
    }

    private static String wrapped(String text) {
        return text.indexOf('$') >= 0 || text.contains("\\boxed") ? text : "$" + text + "$";
    }
}
