package dev.guerdon.math;

import dev.guerdon.api.Experimental;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Substitution;
import dev.guerdon.math.compare.Comparison;
import dev.guerdon.math.extract.AnswerExtraction;
import dev.guerdon.math.number.Bounds;
import dev.guerdon.math.number.Budget;
import dev.guerdon.math.read.Lexer;
import dev.guerdon.math.read.Reader;
import dev.guerdon.math.read.Token;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether two answers are mathematically equal.
 *
 * <p>Immutable and safe for use by many threads. The cost of a call is bounded by its {@link Bounds}.
 */
@Experimental
public final class MathEquality {

    private static final MathEquality EXACT = new MathEquality(Bounds.DEFAULT, 0);

    private final Bounds limits;
    private final double tolerance;

    private MathEquality(Bounds limits, double tolerance) {
        this.limits = limits;
        this.tolerance = tolerance;
    }

    /** Exact equality within the default limits. */
    public static MathEquality exact() {
        return EXACT;
    }

    /** The same with other limits. */
    public MathEquality within(Bounds limits) {
        return new MathEquality(limits, tolerance);
    }

    /**
     * The same, but real numbers also count as equal where they differ by no more than that share of the larger one.
     *
     * @param relative such as 1e-6; 0 for exact
     */
    public MathEquality tolerating(double relative) {
        if (!(relative >= 0 && relative < 1)) {
            throw new IllegalArgumentException("a tolerance is a share from 0 up to 1; found " + relative);
        }
        return new MathEquality(limits, relative);
    }

    /**
     * Whether the answer in a response equals the expected answer. Boxes are opened on both sides first.
     *
     * @throws dev.guerdon.api.UnscoredException with the reason {@code TIMEOUT} where deciding would cost more than the limits
     */
    public boolean equal(String response, String answer) {
        try {
            return equalAnswers(AnswerExtraction.boxedOrAll(response), AnswerExtraction.boxedOrAll(answer));
        } catch (StackOverflowError e) {
            throw Budget.exhausted("nested deeper than this thread's stack allows");
        }
    }

    /** Whether two answers that stand alone are equal. */
    boolean equalAnswers(String response, String answer) {
        String a = response.strip();
        String b = answer.strip();
        if (a.equals(b)) {
            return true;
        }
        PlainNumber x = PlainNumber.of(a);
        PlainNumber y = PlainNumber.of(b);
        if (x != null && y != null && (tolerance == 0 || x.equals(y))) {
            return x.equals(y);
        }
        if (a.length() > limits.length() || b.length() > limits.length()) {
            return false;
        }
        Budget budget = new Budget(limits);
        List<Token> left = Lexer.tokens(a, budget);
        List<Token> right = Lexer.tokens(b, budget);
        if (left.isEmpty() || right.isEmpty()) {
            return false;
        }
        if (sameText(left, right)) {
            return true;
        }
        Node p = Reader.read(left, budget);
        Node q = p == null ? null : Reader.read(right, budget);
        if (p == null || q == null) {
            return false;
        }
        Comparison comparison = new Comparison(budget, tolerance);
        if (comparison.equal(p, q)) {
            return true;
        }
        // "5 m" against 5: a letter apart from its number may be a unit where the other side has no letters.
        Node bareLeft = withoutUnitLetter(left, q, budget);
        if (bareLeft != null) {
            return comparison.equal(bareLeft, q);
        }
        Node bareRight = withoutUnitLetter(right, p, budget);
        return bareRight != null && comparison.equal(p, bareRight);
    }

    private static @Nullable Node withoutUnitLetter(List<Token> tokens, Node other, Budget budget) {
        int size = tokens.size();
        if (size < 2 || !Substitution.variables(other).isEmpty()) {
            return null;
        }
        Token last = tokens.getLast();
        boolean unit = last.kind() == Token.Kind.LETTER
                && last.space()
                && last.text().length() == 1
                && "mgshLlNJWVKCF".contains(last.text())
                && tokens.get(size - 2).kind() == Token.Kind.NUMBER;
        return unit ? Reader.read(tokens.subList(0, size - 1), budget) : null;
    }

    /** Whether the tokens are the same but for spacing. */
    private static boolean sameText(List<Token> a, List<Token> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (a.get(i).kind() != b.get(i).kind()
                    || !a.get(i).text().equals(b.get(i).text())) {
                return false;
            }
        }
        return true;
    }

    /**
     * A decimal number in plain digits, compared without computing.
     *
     * @param negative its sign
     * @param digits all digits without leading zeros, and without trailing ones after the point
     * @param decimals how many of them come after the point
     */
    private record PlainNumber(boolean negative, String digits, int decimals) {

        static @Nullable PlainNumber of(String text) {
            int at = 0;
            boolean negative = false;
            if (!text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+')) {
                negative = text.charAt(0) == '-';
                at = 1;
            }
            int point = -1;
            for (int i = at; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '.' && point < 0 && i > at) {
                    point = i;
                } else if (c < '0' || c > '9') {
                    return null;
                }
            }
            int end = text.length();
            if (end == at) {
                return null;
            }
            if (point >= 0) {
                while (end > point + 1 && text.charAt(end - 1) == '0') {
                    end--;
                }
                if (end == point + 1) {
                    end = point;
                }
            }
            int start = at;
            while (start < end - 1 && text.charAt(start) == '0' && text.charAt(start + 1) != '.') {
                start++;
            }
            String digits = text.substring(start, end);
            boolean zero = digits.equals("0") || digits.equals(BigInteger.ZERO.toString());
            return new PlainNumber(negative && !zero, digits, end > point && point >= 0 ? end - point - 1 : 0);
        }
    }
}
