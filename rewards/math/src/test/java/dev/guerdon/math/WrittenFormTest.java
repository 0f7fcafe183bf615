package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.math.spi.MathOptions;
import dev.guerdon.math.spi.MathOptions.Form;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What each form takes of answers that are equal: lines of "answer || expected answer". */
class WrittenFormTest {

    private static AnswerJudgement judge(Form form, String pair) {
        String[] both = pair.split(" \\|\\| ", -1);
        MathOptions exact = MathOptions.EXACT;
        MathOptions options = new MathOptions(exact.tolerance(), exact.order(), exact.units(), form);
        assertThat(MathEquality.exact().equal("\\boxed{" + both[0] + "}", both[1]))
                .as("equal: " + pair)
                .isTrue();
        return MathEquality.exact().with(options).judge("\\boxed{" + both[0] + "}", both[1]);
    }

    private static List<String> not(Form form, boolean paid, String pairs) {
        List<String> wrong = new ArrayList<>();
        for (String pair : pairs.strip().split("\n", -1)) {
            AnswerJudgement judgement = judge(form, pair.strip());
            if (judgement.equal() != paid || judgement.reason().isEmpty() != paid) {
                wrong.add(pair.strip());
            }
        }
        return wrong;
    }

    @Test
    void evaluatedTakesWhatHasNoStepLeft() {
        assertThat(not(Form.EVALUATED, true, """
                7 || 7
                \\frac{7}{2} || 3.5
                1\\frac12 || \\frac32
                -\\frac{\\sqrt{3}}{2} || -\\frac12\\sqrt3
                2\\pi+1 || 1+2\\pi
                3\\times 10^{5} || 300000
                2(x+1) || 2x+2
                x^2+2x+1 || (x+1)^2
                \\ln 2 || \\ln 2+0
                3-4i || -4i+3
                (1,2) || (2-1,2)
                x=5 || 5
                2^{100} || 1267650600228229401496703205376
                e^{2}+\\sin 1 || \\sin 1+e^2
                """)).isEmpty();
        assertThat(not(Form.EVALUATED, false, """
                3+4 || 7
                (x+1)^2 || x^2+2x+1
                (x+1)(x-2) || x^2-x-2
                2\\cdot 3 || 6
                2^3 || 8
                \\frac{6}{3} || 2
                \\frac12+\\frac13 || \\frac56
                \\frac{1/2}{3} || \\frac16
                \\sqrt{16} || 4
                \\sqrt[3]{27} || 3
                5! || 120
                \\binom{5}{2} || 10
                \\sum_{k=1}^{4} k || 10
                \\int_0^1 x^2 dx || \\frac13
                \\sin\\frac{\\pi}{6} || \\frac12
                \\cos 60^\\circ || \\frac12
                \\log_2 8 || 3
                \\ln e || 1
                (1+2i)(3-i) || 5+5i
                (1,1+1) || (1,2)
                (1+\\sqrt2)^2 || 3+2\\sqrt2
                """)).isEmpty();
    }

    @Test
    void simplifiedTakesNothingThatCanBePutTogether() {
        assertThat(not(Form.SIMPLIFIED, true, """
                x+1 || 1+x
                2x^2+4x || 2x(x+2)
                \\frac{\\sqrt2}{2} || \\frac12\\sqrt2
                2\\sqrt2 || \\sqrt8
                \\frac{2}{3}x || \\frac{2x}{3}
                """)).isEmpty();
        assertThat(not(Form.SIMPLIFIED, false, """
                x+2x || 3x
                \\frac{x^2-1}{x-1} || x+1
                (x+1)^2-(x-1)^2 || 4x
                \\frac{1}{\\sqrt2} || \\frac{\\sqrt2}{2}
                \\sqrt8 || 2\\sqrt2
                \\frac{2}{4} || \\frac12
                x\\cdot x || x^2
                2(x+1)+3 || 2x+5
                """)).isEmpty();
    }

    @Test
    void factoredTakesProductsAndDecimalTakesDigits() {
        assertThat(not(Form.FACTORED, true, """
                (x+1)(x-1) || (x-1)(x+1)
                2(x+1)^2 || 2(1+x)^2
                x(x-2) || (x-2)x
                """)).isEmpty();
        assertThat(not(Form.FACTORED, false, """
                x^2-1 || (x-1)(x+1)
                x(x-2)+1 || (x-1)^2
                \\frac{(x^2-4)(x^2+1)}{x^2+1} || (x-2)(x+2)
                \\frac{(x^2-4)x}{x} || (x-2)(x+2)
                """)).isEmpty();
        assertThat(not(Form.DECIMAL, true, """
                0.5 || \\frac12
                -3.25 || -\\frac{13}{4}
                50\\% || 0.5
                (0.5, 2) || (\\frac12, 2)
                1.5\\times 10^{3} || 1500
                """)).isEmpty();
        assertThat(not(Form.DECIMAL, false, """
                \\frac12 || 0.5
                1/4 || 0.25
                """)).isEmpty();
    }

    @Test
    void anAnswerAsTheExpectedOneIsWrittenFitsEveryForm() {
        for (Form form : Form.values()) {
            for (String same : List.of("x^2+1", "2+3", "\\frac12", "\\sqrt{8}", "5!")) {
                assertThat(judge(form, same + " || " + same).equal())
                        .as(form + " " + same)
                        .isTrue();
            }
        }
    }
}
