package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Field.Default;
import dev.guerdon.api.Field.Options;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Options that a user gives a reward for all samples. */
class RewardOptionsTest {

    /** Rewards with options. */
    public static final class Rewards {

        @Reward(value = "weighted", example = "{\"final_response\": \"x\"}")
        public static double weighted(String finalResponse, @Default("1.0") double weight) {
            if (weight < 0) {
                throw new IllegalArgumentException("the weight must not be negative; found " + weight);
            }
            return weight * finalResponse.length();
        }

        @Reward("optioned")
        public static double optioned(@Default("{}") @Options("low, high") Json range) {
            return range.find("low").map(Json::asDouble).orElse(0.0)
                    + 10 * range.find("high").map(Json::asDouble).orElse(0.0);
        }
    }

    private static final Registry REGISTRY = new Registry();

    static {
        REGISTRY.rewards(Rewards.class);
        REGISTRY.reward("plain", sample -> 1.0);
    }

    private static double score(String reward, Map<String, Object> fields) {
        return ((Score.Scored)
                        Scorer.call(REGISTRY.reward(reward), Sample.of("1", "abc", List.of(), Map.copyOf(fields))))
                .result()
                .reward();
    }

    @Test
    void anOptionFillsAFieldThatTheSampleDoesNotHave() {
        assertThat(score("weighted", Map.of())).isEqualTo(3.0);
        assertThat(score("weighted(weight=2)", Map.of())).isEqualTo(6.0);
        assertThat(score("Weighted( weight = 2 )", Map.of("weight", 5))).isEqualTo(15.0);
    }

    @Test
    void membersOfTheOptionsFieldAreMergedOneByOne() {
        assertThat(score("optioned(low=1, high=2)", Map.of())).isEqualTo(21.0);
        assertThat(score("optioned(low=1, high=2)", Map.of("range", Map.of("low", 7))))
                .isEqualTo(27.0);
    }

    @Test
    void theNameTellsTheOptions() {
        assertThat(REGISTRY.reward("WEIGHTED(weight=2.50)").name()).isEqualTo("weighted(weight=2.5)");
        assertThat(REGISTRY.reward("weighted", Map.of("weight", 2.5)).name()).isEqualTo("weighted(weight=2.5)");
        assertThat(REGISTRY.rewards(List.of("plain,weighted(weight=2)", "optioned")).stream()
                        .map(RewardEntry::name))
                .containsExactly("plain", "weighted(weight=2)", "optioned");
    }

    @Test
    void wrongOptionsAreRefusedBeforeTheFirstSample() {
        assertThatThrownBy(() -> REGISTRY.reward("weighted(wieght=2)"))
                .hasMessageContaining("has no option 'wieght'; did you mean 'weight'?");
        assertThatThrownBy(() -> REGISTRY.reward("weighted(weight=heavy)"))
                .hasMessageContaining("cannot use the option 'weight'");
        assertThatThrownBy(() -> REGISTRY.reward("weighted(weight=-1)"))
                .hasMessageContaining("the weight must not be negative");
        assertThatThrownBy(() -> REGISTRY.reward("plain(x=1)")).hasMessageContaining("takes no options");
        assertThatThrownBy(() -> new Registry().reward("a(b)", sample -> 0.0)).hasMessageContaining("bracket");
    }
}
