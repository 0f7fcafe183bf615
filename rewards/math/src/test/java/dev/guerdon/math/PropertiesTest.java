package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.UnscoredException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What must hold for any answers, tried on seeded random ones. */
class PropertiesTest {

    private static final int TRIES = 400;

    private static Optional<Boolean> equal(String a, String b) {
        try {
            return Optional.of(MathEquality.exact().equal(a, b));
        } catch (UnscoredException e) {
            return Optional.empty();
        }
    }

    private interface Trial {
        /** A counterexample, null where the property holds. */
        @org.jspecify.annotations.Nullable
        String run(RandomExpressions random);
    }

    private static void holds(Trial trial) {
        List<String> counterexamples = new ArrayList<>();
        for (int seed = 0; seed < TRIES; seed++) {
            String found = trial.run(new RandomExpressions(seed));
            if (found != null) {
                counterexamples.add("seed " + seed + ": " + found);
            }
        }
        assertThat(counterexamples).isEmpty();
    }

    private static @org.jspecify.annotations.Nullable String expect(boolean expected, String a, String b) {
        return equal(a, b).filter(verdict -> verdict != expected).isPresent() ? a + " || " + b : null;
    }

    @Test
    void everyAnswerEqualsItself() {
        holds(random -> {
            String answer = random.answer();
            return expect(true, answer + " ", answer);
        });
    }

    @Test
    void equalityIsSymmetric() {
        holds(random -> {
            String a = random.answer();
            String b = random.coin() ? random.answer() : random.respaced(a);
            return equal(a, b).equals(equal(b, a)) ? null : a + " || " + b;
        });
    }

    @Test
    void spacingAndSizesAreOnlyPresentation() {
        holds(random -> {
            String answer = random.answer();
            return expect(true, random.respaced(answer), answer);
        });
    }

    @Test
    void aNonzeroConstantMakesADifference() {
        holds(random -> {
            String expression = random.expression(random.below(3));
            return expect(false, expression + "+" + random.positive(), expression);
        });
    }

    @Test
    void aTinyConstantMakesADifferenceToo() {
        holds(random -> {
            String number = random.number();
            return expect(false, number + "+10^{-" + (5 + random.below(30)) + "}", number);
        });
    }

    @Test
    void expandingAProductKeepsItsValue() {
        holds(random -> {
            int a = random.below(12) + 1;
            int b = random.below(12) + 1;
            int c = random.below(12) - 20;
            String factored = "(" + a + "x+" + b + ")(x" + c + ")";
            String expanded = a + "x^2+" + (a * c + b) + "x+" + b * c;
            return expect(true, factored, expanded.replace("+-", "-"));
        });
    }

    @Test
    void aCommonDenominatorKeepsTheValue() {
        holds(random -> {
            String p = random.polynomial();
            String q = random.polynomial();
            int m = 2 + random.below(9);
            int n = 2 + random.below(9);
            String apart = "\\frac{" + p + "}{" + m + "}+\\frac{" + q + "}{" + n + "}";
            String together = "\\frac{" + n + "(" + p + ")+" + m + "(" + q + ")}{" + m * n + "}";
            return expect(true, apart, together);
        });
    }

    @Test
    void multiplyingOutAFractionKeepsTheValue() {
        holds(random -> {
            String over = random.polynomial();
            String under = random.polynomial();
            String common = "1+(" + random.expression(1) + ")^2";
            String wide = "\\frac{(" + over + ")(" + common + ")}{(" + under + ")(" + common + ")}";
            return expect(true, wide, "\\frac{" + over + "}{" + under + "}");
        });
    }

    @Test
    void theBinomialFormulaHolds() {
        holds(random -> {
            String a = random.expression(1);
            String b = random.expression(1);
            String square = "(" + a + "+" + b + ")^2";
            return expect(true, square, "(" + a + ")^2+2(" + a + ")(" + b + ")+(" + b + ")^2");
        });
    }

    @Test
    void sineAndCosineSquaredMakeOne() {
        holds(random -> {
            String angle = random.expression(1);
            return expect(true, "\\sin^2(" + angle + ")+\\cos^2(" + angle + ")", "1");
        });
    }

    @Test
    void theOrderOfASetDoesNotMatterThatOfATupleDoes() {
        holds(random -> {
            String a = random.number();
            String b = random.number() + "+1000";
            String sets = expect(true, "\\{" + a + "," + b + "\\}", "\\{" + b + "," + a + "\\}");
            return sets != null ? sets : expect(false, "(" + a + "," + b + ")", "(" + b + "," + a + ")");
        });
    }

    @Test
    void scalingAnEquationKeepsItAndScalingAnInequalityByANegativeFlipsIt() {
        holds(random -> {
            String left = random.polynomial();
            String right = random.number();
            int k = 2 + random.below(9);
            String equation = expect(true, left + "=" + right, -k + "(" + left + ")=" + -k + "\\cdot(" + right + ")");
            if (equation != null) {
                return equation;
            }
            String flipped = -k + "(" + left + ")>" + -k + "\\cdot(" + right + ")";
            String same = -k + "(" + left + ")<" + -k + "\\cdot(" + right + ")";
            String first = expect(true, left + "<" + right, flipped);
            return first != null ? first : expect(false, left + "<" + right, same);
        });
    }
}
