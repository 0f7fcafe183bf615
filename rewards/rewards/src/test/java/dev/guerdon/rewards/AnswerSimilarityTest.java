package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.Json;
import dev.guerdon.rewards.AnswerSimilarity.Rule;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerSimilarityTest {

    @ParameterizedTest
    @CsvSource({
        "850000, 850000, 1.0, IDENTICAL",
        "' 850000 ', 850000, 0.7, WHITE_SPACE",
        "'Shanghai  Villa', Shanghai Villa, 0.7, WHITE_SPACE",
        "shanghai villa, Shanghai Villa, 0.8, CASE",
        "$850000, 850000, 0.0, SIGN",
        "14.2%, 14.2, 0.0, SIGN",
        "850k, 850000, 0.0, SIGN",
        "1.2 M, 1200000, 0.0, SIGN",
        "€5, 5, 0.0, SIGN",
        "5 March 2024, 2024-03-05, 0.5, DATE",
        "'Mar 5th, 2024', 03/05/2024, 0.5, DATE",
        "5.3.2024, 2024-03-05, 0.5, DATE",
        "the villa of Shanghai, Shanghai Villa, 0.8, FUZZY",
        "100, 1000, 0.0, NONE",
        "-5, 5, 0.0, NONE",
        "0, 5, 0.0, NONE",
        "Oslo, Kuala Lumpur, 0.0, NONE",
        "'', Oslo, 0.0, NONE",
    })
    void firstRuleThatAppliesDecides(String response, String answer, double reward, Rule rule) {
        assertThat(AnswerSimilarity.of(response, answer)).isEqualTo(new AnswerSimilarity(reward, rule));
    }

    @Test
    void numberInAnotherNotationEarnsByEditDistance() {
        assertThat(AnswerSimilarity.of("850000.0", "850000").rule()).isEqualTo(Rule.NOTATION);
        assertThat(AnswerSimilarity.of("850000.0", "850000").reward()).isBetween(0.8, 0.95);
        assertThat(AnswerSimilarity.of("8.5e5", "850000").reward())
                .isBetween(0.8, AnswerSimilarity.of("850000.0", "850000").reward());
    }

    @Test
    void nearNumberEarnsByItsLogarithm() {
        assertThat(AnswerSimilarity.of("14.3", "14.2").reward()).isCloseTo(0.993, within(1e-3));
        assertThat(AnswerSimilarity.of("-2", "-1").reward()).isCloseTo(1 - Math.log(2), within(1e-12));
        assertThat(AnswerSimilarity.of("1e-999", "1e999").rule()).isEqualTo(Rule.NONE);
    }

    @Test
    void similarTextEarnsBetweenAHalfAndFourFifths() {
        AnswerSimilarity close = AnswerSimilarity.of("Shangai Vila", "Shanghai Villa");

        assertThat(close.rule()).isEqualTo(Rule.FUZZY);
        assertThat(close.reward()).isBetween(0.5, 0.8);
    }

    @Test
    void expectedSignIsNoFault() {
        assertThat(AnswerSimilarity.of("$850,000", "$850,001").rule()).isEqualTo(Rule.FUZZY);
    }

    @Test
    void rewardNamesTheRuleAndTakesTheBestOfSeveralAnswers() {
        assertThat(AnswerRewards.answerSimilarity("oslo", new Json(List.of("Bergen", "Oslo")))
                        .extras())
                .isEqualTo(Map.of("rule", "case"));
        assertThat(AnswerRewards.answerSimilarity("20", new Json(20)).reward()).isEqualTo(1.0);
    }

    @Test
    void ambiguousDatesHaveBothReadingsAndImpossibleOnesNone() {
        assertThat(CalendarDates.read("03/05/2024"))
                .containsExactlyInAnyOrder(LocalDate.of(2024, 3, 5), LocalDate.of(2024, 5, 3));
        assertThat(CalendarDates.read("31 April 2024")).isEmpty();
        assertThat(CalendarDates.read("1 2 3")).isEmpty();
    }

    @Test
    void hugeTextsStayFast() {
        assertThat(AnswerSimilarity.of("ab ".repeat(200_000), "ba ".repeat(200_000))
                        .reward())
                .isBetween(0.0, 0.8);
    }
}
