package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Field;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rewards for data that has their fields under other names. */
class RewardMapTest {

    /** Rewards that read one answer, some answers, or whatever is there. */
    static final class Mine {
        @Reward("one")
        static double one(String finalResponse, String answer) {
            return finalResponse.equals(answer) ? 1 : 0;
        }

        @Reward("some")
        static double some(String finalResponse, List<String> answers, @Field("case") Optional<String> letters) {
            return answers.contains(finalResponse) || letters.isPresent() ? 1 : 0;
        }

        @Reward("option_named_map")
        static double own(String finalResponse, Optional<Integer> map) {
            return map.orElse(0);
        }
    }

    private final Registry registry = new Registry();

    RewardMapTest() {
        registry.rewards(Mine.class);
        registry.reward("free", sample -> sample.field("answer").asString().equals(sample.finalResponse()) ? 1 : 0);
    }

    private static Score score(RewardEntry reward, String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return Scorer.call(reward, new LineDecoder(List.of(reward)).decode(bytes, 0, bytes.length, 1));
    }

    private static double reward(RewardEntry reward, String line) {
        return ((Score.Scored) score(reward, line)).result().reward();
    }

    private RewardEntry mapped(String name, String field, String source) {
        return registry.mapped(List.of(registry.reward(name)), Map.of(field, source))
                .getFirst();
    }

    @Test
    void theMappedFieldIsReadAndTheOneOfItsOwnNameIsNot() {
        RewardEntry reward = mapped("one", "answer", "gold");
        assertThat(reward(reward, "{\"final_response\":\"a\",\"answer\":\"b\",\"gold\":\"a\"}"))
                .isEqualTo(1);
        assertThat(reward(mapped("free", "answer", "gold"), "{\"final_response\":\"a\",\"gold\":\"a\"}"))
                .isEqualTo(1);
    }

    @Test
    void theNameTellsTheMapAndGivesTheSameReward() {
        RewardEntry reward = mapped("one", "answer", "gold");
        assertThat(reward.name()).isEqualTo("one(map={\"answer\":\"gold\"})");
        assertThat(reward(registry.reward(reward.name()), "{\"final_response\":\"a\",\"gold\":\"a\"}"))
                .isEqualTo(1);
        assertThat(registry.rewards(List.of("some," + reward.name()))).hasSize(2);
        // A second map goes over the first.
        assertThat(mapped(reward.name(), "answer", "other").name()).isEqualTo("one(map={\"answer\":\"other\"})");
    }

    @Test
    void aListOfOneIsAnAnswerAndAnAnswerIsAListOfOne() {
        assertThat(reward(mapped("one", "answer", "gold"), "{\"final_response\":\"a\",\"gold\":[\"a\"]}"))
                .isEqualTo(1);
        assertThat(reward(mapped("some", "answers", "gold"), "{\"final_response\":\"a\",\"gold\":\"a\"}"))
                .isEqualTo(1);
        assertThat(score(mapped("one", "answer", "gold"), "{\"final_response\":\"a\",\"gold\":[\"a\",\"b\"]}"))
                .isInstanceOfSatisfying(
                        Score.Unscored.class,
                        unscored -> assertThat(unscored.message()).contains("answer", "[\"a\",\"b\"]"));
    }

    @Test
    void theFinalResponseCanComeFromAField() {
        RewardEntry reward = registry.mapped(
                        List.of(registry.reward("one")), Map.of("final_response", "prediction", "answer", "gold"))
                .getFirst();
        assertThat(reward(reward, "{\"prediction\":\"a\",\"gold\":\"a\"}")).isEqualTo(1);
    }

    @Test
    void aFieldThatTheDataLacksIsNamedAsTheUserWroteIt() {
        assertThat(score(mapped("one", "answer", "gold"), "{\"id\":\"7\",\"final_response\":\"a\",\"answer\":\"a\"}"))
                .isInstanceOfSatisfying(Score.Unscored.class, unscored -> {
                    assertThat(unscored.reason()).isEqualTo(Score.Reason.MISSING_FIELD);
                    assertThat(unscored.message())
                            .contains("one needs the field 'answer'", "'answer' is mapped to 'gold'");
                });
    }

    @Test
    void eachRewardIsGivenWhatItReads() {
        List<RewardEntry> both =
                registry.mapped(List.of(registry.reward("one"), registry.reward("some")), Map.of("answers", "gold"));
        assertThat(both.stream().map(RewardEntry::name)).containsExactly("one", "some(map={\"answers\":\"gold\"})");
    }

    @Test
    void whatNoRewardReadsIsRefused() {
        assertThatThrownBy(() -> mapped("one", "anwser", "gold"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("reads no field 'anwser'")
                .hasMessageContaining("did you mean 'answer'");
        assertThatThrownBy(() -> mapped("one", "trajectory", "gold"))
                .hasMessageContaining("reads no field 'trajectory'");
        assertThatThrownBy(() -> registry.reward("one(map=3)")).hasMessageContaining("map that cannot be read");
        assertThatThrownBy(() -> registry.reward("one(map={\"answer\":4})")).hasMessageContaining("cannot be read");
    }

    @Test
    void aRewardWithAnOptionOfThatNameKeepsIt() {
        assertThat(reward(registry.reward("option_named_map(map=1)"), "{\"final_response\":\"a\"}"))
                .isEqualTo(1);
    }

    @Test
    void samplesThatAreNoLinesAreMappedToo() {
        Sample sample = Sample.of("1", "a", List.of(), Map.of("gold", "a"));
        assertThat(Scorer.call(mapped("one", "answer", "gold"), sample)).isInstanceOf(Score.Scored.class);
    }
}
