package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.compare.VerifyExtraction;
import dev.guerdon.math.read.AnswerLexer;
import dev.guerdon.math.read.AnswerReader;
import dev.guerdon.math.spi.MathLimits;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Any text at all gives a verdict or a spent budget, never another exception.
 *
 * <p>A normal test run replays the stored inputs and tries some thousand seeded ones; with the environment variable
 * {@code JAZZER_FUZZ=1} a fuzz method searches for new inputs, for as long as it says.
 */
class GraderFuzzTest {

    /** Pieces of LaTeX that random texts are made of, so that they get past the lexer. */
    private static final List<String> PIECES = List.of(
            "\\frac",
            "{",
            "}",
            "(",
            ")",
            "[",
            "]",
            "\\{",
            "\\}",
            "1",
            "2",
            "10",
            "0.5",
            "x",
            "y",
            "e",
            "i",
            "\\pi",
            "^",
            "_",
            "+",
            "-",
            "*",
            "/",
            "=",
            "<",
            "\\le",
            ",",
            ";",
            "\\sqrt",
            "\\sin",
            "\\log",
            "\\ln",
            "!",
            "|",
            "\\%",
            "\\text{",
            "cm",
            "and",
            "\\pm",
            "\\cup",
            "\\infty",
            "\\begin{pmatrix}",
            "\\end{pmatrix}",
            "&",
            "\\\\",
            " ",
            "\\sum_{k=1}^{n}",
            "\\int_0^1",
            "dx",
            "\\lim_{x\\to 0}",
            "\\binom",
            "\\boxed{",
            "$",
            "^\\circ",
            "\\overline{",
            "...",
            "e5",
            "\\left",
            "\\right",
            "\\choose",
            "\\over",
            "\\lfloor",
            "\\rfloor",
            "\\langle",
            "\\mathbb{R}",
            "²",
            "½",
            "∞",
            ":",
            "'",
            "\\bmod",
            "\\gcd",
            "9^9",
            "\\operatorname{",
            "\\mathrm{",
            "\\angle",
            "yes",
            "\\in");

    @FuzzTest(maxDuration = "30m")
    void readingNeverFails(FuzzedDataProvider data) {
        read(data.consumeRemainingAsString());
    }

    @FuzzTest(maxDuration = "30m")
    void comparingNeverFails(FuzzedDataProvider data) {
        String first = data.consumeString(200);
        compare(first, data.consumeRemainingAsString());
    }

    @FuzzTest(maxDuration = "30m")
    void comparingPiecesNeverFails(FuzzedDataProvider data) {
        StringBuilder first = new StringBuilder();
        StringBuilder second = new StringBuilder();
        while (data.remainingBytes() > 1) {
            (data.consumeBoolean() ? first : second).append(data.pickValue(PIECES));
        }
        compare(first.toString(), second.toString());
    }

    @Test
    void seededTextsNeverFail() {
        Random random = new Random(20261115);
        for (int i = 0; i < 3000; i++) {
            String first = text(random);
            compare(first, random.nextInt(4) == 0 ? first + text(random) : text(random));
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(14); i > 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    private static void read(String text) {
        ComparisonBudget budget = new ComparisonBudget(MathLimits.DEFAULT);
        try {
            if (text.length() <= budget.limits().length()) {
                AnswerReader.read(AnswerLexer.tokens(text, budget), budget);
                VerifyExtraction.of(text, budget);
            }
        } catch (UnscoredException e) {
            assertThat(e.reason()).isEqualTo(Score.Reason.TIMEOUT);
        }
    }

    private static void compare(String first, String second) {
        try {
            boolean forth = MathEquality.exact().equal(first, second);
            assertThat(MathEquality.exact().equal(second, first))
                    .as("symmetric: %s || %s", first, second)
                    .isEqualTo(forth);
            assertThat(MathEquality.exact().equal(first, first)).isTrue();
        } catch (UnscoredException e) {
            assertThat(e.reason()).isEqualTo(Score.Reason.TIMEOUT);
        }
        try {
            MathVerify.accepts(second, first);
        } catch (UnscoredException e) {
            assertThat(e.reason()).isEqualTo(Score.Reason.TIMEOUT);
        }
    }
}
