package dev.guerdon.math;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.math.algebra.Algebra.Applications;
import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.compare.AnswerComparison;
import dev.guerdon.math.compare.WrittenForm;
import dev.guerdon.math.extract.AnswerExtraction;
import dev.guerdon.math.read.AnswerCharacters;
import dev.guerdon.math.read.AnswerLexer;
import dev.guerdon.math.read.AnswerReader;
import dev.guerdon.math.read.AnswerToken;
import dev.guerdon.math.spi.AnswerExtractor;
import dev.guerdon.math.spi.MathLimits;
import dev.guerdon.math.spi.MathOptions;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether two answers are mathematically equal.
 *
 * <p>Immutable and safe for use by many threads. The cost of a call is bounded by its {@link MathLimits}.
 */
@Experimental
public final class MathEquality {

    private static final String DEEP = "nested deeper than this thread's stack allows";

    private static final MathEquality EXACT =
            new MathEquality(MathLimits.DEFAULT, MathOptions.EXACT, AnswerExtractor.DEFAULT, false);

    private final MathLimits limits;
    private final MathOptions options;
    private final AnswerExtractor extractor;
    private final boolean decimalComma;

    private MathEquality(MathLimits limits, MathOptions options, AnswerExtractor extractor, boolean decimalComma) {
        this.limits = limits;
        this.options = options;
        this.extractor = extractor;
        this.decimalComma = decimalComma;
    }

    /** Exact equality within the default limits. */
    public static MathEquality exact() {
        return EXACT;
    }

    /** Returns the same with other limits. */
    public MathEquality within(MathLimits limits) {
        return new MathEquality(limits, options, extractor, decimalComma);
    }

    /** Returns the same with other conventions. */
    public MathEquality with(MathOptions options) {
        return new MathEquality(limits, options, extractor, decimalComma);
    }

    /** The same, but the answer in a response is found in another way. */
    public MathEquality extracting(AnswerExtractor extractor) {
        return new MathEquality(limits, options, extractor, decimalComma);
    }

    /** The same, but a comma between digits is a decimal point, and a point separates thousands. */
    public MathEquality withDecimalComma() {
        return new MathEquality(limits, options, extractor, true);
    }

    /**
     * The same, but real numbers also count as equal where they differ by no more than that share of the larger one.
     *
     * @param relative such as 1e-6; 0 for exact
     */
    public MathEquality tolerating(double relative) {
        return with(new MathOptions(
                new MathOptions.Tolerance(0, relative, 0), options.order(), options.units(), options.form()));
    }

    /**
     * Returns whether the answer in a response equals the expected answer. A response that costs more than the limits is wrong.
     *
     * @throws dev.guerdon.api.UnscoredException with the reason {@code TIMEOUT} where the expected answer costs more than the limits
     */
    public boolean equal(String response, String answer) {
        return judge(response, answer).equal();
    }

    /**
     * Returns the same with what else there is to say about the response.
     *
     * @throws dev.guerdon.api.UnscoredException with the reason {@code TIMEOUT} where the expected answer costs more than the limits
     */
    public AnswerJudgement judge(String response, String answer) {
        AnswerExtractor.Found found;
        try {
            found = extractor.find(response, this::reads);
        } catch (StackOverflowError e) {
            return new AnswerJudgement(false, "", 0, "the response is nested too deeply");
        }
        String gold = AnswerExtraction.listed(AnswerExtraction.expected(answer), this::reads);
        if (extractor == AnswerExtractor.DEFAULT && response.strip().equals(answer.strip())) {
            return new AnswerJudgement(true, gold, found.boxes(), "");
        }
        String text = found.answer();
        if (text == null) {
            return new AnswerJudgement(
                    false, "", found.boxes(), "no answer found (extraction: " + extractor.id() + ")");
        }
        try {
            String listed = AnswerExtraction.listed(text, this::reads);
            boolean equal = equalAnswers(listed, gold);
            boolean fits = !equal || options.form() == MathOptions.Form.ANY || fits(listed, gold);
            String form = options.form().name().toLowerCase(Locale.ROOT);
            return new AnswerJudgement(
                    equal && fits,
                    text,
                    found.boxes(),
                    fits ? "" : "equal, but not in the form that was asked for: " + form);
        } catch (TooCostly e) {
            return new AnswerJudgement(false, text, found.boxes(), String.valueOf(e.getMessage()));
        }
    }

    /** A response that exceeds the limits: its own fault. */
    private static final class TooCostly extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooCostly(String message) {
            super(message, null, false, false);
        }
    }

    /** Returns whether a node was read, and has no words in it. */
    private static boolean isMathematics(@Nullable Node node) {
        return node != null
                && !(node instanceof Node.Word)
                && node.children().stream().allMatch(MathEquality::isMathematics);
    }

    /** Returns whether a text can be read as mathematics as a whole. */
    private boolean reads(String text) {
        if (text.length() > limits.length()) {
            return false;
        }
        try {
            if (SpecialAnswers.read(text) != null || ChoiceAnswer.of(text) != null) {
                return true;
            }
            ComparisonBudget budget = new ComparisonBudget(limits);
            return isMathematics(AnswerReader.read(AnswerLexer.tokens(text, budget), budget));
        } catch (UnscoredException | StackOverflowError e) {
            // It cannot be read within the limits, but it is not prose: comparing it will say so.
            return true;
        }
    }

    /** Returns whether an answer that equals the expected one is written in the form that was asked for, or as that one is. */
    private boolean fits(String response, String answer) {
        String a = localized(response.strip());
        String b = localized(answer.strip());
        ComparisonBudget budget = new ComparisonBudget(limits);
        List<AnswerToken> left = AnswerLexer.tokens(a, budget);
        List<AnswerToken> right = AnswerLexer.tokens(b, budget);
        if (a.equals(b) || sameText(left, right)) {
            return true;
        }
        Node given = AnswerReader.read(left, budget);
        Node expected = AnswerReader.read(right, budget);
        return given == null || expected == null || WrittenForm.fits(options.form(), given, expected);
    }

    /** Returns whether two answers that stand alone are equal. */
    boolean equalAnswers(String response, String answer) {
        String a = localized(response.strip());
        String b = localized(answer.strip());
        if (a.equals(b)) {
            return true;
        }
        PlainNumber x = PlainNumber.of(a);
        PlainNumber y = PlainNumber.of(b);
        if (x != null && y != null && (options.tolerance().equals(MathOptions.Tolerance.NONE) || x.equals(y))) {
            return x.equals(y);
        }
        if (a.length() > limits.length() || b.length() > limits.length()) {
            return false;
        }
        return meaning(a, b) || chosen(a, b);
    }

    private String localized(String text) {
        String plain = AnswerCharacters.plain(text);
        return decimalComma ? decimalCommaToPoint(plain) : plain;
    }

    /** Returns whether both make the same choice; what stands beside the letter must agree where both have it. */
    private boolean chosen(String response, String answer) {
        ChoiceAnswer expected = ChoiceAnswer.of(answer);
        if (expected == null) {
            return false;
        }
        ChoiceAnswer made = ChoiceAnswer.of(response);
        if (made == null) {
            return !expected.text().isEmpty() && !response.isEmpty() && meaning(response, expected.text());
        }
        return made.letter() == expected.letter()
                && (made.text().isEmpty()
                        || expected.text().isEmpty()
                        || made.text().equals(expected.text())
                        || meaning(made.text(), expected.text()));
    }

    private boolean meaning(String response, String answer) {
        ComparisonBudget expected = new ComparisonBudget(limits);
        List<AnswerToken> right;
        Node special = SpecialAnswers.read(answer);
        try {
            right = AnswerLexer.tokens(answer, expected);
            if (right.isEmpty()) {
                return false;
            }
        } catch (StackOverflowError e) {
            throw ComparisonBudget.exhausted(DEEP);
        }
        ComparisonBudget budget = new ComparisonBudget(limits);
        Node p;
        Node q;
        List<AnswerToken> left;
        Set<String> functions;
        Node given = SpecialAnswers.read(response);
        try {
            left = AnswerLexer.tokens(response, budget);
            if (left.isEmpty()) {
                return false;
            }
            if (sameText(left, right)) {
                return true;
            }
            functions = AnswerReader.functions(left, right);
            p = given != null ? given : AnswerReader.read(left, budget, functions);
        } catch (UnscoredException | StackOverflowError e) {
            throw new TooCostly(e instanceof UnscoredException u ? String.valueOf(u.getMessage()) : DEEP);
        }
        try {
            q = special != null ? special : AnswerReader.read(right, expected, functions);
        } catch (StackOverflowError e) {
            throw ComparisonBudget.exhausted(DEEP);
        }
        if (p == null || q == null) {
            return false;
        }
        try {
            return compare(p, q, left, right, functions);
        } catch (UnscoredException | StackOverflowError e) {
            if (isCostly(q)) {
                throw e instanceof UnscoredException u ? u : ComparisonBudget.exhausted(DEEP);
            }
            throw new TooCostly(e instanceof UnscoredException u ? String.valueOf(u.getMessage()) : DEEP);
        }
    }

    private boolean compare(Node p, Node q, List<AnswerToken> left, List<AnswerToken> right, Set<String> functions) {
        ComparisonBudget budget = new ComparisonBudget(limits);
        AnswerComparison comparison = new AnswerComparison(budget, options);
        Applications applications = new Applications(budget);
        Node x = applications.named(p);
        Node y = applications.named(q);
        if (comparison.equal(x, y)) {
            return true;
        }
        // "5 m" against 5: a letter apart from its number may be a unit where the other side has no letters.
        Node unitLeft = withUnitLetter(left, y, functions, budget);
        Node unitRight = withUnitLetter(right, x, functions, budget);
        if (unitLeft == null && unitRight == null) {
            return false;
        }
        return comparison.equal(unitLeft == null ? x : unitLeft, unitRight == null ? y : unitRight);
    }

    /** Returns whether an expected answer costs too much by itself. */
    private boolean isCostly(Node answer) {
        try {
            ComparisonBudget budget = new ComparisonBudget(limits);
            AnswerComparison.measured(answer, budget);
            return false;
        } catch (UnscoredException | StackOverflowError e) {
            return true;
        }
    }

    private static @Nullable Node withUnitLetter(
            List<AnswerToken> tokens, Node other, Set<String> functions, ComparisonBudget budget) {
        int size = tokens.size();
        boolean quantity = other instanceof Node.Quantity;
        if (size < 2 || (!quantity && !other.variables().isEmpty())) {
            return null;
        }
        AnswerToken last = tokens.getLast();
        boolean unit = last.kind() == AnswerToken.Kind.LETTER
                && last.space()
                && last.text().length() == 1
                && "mgshLlNJWVKCF".contains(last.text())
                && tokens.get(size - 2).kind() == AnswerToken.Kind.NUMBER;
        if (!unit) {
            return null;
        }
        List<AnswerToken> words = new ArrayList<>(tokens);
        words.set(size - 1, new AnswerToken(AnswerToken.Kind.WORD, last.text(), null, true, true));
        return AnswerReader.read(words, budget, functions);
    }

    /** Returns whether the tokens are the same but for spacing. */
    private static boolean sameText(List<AnswerToken> a, List<AnswerToken> b) {
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

    /** Returns the text with commas between digits as decimal points, and without points between groups of three digits. */
    static String decimalCommaToPoint(String text) {
        String source = text.replace("{,}", ",");
        StringBuilder out = new StringBuilder(source.length());
        for (int i = 0; i < source.length(); i++) {
            char c = source.charAt(i);
            boolean inside = i > 0 && i + 1 < source.length() && isDigit(source, i - 1) && isDigit(source, i + 1);
            if (c == ',' && inside) {
                out.append('.');
            } else if (c != '.' || !inside || !isGroup(source, i)) {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** Three digits and no fourth after this place. */
    private static boolean isGroup(String text, int at) {
        return isDigit(text, at + 1) && isDigit(text, at + 2) && isDigit(text, at + 3) && !isDigit(text, at + 4);
    }

    private static boolean isDigit(String text, int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    /**
     * A decimal number in plain digits, compared without computing.
     *
     * @param negative its sign
     * @param digits all digits without leading zeros, and without trailing ones after the point
     * @param decimals how many of them come after the point
     */
    record PlainNumber(boolean negative, String digits, int decimals) {

        /** Returns the number that a text is, null for anything but plain digits. */
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
