package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ways of writing that the differential test against SymPy found misread, and their near misses. */
class NotationTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "2|x|; 2\\cdot|x|",
                "x|x|; |x|\\cdot x",
                "(x+1)|x|; |x|(x+1)",
                "\\frac{2|x|}{3}; \\frac23\\cdot|x|",
                "|x||y|; |xy|",
                "\\sqrt{2}|x|; |x|\\sqrt2",
                "|x|(x+1)|x|; x^2(x+1)",
                "(x+1)\\left|x\\right|; (x+1)\\lvert x\\rvert",
                "\\left|{2 \\left|{x}\\right| - 3}\\right|; |3-2|x||",
                "||x|-1|; |1-|x||",
                "|x-1|+|x+1|; |x+1|+|1-x|",
                "-|x|; -1\\cdot|-x|",
                "\\log{\\left(9\\right)}^{3}; (\\log 9)^3",
                "\\sin{\\left(x\\right)}^{2}; \\sin^2 x",
                "\\ln{\\left(x+1\\right)}^{2}; (\\ln(x+1))^2",
                "\\{x | x>2\\}; (2,\\infty)",
                "x_1=2, x_2=3; 2, 3",
                "x_2=3, x_1=2; 2, 3",
                "x_1=2, x_2=3; \\{3,2\\}",
                "x_1=2, x_2=3; 3 \\text{ or } 2",
                "\\frac{dy}{dx}=2x; 2x",
                "y = 6 - x; -3y = 3x - 18",
                "y < 6 - x; 3y < 18 - 3x",
                "\\ln|x|+C; \\ln\\left|x\\right|+C",
            })
    void thesePairsAreEqual(String response, String gold) {
        assertThat(MathEquality.exact().equal(response, gold)).isTrue();
        assertThat(MathEquality.exact().equal(gold, response)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "2|x|; 2x",
                "x|x|; x^2",
                "(x+1)|x|; |x(x+1)|",
                "|x||y|; xy",
                "|2|x|-3|; 2|x|-3",
                "\\log{\\left(9\\right)}^{3}; \\log(9^3)",
                "\\sin{\\left(x\\right)}^{2}; \\sin(x^2)",
                "\\sin{x}^{2}; (\\sin x)^2",
                "P(A|B)=0.3; P(B|A)=0.3",
                "x_1=2, x_2=3; 3, 2",
                "x_1=2, y_2=3; 2, 3",
                "x_1=2, x_2=3, x_3=3; 2, 3",
                "\\frac{dy}{dx}=2x; y=2x",
                "y = 6 - x; (y-6+x)(x+1) = 0",
                "y < 6 - x; -3y < -18 + 3x",
                "e^{895} \\le x < 10^{500}; e^{30} \\le x < 10^{500}",
                "e^{1+121e^2} \\le x < 10^{400}; 7 \\le x < 10^{400}",
                "[e^{895}, 10^{500}); e^{30} \\le x < 10^{500}",
                "\\frac{dy}{dx}=2x; \\frac{dx}{dy}=2x",
            })
    void thesePairsAreNot(String response, String gold) {
        assertThat(MathEquality.exact().equal(response, gold)).isFalse();
        assertThat(MathEquality.exact().equal(gold, response)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"2|x|; 2\\cdot|x|", "(x+1)\\left|x\\right|; |x|(x+1)", "3|x|-|x|; 2\\cdot|x|"})
    void mathVerifyReadsBarsToo(String response, String gold) {
        assertThat(MathVerify.accepts(gold, "\\boxed{" + response + "}")).isTrue();
    }
}
