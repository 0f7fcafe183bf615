package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.IsolatedRewards.SampleJson;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.registry.AdaptedSample;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record that nobody answered is not one with an empty answer. */
class UnansweredTest {

    static final class Rewards {

        @Reward("length")
        static double length(String finalResponse) {
            return finalResponse.length();
        }

        @Reward("either")
        static double either(Optional<String> prediction, Optional<String> finalResponse) {
            return prediction.or(() -> finalResponse).map(String::length).orElse(-1);
        }
    }

    private static RewardEntry reward(String name) {
        Registry registry = new Registry();
        registry.rewards(Rewards.class);
        return registry.reward(name);
    }

    private static Sample line(RewardEntry reward, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new LineDecoder(List.of(reward)).decode(bytes, 0, bytes.length, 1);
    }

    private static Score score(String name, String json) {
        RewardEntry reward = reward(name);
        return Scorer.call(reward, line(reward, json));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"answer\":\"4\"}",
                "{\"answer\":\"4\",\"final_response\":null}",
                "{\"answer\":\"4\",\"trajectory\":null}",
                "{\"answer\":\"4\",\"final_response\":null,\"messages\":null}",
                "{\"answer\":\"4\",\"final\\u005fresponse\":null}",
                "{\"answer\":\"4\",\"Final_Response\":\"x\"}",
            })
    void recordWithoutAnyResponseIsUnscored(String json) {
        assertThat(score("length", json)).isInstanceOfSatisfying(Score.Unscored.class, unscored -> {
            assertThat(unscored.reason()).isEqualTo(Score.Reason.MISSING_FIELD);
            assertThat(unscored.message()).contains("neither 'final_response' nor a trajectory");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"final_response\":\"\"}",
                "{\"trajectory\":[]}",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}]}",
                "{\"final_response\":null,\"trajectory\":[{\"role\":\"user\",\"content\":\"q\"}]}",
            })
    void emptyAnswerIsScored(String json) {
        assertThat(score("length", json))
                .isInstanceOfSatisfying(
                        Score.Scored.class,
                        scored -> assertThat(scored.result().reward()).isZero());
    }

    @Test
    void askingForTheResponseDoesNotMakeOne() {
        Sample sample = line(reward("length"), "{\"answer\":\"4\"}");
        assertThat(sample.finalResponse()).isEmpty();
        assertThat(sample.hasFinalResponse()).isFalse();
    }

    @Test
    void rewardThatCanDoWithoutSaysSoByOptional() {
        assertThat(rewardOf("either", "{\"prediction\":\"abc\"}")).isEqualTo(3);
        assertThat(rewardOf("either", "{\"final_response\":\"ab\"}")).isEqualTo(2);
        assertThat(rewardOf("either", "{\"final_response\":\"\"}")).isZero();
        assertThat(rewardOf("either", "{\"trajectory\":[{\"role\":\"assistant\",\"content\":\"a\"}]}"))
                .isEqualTo(1);
        assertThat(rewardOf("either", "{}")).isEqualTo(-1);
        assertThat(reward("either").inputs().orElseThrow())
                .containsExactly(
                        new RewardEntry.Input("prediction", "Optional<String>", false),
                        new RewardEntry.Input("final_response", "predefined", false));
    }

    private static double rewardOf(String name, String json) {
        return ((Score.Scored) score(name, json)).result().reward();
    }

    @Test
    void workerIsToldThatThereIsNoResponse() {
        Sample unanswered = line(reward("length"), "{\"answer\":\"4\"}");
        Sample empty = line(reward("length"), "{\"final_response\":\"\"}");
        assertThat(sent(unanswered).hasFinalResponse()).isFalse();
        assertThat(sent(unanswered).finalResponse()).isEmpty();
        assertThat(sent(empty).hasFinalResponse()).isTrue();
    }

    private static Sample sent(Sample sample) {
        return SampleJson.read(JsonCodec.read(SampleJson.write(sample), "a sample"));
    }

    @Test
    void mappedFieldIsTheResponse() {
        Sample sample = Sample.of("1", "", List.of(), Map.of("reply", "abc"));
        Sample unanswered = line(reward("either"), "{\"reply\":null}");
        Map<String, String> map = Map.of("final_response", "reply");
        assertThat(new AdaptedSample(sample, Map.of(), map, (name, value) -> value).hasFinalResponse())
                .isTrue();
        assertThat(new AdaptedSample(unanswered, Map.of(), map, (name, value) -> value).hasFinalResponse())
                .isFalse();
        assertThat(new Json(new AdaptedSample(sample, Map.of(), map, (name, value) -> value).finalResponse())
                        .asString())
                .isEqualTo("abc");
    }
}
