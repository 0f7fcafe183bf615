package dev.guerdon.lab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Task;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words for what a wrong answer has and lacks, and for the step in which an environment took reward. */
class AnswerDifferenceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "130 | 156 | “130” where “156” is right: 26 (17 %) too little.",
                "four | 220 | “four” where “220” is right: 216 (98 %) too little.",
                "\\boxed{1.58333333333333333333333333333333333} | 19/12 | “1.58333333333333333333333333333333333” where “19/12” is right: it is rounded, or written otherwise.",
                "2024-03-05 | 2024-03-03 | “2024-03-05” where “2024-03-03” is right: 2 days too late.",
                "of Little Harrow | the market of Little Harrow | It has “of Little Harrow” and lacks “the market” of “the market of Little Harrow”.",
                "Clara Reed | Clara Zed | It has “Reed” where “Clara Zed” has “Zed”.",
                "Lima and Quito | Lima | It has all of “Lima”, and more: “and Quito”.",
                "[\"a1\", \"b2\"] | [\"a1\", \"c3\"] | It has 1 of 2 values; it lacks “c3”; it has “b2” instead.",
                "Quito | Lima | “Quito” where “Lima” is right."
            })
    void differenceIsSaidInWords(String answer, String gold, String words) {
        assertThat(AnswerDifference.words(DiagnosisCase.of(Task.of("t", "What?", Map.of()), gold, answer, List.of())))
                .isEqualTo(words);
    }

    @Test
    void answerThatStandsBesideTheGoldOneIsSaidToHaveBeenChosen() {
        Turn turn = turn(0, 0, "", "The Morning Tern sails to Aldmouth.");
        assertThat(AnswerDifference.words(DiagnosisCase.of(
                        Task.of("t", "Where to?", Map.of()), "Aldmouth", "Morning Tern", List.of(turn))))
                .isEqualTo("“Morning Tern” where “Aldmouth” is right; it was shown both.");
    }

    private static Finding goal(Turn... turns) {
        DiagnosisRule rule = BuiltInRules.all().stream()
                .filter(one -> one.kind().equals("goal_not_reached"))
                .findFirst()
                .orElseThrow();
        return rule.examine(DiagnosisCase.of(Task.of("t", "Cross.", Map.of()), "", "", List.of(turns)))
                .orElseThrow();
    }

    private static Turn turn(int index, double reward, String action, String seen) {
        return new Turn(
                index, "", "a reply", action, seen, reward, "", Duration.ZERO, Duration.ZERO, Usage.NONE, Map.of());
    }

    @Test
    void stepThatTookRewardIsNamed() {
        Finding finding =
                goal(turn(0, 8, "go north", "a cave"), turn(1, -100, "drink", "You die."), turn(2, 0, "", ""));
        assertThat(finding.summary()).isEqualTo("Step 2 of 3 lost 100.000 of reward; 8.000 had been earned before it.");
        assertThat(finding.evidence()).singleElement().satisfies(evidence -> {
            assertThat(evidence.step()).hasValue(1);
            assertThat(evidence.text()).isEqualTo("it did “drink”, and was shown “You die.”");
        });
    }

    @Test
    void lastStepThatEarnedSomethingIsNamed() {
        assertThat(goal(turn(0, 0.25, "open door", "a room"), turn(1, 0, "wait", "a room"))
                        .summary())
                .startsWith("No reward came after step 1 of 2;");
        assertThat(goal(turn(0, 0, "wait", "a room"), turn(1, 0, "", "")).evidence())
                .singleElement()
                .satisfies(evidence -> assertThat(evidence.text()).isEqualTo("the last step did “a reply”"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "['a', 'b',] | [\"a\",\"b\"]",
                "{price: 12, unit: \"crowns\"} | {\"price\":12,\"unit\":\"crowns\"}",
                "{\"a\": 1; \"b\": 2} | {\"a\":1,\"b\":2}",
                "{\"a\": [1, 2 | {\"a\":[1,2]}",
                "{\"a\": 1}} | {\"a\":1}"
            })
    void malformedJsonIsMended(String given, String mended) {
        assertThat(MendedJson.of(given)).hasValue(mended);
    }

    @Test
    void whatIsNoJsonOrWellFormedIsLeftAlone() {
        assertThat(MendedJson.of("{\"a\": 1}")).isEmpty();
        assertThat(MendedJson.of("no braces here")).isEmpty();
        assertThat(MendedJson.of("{ this is { not json")).isEmpty();
    }
}
