package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.UnscoredException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** For thousands of seeded random answers: one that is changed is never paid, one that is rewritten always is. */
class NearMissTest {

    private static final int TRIES = 2500;

    private static boolean paid(String response, String gold) {
        try {
            return MathEquality.exact().equal(response, gold);
        } catch (UnscoredException e) {
            return false;
        }
    }

    /** Whether plain double arithmetic tells two formulas apart beyond doubt. */
    private static boolean differ(Formula a, Formula b, Random random) {
        for (int i = 0; i < 30; i++) {
            double x = random.nextDouble(-4, 4);
            double y = random.nextDouble(-4, 4);
            double p = a.value(x, y);
            double q = b.value(x, y);
            if (Math.abs(p) < 1e6 && Math.abs(p - q) > 1e-5 * (1 + Math.abs(p))) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aChangedExpressionIsNeverPaid() {
        List<String> wrong = new ArrayList<>();
        int tried = 0;
        for (int seed = 0; seed < TRIES; seed++) {
            Random random = new Random(seed);
            Formula gold = Formula.random(random, 2 + random.nextInt(2));
            Formula changed = gold.at(random.nextInt(gold.size()), part -> part.changed(random));
            if (!differ(gold, changed, random)) {
                continue;
            }
            tried++;
            if (paid(changed.latex(), gold.latex())) {
                wrong.add(changed.latex() + " || " + gold.latex());
            }
        }
        assertThat(tried).isGreaterThan(TRIES / 2);
        assertThat(wrong).isEmpty();
    }

    @Test
    void aRewrittenExpressionIsAlwaysPaid() {
        List<String> unpaid = new ArrayList<>();
        for (int seed = 0; seed < TRIES; seed++) {
            Random random = new Random(seed);
            Formula gold = Formula.random(random, 2 + random.nextInt(2));
            Formula same = gold;
            for (int i = 0; i < 2; i++) {
                same = same.at(random.nextInt(same.size()), part -> part.rewritten(random));
            }
            // An exponent stays a plain number.
            if (!same.latex().contains("}^{(") && !paid(same.latex(), gold.latex())) {
                unpaid.add(same.latex() + " || " + gold.latex());
            }
        }
        assertThat(unpaid).isEmpty();
    }

    @Test
    void aTermTooSmallToSeeInDoublesIsNeverPaid() {
        List<String> wrong = new ArrayList<>();
        for (int seed = 0; seed < 600; seed++) {
            Random random = new Random(seed);
            String gold = Formula.random(random, 2).latex();
            String tiny = "10^{-" + (10 + random.nextInt(120)) + "}\\cdot" + (random.nextBoolean() ? "\\cos(x)" : "2");
            if (paid(gold + "+" + tiny, gold)) {
                wrong.add(gold + " + " + tiny);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void aPolynomialThatVanishesAtGuessedPointsIsNeverPaid() {
        List<String> wrong = new ArrayList<>();
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            String gold = Formula.random(random, 1).latex();
            StringBuilder factors = new StringBuilder();
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
                factors.append("(")
                        .append(1 + random.nextInt(1000))
                        .append("x-")
                        .append(random.nextInt(1000))
                        .append(")");
            }
            if (paid(gold + "+\\sin(x)" + factors, gold)) {
                wrong.add(gold + " + " + factors);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void bracketsBoundsOrderNamesAndUnitsCount() {
        List<String> wrong = new ArrayList<>();
        for (int seed = 0; seed < 800; seed++) {
            Random random = new Random(seed);
            int a = random.nextInt(40) - 20;
            int b = a + 1 + random.nextInt(20);
            String[][] misses = {
                {"[" + a + "," + b + ")", "(" + a + "," + b + ")"},
                {a + "<x<" + b, a + "\\le x<" + b},
                {"x>" + a, "[" + a + ",\\infty)"},
                {"(" + a + "," + b + ")\\cup(" + (b + 2) + "," + (b + 5) + ")", "(" + a + "," + (b + 5) + ")"},
                {"x=" + a + ",y=" + b, "x=" + b + ",y=" + a},
                {"(" + a + "," + b + ")", "(" + b + "," + a + ")"},
                {"\\{" + a + "," + b + "\\}", "\\{" + a + "," + (b + 1) + "\\}"},
                {a + "\\text{ cm}", a + "\\text{ m}".replace("m}", a == 0 ? "m^2}" : "m}")},
                {b + "\\text{ minutes}", b + "\\text{ hours}"},
                {"y=" + a + "x+" + b, "y=" + b + "x+" + a},
                {"x<" + a + "\\text{ or }x>" + b, "x<" + a + "\\text{ and }x>" + b},
                {"f(" + a + ")=" + b, "f(" + b + ")=" + b},
                {"\\langle " + a + "," + b + "\\rangle", "\\langle " + b + "," + a + "\\rangle"},
            };
            for (String[] pair : misses) {
                boolean zero = a == 0 && pair[0].contains("cm");
                boolean trivial = b == 0 && pair[0].contains("minutes");
                if (!zero && !trivial && (paid(pair[0], pair[1]) || paid(pair[1], pair[0]))) {
                    wrong.add(pair[0] + " || " + pair[1]);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void otherNotationsOfTheSameAnswerArePaid() {
        List<String> unpaid = new ArrayList<>();
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            int a = random.nextInt(40) - 20;
            int b = a + 1 + random.nextInt(20);
            String[][] pairs = {
                {a + "<x\\le " + b, "(" + a + "," + b + "]"},
                {"\\{x\\mid x\\ge " + a + "\\}", "[" + a + ",\\infty)"},
                {"x\\in(" + a + "," + b + ")", a + "<x<" + b},
                {"y=" + b + ",x=" + a, "x=" + a + ",y=" + b},
                {"(x,y)=(" + a + "," + b + ")", "x=" + a + ",y=" + b},
                {"\\begin{cases}x=" + a + "\\\\y=" + b + "\\end{cases}", "x=" + a + ", y=" + b},
                {"\\langle " + a + "," + b + "\\rangle", "\\begin{pmatrix}" + a + "\\\\" + b + "\\end{pmatrix}"},
                {60 * b + "\\text{ minutes}", b + "\\text{ hours}"},
                {100 * b + "\\text{ cm}", b + "\\text{ m}"},
                {"\\sum_{i=1}^{n} i^2", "\\sum_{k=1}^{n} k^2"},
                {"\\{" + b + "," + a + "\\}", "\\{" + a + "," + b + "\\}"},
            };
            for (String[] pair : pairs) {
                if (!paid(pair[0], pair[1]) || !paid(pair[1], pair[0])) {
                    unpaid.add(pair[0] + " || " + pair[1]);
                }
            }
        }
        assertThat(unpaid).isEmpty();
    }
}
