package dev.guerdon.rewards.grading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How sentences say the answer, which stands between square brackets. */
class AnswerStatementTest {

    private static String fault(String sentence) {
        int from = sentence.indexOf('[');
        int to = sentence.indexOf(']') - 1;
        return AnswerStatement.fault(sentence.replaceAll("[\\[\\]]", ""), from, to);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[42]",
                "The answer is [42].",
                "It is not 41. It is [42].",
                "It is not 41 but [42].",
                "It is not 41, it is [42].",
                "Neither 40 nor 41 fits, so the answer is [42].",
                "It may look like 41, but the answer is [42].",
                "I first took 41, which is wrong. The answer is [42].",
                "There is no doubt: [42].",
                "6 * 7 = [42]",
                "40 + 2 =\n[42]",
                "Therefore, [42].",
                "In total, [42] apples",
                "It is [Lima], not Cusco.",
                "It is [Lima] (not Cusco).",
                "It is [Lima], I think.",
                "It is [Lima], because Cusco is not on the coast.",
                "In [1969], Armstrong landed.",
                "On May [5] he left.",
                "In [Lima], people speak Spanish.",
                "The river [Nile] flows north.",
                "[Lima]\nI hope this helps.",
                "Answer:\n[Lima]",
                "[Lima]. Thanks!",
                "Unlike the Rhine, the [Nile] is long.",
                "The capital is [Lima], which was not always so.",
                "It was [Paul Allen], the co-founder of Microsoft.",
                "It was [Marie Curie], a Polish physicist.",
                "[No], it is impossible.",
                "[False], that is not true.",
            })
    void anAnswerIsStated(String sentence) {
        assertThat(fault(sentence)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "It is not [42]. | denied",
                "It is not, in my view, [42]. | denied",
                "The answer isn\u2019t [42] | denied",
                "I don't think that the answer is [42] | denied",
                "It is not so sure that it is [42] | denied",
                "Anything but the [42] | denied",
                "The answer is 41, not [42] | denied",
                "[42] is wrong. | denied",
                "[42] is not the answer. | denied",
                "[42]: that is false | denied",
                "Everyone says [42]. They are all wrong. | denied",
                "The answer may be [42]. | doubted",
                "Is it [42]? | doubted",
                "I do not know whether it is [42] | denied",
                "It is [42] or so | doubted",
                "41 or [42] | one of several",
                "[42] or 43 | one of several",
                "41, [42] | one of several",
                "[42], 43 | one of several",
                "41 [42] | one of several",
                "Rhine, [Nile] | one of several",
                "[Nile] / Rhine | one of several",
                "Rhine and the [Nile] | one of several",
                "Rhine. [Nile]. | one of several",
                "1) Rhine 2) [Nile] | one of several",
            })
    void anAnswerIsNot(String sentence, String fault) {
        assertThat(fault(sentence)).isEqualTo(fault);
        assertThat(fault("We begin. " + sentence + "\n")).isEqualTo(fault);
    }

    @Test
    void linesOfBareAnswersAreSeveral() {
        assertThat(fault("Rhine\n[Nile]")).isEqualTo("one of several");
        assertThat(fault("[Nile]\n- Rhine")).isEqualTo("one of several");
        assertThat(fault("41\n[42]")).isEqualTo("one of several");
        assertThat(fault("42\n[42]")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<think>a</think>b | b",
                "a</think>b | b",
                "<think>a | ``",
                "x<think>a</think>b | xb",
                "<think>a<think>c</think>b | b",
                "<think>a</think>b<think>c | b",
                "<!-- a -->b | ` b`",
                "~~a~~ b | `  b`",
                "<s>a</s>b | ` b`",
                "~~a | ~~a",
            })
    void whatIsOnlyThoughtIsNotSaid(String response, String spoken) {
        assertThat(AnswerStatement.spoken(response)).isEqualTo(spoken);
    }

    @Test
    @Timeout(10)
    void longTextsAreReadInLinearTime() {
        String text = "not, ".repeat(200_000) + "<!--".repeat(100_000) + "or ".repeat(200_000);
        assertThat(AnswerStatement.spoken(text)).isEqualTo(text);
        assertThat(AnswerStatement.fault(text, 500_000, 500_001)).isEqualTo("denied");
        assertThat(AnswerStatement.fault(text, text.length() - 3, text.length() - 1))
                .isNotEmpty();
    }
}
