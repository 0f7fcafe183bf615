package dev.guerdon.rewards;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.RewardResult.ExtraNames;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.api.agent.ThinkBlocks;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rewards for the final answer of a web research task. */
@Experimental
@Reward.Family("web research")
public final class AnswerRewards {

    private static final ExtraNames HAS_ANSWER = ExtraNames.of("has_ans");

    private AnswerRewards() {}

    @Reward(
            value = "assistantbench_reward",
            description = "the AssistantBench score: numbers by ratio, texts by words, objects key by key",
            example = """
                    {"final_response":"14.3","answer":"14.2"}""")
    public static RewardResult assistantBench(String finalResponse, Optional<Json> answer, Optional<Json> goldAnswer) {
        Object gold = answer.or(() -> goldAnswer)
                .map(Json::value)
                .orElseThrow(() -> new UnscoredException(
                        Score.Reason.MISSING_FIELD,
                        "assistantbench_reward needs the field 'answer' or 'gold_answer', and the task has neither"));
        AssistantBench.Scored scored = AssistantBench.score(finalResponse, gold);
        double hasAnswer = scored.hasAnswer() ? 1 : 0;
        if (scored.failure() == null) {
            return HAS_ANSWER.result(scored.accuracy(), hasAnswer);
        }
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("has_ans", hasAnswer);
        extras.put("reason", scored.failure());
        return new RewardResult(0, extras);
    }

    @Reward(
            value = "answer_similarity_reward",
            description = "how close the response comes to the answer, graded by the first rule that applies",
            example = """
                    {"final_response":"850000.00","answer":"850000"}""")
    public static RewardResult answerSimilarity(String finalResponse, Json answer) {
        AnswerSimilarity best = GoldAnswers.atLeastOne("answer", answer).stream()
                .map(gold -> AnswerSimilarity.of(ThinkBlocks.removed(finalResponse), gold))
                .max(Comparator.comparingDouble(AnswerSimilarity::reward))
                .orElseThrow();
        return new RewardResult(best.reward(), Map.of("rule", best.rule().name().toLowerCase(Locale.ROOT)));
    }
}
