package dev.guerdon.math.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.math.spi.AnswerExtractor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswerExtractionTest {

    private static Optional<String> find(String response) {
        return Optional.ofNullable(AnswerExtractor.AUTO
                .find(response, text -> text.matches("[^ ]*[0-9$][^ ]*"))
                .answer());
    }

    @Test
    void theLastBoxWinsWithItsBracesBalanced() {
        assertThat(AnswerExtraction.boxed("\\boxed{1} then \\boxed{\\frac{1}{2}}"))
                .contains("\\frac{1}{2}");
        assertThat(AnswerExtraction.boxed("\\fbox{ 3 }")).contains(" 3 ");
        assertThat(AnswerExtraction.boxed("\\boxed{\\{1,2\\}}")).contains("\\{1,2\\}");
        assertThat(AnswerExtraction.boxed("\\boxed{{3}")).isEmpty();
        assertThat(AnswerExtraction.boxed("no box")).isEmpty();
    }

    @Test
    void aBoxInABoxIsAPartOfItAndBoxesSideBySideAreOneAnswer() {
        assertThat(AnswerExtraction.boxed("\\boxed{not \\boxed{5}}")).contains("not \\boxed{5}");
        assertThat(AnswerExtraction.boxed("\\boxed{\\boxed{5}}")).contains("5");
        assertThat(AnswerExtraction.boxed("$\\boxed{1}$ and $\\boxed{2}$")).contains("1, 2");
        assertThat(AnswerExtraction.boxed("\\boxed{1} or \\boxed{2}")).contains("1 or 2");
        assertThat(AnswerExtraction.boxed("\\boxed{3} \\boxed{3}")).contains("3");
        assertThat(AnswerExtraction.boxed("\\boxed{1}, so finally \\boxed{2}")).contains("2");
        assertThat(AnswerExtraction.expected("\\boxed{1}, so finally \\boxed{2}"))
                .isEqualTo("1, 2");
    }

    @Test
    void whateverIsThoughtIsNotFound() {
        assertThat(AnswerExtractor.DEFAULT
                        .find("<think>\\boxed{5}</think> hm", text -> true)
                        .boxes())
                .isZero();
        for (AnswerExtractor extractor : AnswerExtractor.values()) {
            String thought = "<think>\\boxed{5} **5** <answer>5</answer> #### 5\nThe answer is $5$";
            assertThat(extractor.find(thought, text -> true).answer())
                    .as(extractor.id())
                    .isNotEqualTo("5");
            assertThat(extractor.find(thought + "</think>", text -> true).answer())
                    .as(extractor.id())
                    .isNotEqualTo("5");
        }
    }

    @Test
    void longProseIsReadInTimeProportionalToItsLength() {
        for (String part : List.of(
                "\\[",
                "$a$ ",
                "$$",
                "\\begin{a}",
                "the answer is ",
                "is 5, ",
                "ab\n",
                "**a",
                "\\boxed{",
                "<answer>",
                "x. ",
                "to do ",
                ": ")) {
            String text = part.repeat(400_000 / part.length());
            long start = System.nanoTime();
            assertThat(AnswerExtractor.DEFAULT.find(text, read -> false)).isNotNull();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).as(part).isLessThan(Duration.ofSeconds(3));
        }
    }

    @Test
    void withoutABoxTheAnswerIsLookedForElsewhere() {
        assertThat(find("so \\boxed{7} of 9")).contains("7");
        assertThat(find("<answer> 12 </answer> 13")).contains("12");
        assertThat(find("It is 4 and 5.\nThe final answer is $x+1$.")).contains("$x+1$");
        assertThat(find("Answer: -3/4\nbye")).contains("-3/4");
        assertThat(find("hence $a$ and $b^2$ follow")).contains("b^2");
        assertThat(find("so $$c$$")).contains("$c$");
        assertThat(find("I count 3 cats and -1,234.5 dogs")).contains("-1,234.5");
        assertThat(find("nothing")).isEmpty();
    }

    @Test
    void thinkingMayBeOpenedImplicitly() {
        assertThat(AnswerExtraction.thinking("<think>a</think> b")).contains("a");
        assertThat(AnswerExtraction.thinking("a</think> b")).contains("a");
        assertThat(AnswerExtraction.thinking("<think>a")).isEmpty();
    }

    @Test
    void digitsAreTheLastOfTheTextOrOfItsFirstLine() {
        assertThat(AnswerExtraction.lastDigits("12\n34 and\n")).isEqualTo("34");
        assertThat(AnswerExtraction.lastDigitsOfFirstLine("12\n34 and\n")).isEqualTo("12");
        assertThat(AnswerExtraction.lastDigits("")).isEmpty();
    }
}
