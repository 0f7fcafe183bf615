package dev.guerdon.math;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.math.algebra.Applications;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Substitution;
import dev.guerdon.math.compare.Comparison;
import dev.guerdon.math.extract.AnswerExtraction;
import dev.guerdon.math.number.Budget;
import dev.guerdon.math.read.Characters;
import dev.guerdon.math.read.Choice;
import dev.guerdon.math.read.DecimalComma;
import dev.guerdon.math.read.Lexer;
import dev.guerdon.math.read.PlainNumber;
import dev.guerdon.math.read.Reader;
import dev.guerdon.math.read.SpecialAnswers;
import dev.guerdon.math.read.Token;
import dev.guerdon.math.read.Trimming;
import dev.guerdon.math.spi.AnswerExtractor;
import dev.guerdon.math.spi.MathLimits;
import dev.guerdon.math.spi.Options;
import java.util.ArrayList;
import java.util.List;
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
            new MathEquality(MathLimits.DEFAULT, Options.EXACT, AnswerExtractor.DEFAULT, false);

    private final MathLimits limits;
    private final Options options;
    private final AnswerExtractor extractor;
    private final boolean decimalComma;

    private MathEquality(MathLimits limits, Options options, AnswerExtractor extractor, boolean decimalComma) {
        this.limits = limits;
        this.options = options;
        this.extractor = extractor;
        this.decimalComma = decimalComma;
    }

    /** Exact equality within the default limits. */
    public static MathEquality exact() {
        return EXACT;
    }

    /** The same with other limits. */
    public MathEquality within(MathLimits limits) {
        return new MathEquality(limits, options, extractor, decimalComma);
    }

    /** The same with other conventions. */
    public MathEquality with(Options options) {
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
        return with(new Options(new Options.Tolerance(0, relative, 0), options.order(), options.units()));
    }

    /**
     * Whether the answer in a response equals the expected answer. A response that costs more than the limits is wrong.
     *
     * @throws dev.guerdon.api.UnscoredException with the reason {@code TIMEOUT} where the expected answer costs more than the limits
     */
    public boolean equal(String response, String answer) {
        return judge(response, answer).equal();
    }

    /**
     * The same with what else there is to say about the response.
     *
     * @throws dev.guerdon.api.UnscoredException with the reason {@code TIMEOUT} where the expected answer costs more than the limits
     */
    public Judgement judge(String response, String answer) {
        AnswerExtractor.Found found = extractor.find(response, this::reads);
        String gold = AnswerExtraction.boxedOrAll(answer);
        if (extractor == AnswerExtractor.DEFAULT && response.strip().equals(answer.strip())) {
            return new Judgement(true, gold, found.boxes(), "");
        }
        String text = found.answer();
        if (text == null) {
            return new Judgement(false, "", found.boxes(), "no answer found (extraction: " + extractor.id() + ")");
        }
        try {
            return new Judgement(equalAnswers(text, gold), text, found.boxes(), "");
        } catch (TooCostly e) {
            return new Judgement(false, text, found.boxes(), String.valueOf(e.getMessage()));
        }
    }

    /** A response that exceeds the limits: its own fault. */
    private static final class TooCostly extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooCostly(String message) {
            super(message, null, false, false);
        }
    }

    /** Whether a whole response can be read as an answer. */
    private boolean reads(String text) {
        if (text.length() > limits.length()) {
            return false;
        }
        try {
            if (SpecialAnswers.read(text) != null || Choice.of(text) != null) {
                return true;
            }
            Budget budget = new Budget(limits);
            return Reader.read(Lexer.tokens(text, budget), budget) != null;
        } catch (UnscoredException | StackOverflowError e) {
            // It cannot be read within the limits, but it is not prose: comparing it will say so.
            return true;
        }
    }

    /** Whether two answers that stand alone are equal. */
    boolean equalAnswers(String response, String answer) {
        String a = localized(response.strip());
        String b = localized(answer.strip());
        if (a.equals(b)) {
            return true;
        }
        PlainNumber x = PlainNumber.of(a);
        PlainNumber y = PlainNumber.of(b);
        if (x != null && y != null && (options.tolerance().equals(Options.Tolerance.NONE) || x.equals(y))) {
            return x.equals(y);
        }
        if (a.length() > limits.length() || b.length() > limits.length()) {
            return false;
        }
        return meaning(a, b) || chosen(a, b);
    }

    private String localized(String text) {
        String plain = Characters.plain(text);
        return decimalComma ? DecimalComma.toPoint(plain) : plain;
    }

    /** Whether both make the same choice; what stands beside the letter must agree where both have it. */
    private boolean chosen(String response, String answer) {
        Choice expected = Choice.of(answer);
        if (expected == null) {
            return false;
        }
        Choice made = Choice.of(response);
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
        Budget expected = new Budget(limits);
        List<Token> right;
        Node special = SpecialAnswers.read(answer);
        try {
            right = Lexer.tokens(answer, expected);
            if (right.isEmpty()) {
                return false;
            }
        } catch (StackOverflowError e) {
            throw Budget.exhausted(DEEP);
        }
        Budget budget = new Budget(limits);
        Node p;
        Node q;
        List<Token> left;
        Set<String> functions;
        Node given = SpecialAnswers.read(response);
        try {
            left = Lexer.tokens(response, budget);
            if (left.isEmpty()) {
                return false;
            }
            if (sameText(left, right)) {
                return true;
            }
            functions = Trimming.functions(left, right);
            p = given != null ? given : Reader.read(left, budget, functions);
        } catch (UnscoredException | StackOverflowError e) {
            throw new TooCostly(e instanceof UnscoredException u ? String.valueOf(u.getMessage()) : DEEP);
        }
        try {
            q = special != null ? special : Reader.read(right, expected, functions);
        } catch (StackOverflowError e) {
            throw Budget.exhausted(DEEP);
        }
        if (p == null || q == null) {
            return false;
        }
        try {
            return compare(p, q, left, right, functions);
        } catch (UnscoredException | StackOverflowError e) {
            if (isCostly(q)) {
                throw e instanceof UnscoredException u ? u : Budget.exhausted(DEEP);
            }
            throw new TooCostly(e instanceof UnscoredException u ? String.valueOf(u.getMessage()) : DEEP);
        }
    }

    private boolean compare(Node p, Node q, List<Token> left, List<Token> right, Set<String> functions) {
        Budget budget = new Budget(limits);
        Comparison comparison = new Comparison(budget, options);
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

    /** Whether an expected answer costs too much by itself. */
    private boolean isCostly(Node answer) {
        try {
            Budget budget = new Budget(limits);
            Comparison.measure(answer, budget);
            return false;
        } catch (UnscoredException | StackOverflowError e) {
            return true;
        }
    }

    private static @Nullable Node withUnitLetter(List<Token> tokens, Node other, Set<String> functions, Budget budget) {
        int size = tokens.size();
        boolean quantity = other instanceof Node.Quantity;
        if (size < 2 || (!quantity && !Substitution.variables(other).isEmpty())) {
            return null;
        }
        Token last = tokens.getLast();
        boolean unit = last.kind() == Token.Kind.LETTER
                && last.space()
                && last.text().length() == 1
                && "mgshLlNJWVKCF".contains(last.text())
                && tokens.get(size - 2).kind() == Token.Kind.NUMBER;
        if (!unit) {
            return null;
        }
        List<Token> words = new ArrayList<>(tokens);
        words.set(size - 1, new Token(Token.Kind.WORD, last.text(), null, true, true));
        return Reader.read(words, budget, functions);
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
}
