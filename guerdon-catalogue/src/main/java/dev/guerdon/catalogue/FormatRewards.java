package dev.guerdon.catalogue;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.catalogue.format.ReasoningSteps;
import dev.guerdon.catalogue.format.TagFormat;
import java.util.Map;

/** Rewards for the form of a response, whatever it says. */
@Experimental
@Reward.Family("formats")
public final class FormatRewards {

    private FormatRewards() {}

    @Reward(
            value = "trl:think_format_reward",
            description = "1.0 where the response begins with <think>, ends the thought, and begins no second one",
            example = """
                    {"final_response":"<think>six times seven</think>42"}""")
    public static boolean trlThinkFormat(String finalResponse) {
        return TagFormat.trlThinks(finalResponse);
    }

    @Reward(
            value = "think_format_reward",
            description = "1.0 for one thought between <think> tags that is not empty, and something after it",
            example = """
                    {"final_response":"<think>six times seven</think>42"}""")
    public static RewardResult thinkFormat(String finalResponse) {
        return judged(TagFormat.faultOfThinking(finalResponse));
    }

    @Reward(
            value = "open_r1:format_reward",
            description = "1.0 where think and answer tags stand on lines of their own; more lines may follow",
            example = """
                    {"final_response":"<think>\\nsix times seven\\n</think>\\n<answer>\\n42\\n</answer>"}""")
    public static boolean openR1Format(String finalResponse) {
        return TagFormat.openR1(finalResponse);
    }

    @Reward(
            value = "think_answer_format_reward",
            description =
                    "1.0 for one <think> and then one <answer> block, neither empty, and only white space outside",
            example = """
                    {"final_response":"<think>six times seven</think>\\n<answer>42</answer>"}""")
    public static RewardResult thinkAnswerFormat(String finalResponse) {
        return judged(TagFormat.faultOfThinkingAndAnswer(finalResponse));
    }

    @Reward(
            value = "open_r1:tag_count_reward",
            description = "0.25 for each of four tags with its line breaks that is there exactly once, in any order",
            example = """
                    {"final_response":"<think>\\nsix times seven\\n</think>\\n<answer>\\n42\\n</answer>"}""")
    public static double openR1TagCount(String finalResponse) {
        return TagFormat.openR1TagCount(finalResponse);
    }

    @Reward(
            value = "tag_count_reward",
            description =
                    "0.25 for each of <think>, </think>, <answer>, </answer> that is there once and in this order",
            example = """
                    {"final_response":"<think>six times seven</think> 42"}""")
    public static double tagCount(String finalResponse) {
        return TagFormat.tagCount(finalResponse);
    }

    @Reward(
            value = "open_r1:reasoning_steps_reward",
            description =
                    "a third for each mark of a step, such as Step 1: or Finally, anywhere in the text; at most 1.0",
            example = """
                    {"final_response":"First, halve it. Next, add one."}""")
    public static double openR1ReasoningSteps(String finalResponse) {
        return Math.min(1.0, ReasoningSteps.openR1(finalResponse) / 3.0);
    }

    @Reward(
            value = "reasoning_steps_reward",
            description = "a third for each marked step that says something of its own, at most 1.0",
            example = """
                    {"final_response":"Step 1: halve the even number.\\nStep 2: add one to it."}""")
    public static double reasoningSteps(String finalResponse) {
        return Math.min(1.0, ReasoningSteps.distinct(finalResponse) / 3.0);
    }

    private static RewardResult judged(String fault) {
        return fault.equals(TagFormat.RIGHT) ? RewardResult.of(1) : new RewardResult(0, Map.of("reason", fault));
    }
}
