package dev.guerdon.rewards.writing;

import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.cpython.PythonStrings;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Rewards for the form of a response, whatever it says. */
@Reward.Family("formats")
final class FormatRewards {

    private static final String THINK = "<think>";
    private static final String THINK_END = "</think>";
    private static final String ANSWER = "<answer>";
    private static final String ANSWER_END = "</answer>";

    private static final Pattern NOTHING =
            Pattern.compile("[\\s\\p{C}\\p{Z}\\p{M}\\u115f\\u1160\\u2800\\u3164\\uffa0]*+");

    /** What to say of a form that is right. */
    private static final String RIGHT = "";

    private FormatRewards() {}

    @Reward(
            value = "trl:think_format_reward",
            description = "1.0 where the response begins with <think>, ends the thought, and begins no second one",
            example = """
                    {"final_response":"<think>six times seven</think>42"}""")
    public static boolean trlThinkFormat(String finalResponse) {
        return finalResponse.startsWith(THINK)
                && finalResponse.indexOf(THINK, THINK.length()) < 0
                && finalResponse.indexOf(THINK_END, THINK.length()) >= 0;
    }

    @Reward(
            value = "think_format_reward",
            description = "1.0 for one thought between <think> tags that is not empty, and something after it",
            example = """
                    {"final_response":"<think>six times seven</think>42"}""")
    public static RewardResult thinkFormat(String finalResponse) {
        return judged(faultOfThinking(finalResponse));
    }

    @Reward(
            value = "open_r1:format_reward",
            description = "1.0 where think and answer tags stand on lines of their own; more lines may follow",
            example = """
                    {"final_response":"<think>\\nsix times seven\\n</think>\\n<answer>\\n42\\n</answer>"}""")
    public static boolean openR1Format(String finalResponse) {
        String between = "\n" + THINK_END + "\n" + ANSWER + "\n";
        int middle = finalResponse.startsWith(THINK + "\n") ? finalResponse.indexOf(between, THINK.length() + 1) : -1;
        if (middle < 0) {
            return false;
        }
        String end = "\n" + ANSWER_END;
        int at = finalResponse.indexOf(end, middle + between.length());
        while (at >= 0) {
            int after = at + end.length();
            if (after == finalResponse.length() || finalResponse.charAt(after) == '\n') {
                return true;
            }
            at = finalResponse.indexOf(end, at + 1);
        }
        return false;
    }

    @Reward(
            value = "think_answer_format_reward",
            description =
                    "1.0 for one <think> and then one <answer> block, neither empty, and only white space outside",
            example = """
                    {"final_response":"<think>six times seven</think>\\n<answer>42</answer>"}""")
    public static RewardResult thinkAnswerFormat(String finalResponse) {
        return judged(faultOfThinkingAndAnswer(finalResponse));
    }

    @Reward(
            value = "open_r1:tag_count_reward",
            description = "0.25 for each of four tags with its line breaks that is there exactly once, in any order",
            example = """
                    {"final_response":"<think>\\nsix times seven\\n</think>\\n<answer>\\n42\\n</answer>"}""")
    public static double openR1TagCount(String finalResponse) {
        double sum = 0;
        for (String tag : List.of(THINK + "\n", "\n" + THINK_END + "\n", "\n" + ANSWER + "\n", "\n" + ANSWER_END)) {
            sum += PythonStrings.count(finalResponse, tag) == 1 ? 0.25 : 0;
        }
        return sum;
    }

    @Reward(
            value = "tag_count_reward",
            description =
                    "0.25 for each of <think>, </think>, <answer>, </answer> that is there once and in this order",
            example = """
                    {"final_response":"<think>six times seven</think> 42"}""")
    public static double tagCount(String finalResponse) {
        int last = -1;
        double sum = 0;
        for (String tag : List.of(THINK, THINK_END, ANSWER, ANSWER_END)) {
            int at = finalResponse.indexOf(tag);
            if (at > last && finalResponse.indexOf(tag, at + 1) < 0) {
                // A block around nothing earns nothing: its closing tag takes back what the opening one earned.
                boolean empty = tag.startsWith("</")
                        && last >= 0
                        && finalResponse.startsWith(tag.replace("/", ""), last)
                        && isBlank(finalResponse, last + tag.length() - 1, at);
                sum += empty ? -0.25 : 0.25;
                last = at;
            }
        }
        return sum;
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
        return fault.equals(RIGHT) ? RewardResult.of(1) : new RewardResult(0, Map.of("reason", fault));
    }

    /** Returns why the response is not one thought and then something; {@link #RIGHT} if it is. */
    private static String faultOfThinking(String text) {
        String once = faultOfCounts(text, List.of(THINK, THINK_END));
        if (!once.isEmpty()) {
            return once;
        }
        int open = text.indexOf(THINK);
        int close = text.indexOf(THINK_END);
        if (close < open) {
            return THINK_END + " comes before " + THINK;
        }
        if (!isBlank(text, 0, open)) {
            return "there is text before " + THINK;
        }
        if (isBlank(text, open + THINK.length(), close)) {
            return "the thought is empty";
        }
        return isBlank(text, close + THINK_END.length(), text.length()) ? "nothing follows the thought" : RIGHT;
    }

    /** Returns why the response is not one thought and then one answer, with only white space outside; {@link #RIGHT} if it is. */
    private static String faultOfThinkingAndAnswer(String text) {
        String once = faultOfCounts(text, List.of(THINK, THINK_END, ANSWER, ANSWER_END));
        if (!once.isEmpty()) {
            return once;
        }
        int think = text.indexOf(THINK);
        int thinkEnd = text.indexOf(THINK_END);
        int answer = text.indexOf(ANSWER);
        int answerEnd = text.indexOf(ANSWER_END);
        if (!(think < thinkEnd && thinkEnd < answer && answer < answerEnd)) {
            return "the tags are not in the order " + THINK + THINK_END + ANSWER + ANSWER_END;
        }
        if (!isBlank(text, 0, think)
                || !isBlank(text, thinkEnd + THINK_END.length(), answer)
                || !isBlank(text, answerEnd + ANSWER_END.length(), text.length())) {
            return "there is text outside the tags";
        }
        if (isBlank(text, think + THINK.length(), thinkEnd)) {
            return "the thought is empty";
        }
        return isBlank(text, answer + ANSWER.length(), answerEnd) ? "the answer is empty" : RIGHT;
    }

    private static String faultOfCounts(String text, List<String> tags) {
        for (String tag : tags) {
            int count = PythonStrings.count(text, tag);
            if (count != 1) {
                return count == 0 ? "there is no " + tag : tag + " is there " + count + " times";
            }
        }
        return RIGHT;
    }

    /** Returns whether there is nothing to see: white space, invisible characters, marks without a letter. */
    private static boolean isBlank(String text, int from, int to) {
        return NOTHING.matcher(text).region(from, to).matches();
    }
}
