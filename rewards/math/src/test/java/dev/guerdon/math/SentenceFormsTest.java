package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ways to end a solution, each with every kind of answer: those that state it pay, those that do not never do. */
class SentenceFormsTest {

    private static final List<String> ANSWERS = List.of(
            "5",
            "-5",
            "3/4",
            "-\\frac{3}{4}",
            "(1,2]",
            "[-1,\\infty)",
            "\\{1,2\\}",
            "(B)",
            "x^2-3x+1",
            "-2x^3+x",
            "\\sqrt{2}",
            "(3,-4)",
            "12\\%",
            "50^\\circ",
            "1{,}000",
            "-3.14",
            "x=5",
            "x \\le 2",
            "5\\text{ cm}",
            "2\\pi",
            "3+4i",
            "\\$5",
            "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}",
            "(-\\infty,1)\\cup(2,3)",
            "y=2x+3",
            "\\frac{x+1}{x-2}",
            "\\emptyset",
            "3\\times 10^{-4}",
            "x=1\\text{ or }x=2",
            "\\text{no solution}",
            "\\text{isosceles}");

    /** Without delimiters there is nothing between this answer and the sentence that follows it. */
    private static final String RUN_ON = "The final answer is [] I hope it is correct.";

    private static List<String> section(String name) throws IOException {
        List<String> forms = new ArrayList<>();
        try (InputStream in = SentenceFormsTest.class.getResourceAsStream("/sentences.txt")) {
            assertThat(in).isNotNull();
            boolean inside = false;
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (line.startsWith("= ")) {
                    inside = line.equals("= " + name);
                } else if (inside && !line.isBlank()) {
                    forms.add(line);
                }
            }
        }
        return forms;
    }

    private static boolean pays(String form, String answer) {
        String response =
                form.replace("~", "\n").replace("{}", "$" + answer + "$").replace("[]", answer);
        return MathEquality.exact().equal(response, answer);
    }

    @Test
    void everyFormThatStatesAnAnswerPays() throws IOException {
        List<String> forms = section("pays");
        assertThat(forms).hasSizeGreaterThan(100);
        List<String> unpaid = new ArrayList<>();
        for (String form : forms) {
            for (String answer : ANSWERS) {
                if (!pays(form, answer) && !(form.endsWith(RUN_ON) && answer.contains("isosceles"))) {
                    unpaid.add(form + " " + answer);
                }
            }
        }
        assertThat(unpaid).isEmpty();
    }

    @Test
    void noFormThatDeniesDoubtsOrOffersSeveralEverPays() throws IOException {
        List<String> forms = section("never");
        assertThat(forms).hasSizeGreaterThan(80);
        List<String> paid = new ArrayList<>();
        for (String form : forms) {
            for (String answer : ANSWERS) {
                if (pays(form, answer)) {
                    paid.add(form + " " + answer);
                }
            }
        }
        assertThat(paid).isEmpty();
    }

    @Test
    void sentencesOfWordProblemsPayTheNumberTheyEndWith() throws IOException {
        List<String> unpaid = new ArrayList<>();
        for (String pair : section("pairs")) {
            String[] both = pair.split(" \\|\\| ", -1);
            if (!MathEquality.exact().equal(both[0].replace("~", "\n"), both[1])) {
                unpaid.add(pair);
            }
        }
        assertThat(unpaid).isEmpty();
    }

    @Test
    void severalLinesOrFormulasOfAnExpectedAnswerAllCount() {
        MathEquality exact = MathEquality.exact();
        for (String gold : List.of(
                "$x=1$\n$y=2$", "x=1\ny=2", "\\boxed{x=1}\nand then \\boxed{y=2}", "$x=1$ $y=2$", "(a) x=1\n(b) y=2")) {
            assertThat(exact.equal("\\boxed{x=1, y=2}", gold)).as(gold).isTrue();
            assertThat(exact.equal("\\boxed{x=1} and \\boxed{y=2}", gold))
                    .as(gold)
                    .isTrue();
            assertThat(exact.equal("\\boxed{y=2}", gold)).as(gold).isFalse();
            assertThat(exact.equal("\\boxed{x=1}", gold)).as(gold).isFalse();
        }
    }

    @Test
    void anExpectedAnswerInABoxIsPaid() {
        for (String gold : List.of(
                "The function is increasing on $(0,1)$ and decreasing on $(1,2)$.",
                "\\boxed{1} and \\boxed{2}",
                "\\boxed{\\boxed{3}}",
                "There are no solutions.",
                "Answer: 5",
                "$5$ if $n$ is even, $6$ otherwise",
                "(a) $3$\n(b) $4$",
                "x is 5",
                "**$5$**")) {
            assertThat(MathEquality.exact().equal("So it is \\boxed{" + gold + "}.", gold))
                    .as(gold)
                    .isTrue();
        }
    }
}
