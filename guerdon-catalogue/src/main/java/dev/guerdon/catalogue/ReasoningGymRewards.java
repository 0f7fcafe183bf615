package dev.guerdon.catalogue;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Field;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.catalogue.gold.Gold;
import dev.guerdon.catalogue.match.AnswerTags;
import dev.guerdon.catalogue.match.Decimals;
import dev.guerdon.catalogue.match.TokenBounds;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The default rewards of reasoning-gym's tasks, and a repaired one.
 *
 * <p>A task with the field {@code oracle} has the response in {@code answer}, as reasoning-gym calls it, or in
 * {@code final_response}; otherwise {@code answer} is the gold answer. The repaired reward reads answer tags where there are any.
 */
@Experimental
@Reward.Family("answer matching")
public final class ReasoningGymRewards {

    private ReasoningGymRewards() {}

    @Reward(
            value = "reasoning_gym:score_answer",
            description = "1.0 for the gold answer; where the response contains it, its share of the response's length",
            example = """
                    {"final_response":"42.","answer":"42"}""")
    public static double scoreAnswer(Optional<String> finalResponse, Optional<Json> answer, Optional<Json> oracle) {
        Pair pair = pair(
                "reasoning_gym:score_answer", finalResponse.orElse(null), answer.orElse(null), oracle.orElse(null));
        return pair.response == null || pair.response.isEmpty() ? 0 : share(pair.response, pair.gold);
    }

    @Reward(
            value = "reasoning_gym:decimal",
            description = "1.0 for the same decimal number; otherwise as reasoning_gym:score_answer",
            example = """
                    {"final_response":"1,000.0","answer":"1000"}""")
    public static double decimal(
            Optional<String> finalResponse,
            Optional<Json> answer,
            Optional<Json> oracle,
            @Field.Default("true") boolean stripCommas) {
        Pair pair = pair("reasoning_gym:decimal", finalResponse.orElse(null), answer.orElse(null), oracle.orElse(null));
        if (pair.response == null || pair.response.isEmpty()) {
            return 0;
        }
        String response = stripCommas ? pair.response.replace(",", "") : pair.response;
        String gold = stripCommas ? pair.gold.replace(",", "") : pair.gold;
        Optional<Decimals.Value> value = Decimals.parse(response);
        if (value.isPresent() && value.equals(Decimals.parse(gold))) {
            return 1;
        }
        if (response.isEmpty() && gold.isEmpty()) {
            throw Gold.fault("reasoning_gym:decimal needs a gold answer with more than commas");
        }
        return response.contains(gold) ? share(response, gold) : 0;
    }

    @Reward(
            value = "reasoning_gym_reward",
            description =
                    "1.0 for the gold answer or the same number; contained between other words, its share of the length",
            example = """
                    {"final_response":"<answer>1,000.0</answer>","answer":"1000"}""")
    public static RewardResult reasoningGym(
            Optional<String> finalResponse, Optional<Json> answer, Optional<Json> oracle) {
        Pair pair = pair("reasoning_gym_reward", finalResponse.orElse(null), answer.orElse(null), oracle.orElse(null));
        if (pair.gold.isBlank()) {
            throw Gold.fault("reasoning_gym_reward needs a gold answer that is not empty");
        }
        String tagged = pair.response == null ? null : AnswerTags.lastUnpadded(pair.response, true);
        String response = tagged != null ? tagged : pair.response == null ? "" : pair.response.strip();
        if (response.isEmpty()) {
            return new RewardResult(0, Map.of("reason", "the response has no answer"));
        }
        Optional<Decimals.Value> value = Decimals.parse(response.replace(",", ""));
        double reward = value.isPresent() && value.equals(Decimals.parse(pair.gold.replace(",", "")))
                ? 1
                : TokenBounds.contains(response, pair.gold) ? share(response, pair.gold) : 0;
        return new RewardResult(reward, Map.of("extracted", response));
    }

    private record Pair(@Nullable String response, String gold) {}

    private static Pair pair(
            String reward, @Nullable String finalResponse, @Nullable Json answer, @Nullable Json oracle) {
        if (oracle != null) {
            @Nullable String own = finalResponse == null || finalResponse.isEmpty() ? null : finalResponse;
            return new Pair(answer == null ? own : Gold.text("answer", answer), Gold.text("oracle", oracle));
        }
        if (answer == null) {
            throw Gold.missing(reward, "answer", "oracle").get();
        }
        if (finalResponse == null) {
            throw Gold.fault(reward + " needs a response: expected 'final_response', a trajectory, or the response as"
                    + " 'answer' and the gold answer as 'oracle'");
        }
        return new Pair(finalResponse, Gold.text("answer", answer));
    }

    /** 1 for the same text; where it is contained, its share in code points. */
    private static double share(String response, String gold) {
        if (response.equals(gold)) {
            return 1;
        }
        return response.contains(gold)
                ? (double) gold.codePointCount(0, gold.length()) / response.codePointCount(0, response.length())
                : 0;
    }
}
