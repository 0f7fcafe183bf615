package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.Probe.ProbeReport;
import dev.guerdon.lab.Probe.ProbeReport.Level;
import dev.guerdon.lab.probe.GoldVariants;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.ProbeVariant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeTest {

    private static final Registry REGISTRY = Registry.discover(ProbeTest.class.getClassLoader());
    private static final Scorer SCORER = Scorer.builder().threads(1).build();

    @AfterAll
    static void close() {
        SCORER.close();
    }

    private static ProbeReport probe(RewardEntry reward, String gold, String... answers) {
        return Probe.run(reward, SCORER, gold, List.of(answers), Map.of());
    }

    private static ProbeReport probe(String reward, String gold, String... answers) {
        return probe(REGISTRY.reward(reward), gold, answers);
    }

    private static RewardEntry exact() {
        return RewardEntry.of(
                "exact",
                sample -> sample.finalResponse().equals(sample.field("answer").asString()));
    }

    private static Map<String, String> texts(String gold) {
        Map<String, String> texts = new HashMap<>();
        GoldVariants.of(gold, GoldVariants.kind(gold))
                .forEach(variant -> texts.put(variant.group() + ": " + variant.name(), variant.text()));
        return texts;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "850000 | NUMBER",
                "-3.5 | NUMBER",
                "1,234.50 | NUMBER",
                "$1,200 | NUMBER",
                "12.5% | NUMBER",
                "2024-02-29 | DATE",
                "March 3, 2021 | DATE",
                "3 March 2021 | DATE",
                "red, green, blue | LIST",
                "[\"a\", \"b\"] | LIST",
                "{\"a\": 1} | JSON",
                "[{\"a\": 1}, {\"a\": 2}] | JSON",
                "Franz Kafka | TEXT",
                "Paris, France | TEXT",
                "{not JSON | TEXT"
            })
    void kindIsReadOffTheGoldAnswer(String gold, ProbeVariant.Kind kind) {
        assertThat(GoldVariants.kind(gold)).isEqualTo(kind);
    }

    @Test
    void numberIsWrittenInTheWaysOfNumbers() {
        assertThat(texts("1234567.5"))
                .containsEntry("thousands: commas", "1,234,567.5")
                .containsEntry("thousands: points", "1.234.567,5")
                .containsEntry("digits: decimals", "1234567.50")
                .containsEntry("digits: scientific", "1.2345675E6")
                .containsEntry("magnitude: million", "1.2345675 million")
                .containsEntry("currency: dollar sign, separators", "$1,234,567.5")
                .containsEntry("units: short", "1234567.5 km")
                .containsEntry("wrong: 10 % more", "1358024.25");
        assertThat(texts("12%"))
                .containsEntry("percent: without sign", "12")
                .containsEntry("percent: fraction", "0.12")
                .doesNotContainKey("currency: code");
        assertThat(texts("-5"))
                .containsEntry("digits: typographic minus", "−5")
                .containsEntry("wrong: other sign", "5");
    }

    @Test
    void dateIsWrittenInTheWaysOfDates() {
        assertThat(texts("2024-02-03"))
                .containsEntry("date: month, day, year", "February 3, 2024")
                .containsEntry("date: ordinal", "February 3rd, 2024")
                .containsEntry("date: with weekday", "Saturday, February 3, 2024")
                .containsEntry("date: slashes, day first", "03/02/2024")
                .containsEntry("wrong: next day", "2024-02-04");
    }

    @Test
    void listIsLaidOutInTheWaysOfLists() {
        assertThat(texts("red, green, blue"))
                .containsEntry("list: commas and 'and'", "red, green and blue")
                .containsEntry("list: numbered", "1. red\n2. green\n3. blue")
                .containsEntry("list: JSON", "[\"red\",\"green\",\"blue\"]")
                .containsEntry("order: reversed", "blue, green, red")
                .containsEntry("wrong: one missing", "red, green");
    }

    @Test
    void jsonIsWrittenInTheWaysOfJson() {
        assertThat(texts("{\"price\": 5, \"name\": \"x\"}"))
                .containsEntry("json: keys in other order", "{\"name\":\"x\",\"price\":5}")
                .containsEntry("json: numbers as texts", "{\"price\":\"5\",\"name\":\"x\"}")
                .containsEntry("wrong: a key missing", "{\"name\":\"x\"}");
    }

    @Test
    void noTextIsTriedTwice() {
        for (String gold : List.of("4", "2024-01-01", "a, b, c", "{}", "x", "", "日本")) {
            assertThat(GoldVariants.of(gold, GoldVariants.kind(gold)).stream().map(ProbeVariant::text))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void exactComparisonIsStrictAndNumbersByRatioAreNot() {
        ProbeReport strict = probe(exact(), "850000");
        assertThat(strict.goldReward()).isEqualTo(1);
        assertThat(strict.level()).isEqualTo(Level.STRICT);
        assertThat(strict.verdict()).startsWith("strict: 0 of ").contains("currency", "thousands");
        assertThat(probe("math_equal_reward", "850000").level()).isGreaterThan(Level.STRICT);
    }

    @Test
    void rewardThatPaysForAnythingIsRobustAndPaysWrongAnswers() {
        ProbeReport report = probe(RewardEntry.of("generous", sample -> 1), "Lima");
        assertThat(report.level()).isEqualTo(Level.ROBUST);
        assertThat(report.verdict()).endsWith("5 of 5 wrong answers keep it");
    }

    @Test
    void ownAnswersComeLastAndDoNotCount() {
        ProbeReport report = probe("qa_f1_reward", "Franz Kafka", "Kafka", "Max Brod");
        assertThat(report.outcomes()
                        .subList(report.outcomes().size() - 2, report.outcomes().size()))
                .extracting(ProbeReport.Outcome::reward)
                .containsExactly(2 / 3.0, 0.0);
        assertThat(report.verdict())
                .isEqualTo(probe("qa_f1_reward", "Franz Kafka").verdict());
    }

    @Test
    void goldGoesWhereTheRewardLooks() {
        assertThat(probe("qa_em_reward", "Lima").goldReward()).isEqualTo(1);
        assertThat(probe("ok_vqa_reward", "[\"red\", \"dark red\"]", "dark red")
                        .outcomes()
                        .getLast()
                        .reward())
                .isEqualTo(1);
        Registry own = new Registry();
        own.rewards(OneField.class);
        assertThat(probe(own.reward("one_field"), "Lima").goldReward()).isEqualTo(1);
    }

    /** Looks in a field of an unusual name. */
    static final class OneField {
        @dev.guerdon.api.Reward("one_field")
        static boolean score(String finalResponse, String whatIsRight) {
            return finalResponse.equals(whatIsRight);
        }

        @dev.guerdon.api.Reward("two_fields")
        static boolean score(String finalResponse, String left, String right) {
            return finalResponse.equals(left + right);
        }
    }

    @Test
    void unclearFieldsAreAskedFor() {
        Registry own = new Registry();
        own.rewards(OneField.class);
        assertThatThrownBy(() -> probe(own.reward("two_fields"), "Lima"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("two_fields")
                .hasMessageContaining("left, right")
                .hasMessageContaining("--field");
    }

    @Test
    void messagesBeforeTheAnswerAreGivenAsAField() {
        Map<String, @Nullable Object> fields =
                Map.of("trajectory", List.of(Map.of("role", "tool", "content", "found it")));
        RewardEntry reward = REGISTRY.reward("qa_f1_reward_tool");
        assertThat(Probe.run(reward, SCORER, "Nile", List.of(), fields).goldReward())
                .isEqualTo(1);
        assertThat(probe("qa_f1_reward_tool", "Nile").verdict())
                .startsWith("unusable: the gold answer itself earns 0.000");
    }

    @Test
    void whatCannotBeScoredIsCounted() {
        ProbeReport report = probe(
                RewardEntry.of("fussy", sample -> {
                    if (sample.finalResponse().isEmpty()) {
                        throw new IllegalStateException("nothing there");
                    }
                    return 1;
                }),
                "Lima");
        assertThat(report.unscored()).isEqualTo(1);
        assertThat(probe(RewardEntry.of("broken", sample -> Objects.requireNonNull(null)), "x")
                        .verdict())
                .startsWith("unusable: the gold answer itself cannot be scored: broken threw");
    }
}
