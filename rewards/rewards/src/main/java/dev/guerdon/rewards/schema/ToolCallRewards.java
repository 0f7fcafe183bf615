package dev.guerdon.rewards.schema;

import dev.guerdon.api.Field;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Trajectory;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.grading.GradingSteps.StepsSpent;
import dev.guerdon.rewards.schema.BfclChecker.BadGold;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rewards for tool calls: as BFCL and ToolRL compute them, and one that reads the trajectory's own calls.
 *
 * <p>Nothing that a model wrote is evaluated: a text holds literals, or it holds no calls.
 */
@Reward.Family("tool calls")
final class ToolCallRewards {

    private static final long STEPS = 5_000_000;

    private ToolCallRewards() {}

    @Reward(
            value = "bfcl:ast",
            description = "1.0 where the calls are among the possible answers, as BFCL's AST checker for Python has it",
            example = """
                    {"calls":[{"add":{"a":1}}],"functions":[{"name":"add","parameters":{"type":"dict","properties":{"a":{"type":"integer"}},"required":["a"]}}],"possible_answers":[{"add":{"a":[1]}}],"test_category":"simple"}""")
    public static RewardResult bfcl(
            Json functions,
            Json calls,
            Json possibleAnswers,
            @Field.Default("simple") String testCategory,
            @Field.Default("false") boolean underscoreToDot) {
        List<?> given = PythonValues.read(calls.value()) instanceof List<?> list ? list : List.of();
        BfclChecker.Verdict verdict;
        try {
            verdict = BfclChecker.check(
                    functions.value() instanceof List<?> all ? all : list("functions", functions),
                    given,
                    list("possible_answers", possibleAnswers),
                    testCategory,
                    underscoreToDot);
        } catch (BadGold e) {
            throw GoldReader.fault("bfcl:ast: " + e.getMessage());
        }
        boolean simple = !testCategory.contains("parallel") && !testCategory.contains("multiple");
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("valid", verdict.valid());
        extras.put("error_type", verdict.type());
        extras.put("error", simple ? verdict.errors() : null);
        return new RewardResult(verdict.valid() ? 1 : 0, extras);
    }

    @Reward(
            value = "verl:rlla",
            description = "ToolRL's reward as verl has it: 1 for the form, and from -3 to 3 for the calls",
            example = """
                    {"final_response":"<think>t</think>\\n<tool_call>\\n{\\"name\\": \\"ping\\", \\"parameters\\": {}}\\n</tool_call>","ground_truth":"<tool_call>\\n{\\"name\\": \\"ping\\", \\"parameters\\": {}}\\n</tool_call>"}""")
    public static RewardResult rlla(
            Optional<String> response,
            Optional<String> finalResponse,
            Optional<String> groundTruth,
            Optional<String> answer) {
        String gold =
                groundTruth.or(() -> answer).orElseThrow(GoldReader.missing("verl:rlla", "ground_truth", "answer"));
        String text = RllaScore.response(GoldReader.response("response", response, finalResponse));
        try {
            double format = RllaScore.format(text, gold, new GradingSteps(STEPS));
            double accuracy = RllaScore.accuracy(text, gold, new GradingSteps(STEPS));
            return new RewardResult(
                    format + accuracy,
                    Map.of("score", format + accuracy, "format_reward", format, "accuracy_reward", accuracy));
        } catch (BadGold e) {
            throw GoldReader.fault("verl:rlla: " + e.getMessage());
        } catch (StepsSpent e) {
            return new RewardResult(-3, Map.of("reason", "budget: " + e.getMessage()));
        }
    }

    @Reward(
            value = "tool_call_reward",
            description = "1.0 where the trajectory's tool calls are the right ones, each with one of the right values",
            example = """
                    {"final_response":"[add(a=1, b=[2, 3])]","functions":[{"name":"add","parameters":{"properties":{"a":{"type":"integer"},"b":{"type":"array","items":{"type":"integer"}}},"required":["a"]}}],"possible_answers":[{"add":{"a":[1],"b":[[2,3]]}}]}""")
    public static RewardResult toolCall(
            String finalResponse, Trajectory trajectory, Optional<Json> functions, Json possibleAnswers) {
        List<?> answers = list("possible_answers", possibleAnswers);
        CallReader.Calls read = CallReader.read(trajectory, finalResponse);
        int matched;
        try {
            CallMatch match = new CallMatch(
                    functions.isPresent() ? list("functions", functions.get()) : List.of(), new GradingSteps(STEPS));
            matched = match.matched(read.calls(), answers);
        } catch (BadGold e) {
            throw GoldReader.fault("tool_call_reward: " + e.getMessage());
        } catch (StepsSpent e) {
            return wrong(
                    "budget: " + e.getMessage(), 0, answers.size(), read.calls().size());
        }
        if (!read.problem().isEmpty()) {
            return wrong(
                    "unreadable: " + read.problem(),
                    0,
                    answers.size(),
                    read.calls().size());
        }
        if (read.calls().size() != answers.size()) {
            return wrong(
                    "count: expected " + answers.size() + " calls, found "
                            + read.calls().size(),
                    matched,
                    answers.size(),
                    read.calls().size());
        }
        return matched == answers.size()
                ? new RewardResult(1, extras(matched, answers.size(), matched))
                : wrong(
                        "calls: " + matched + " of " + answers.size() + " are right",
                        matched,
                        answers.size(),
                        read.calls().size());
    }

    private static Map<String, @Nullable Object> extras(int matched, int expected, int given) {
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("matched", matched);
        extras.put("expected", expected);
        extras.put("calls", given);
        return extras;
    }

    private static RewardResult wrong(String reason, int matched, int expected, int given) {
        Map<String, @Nullable Object> extras = extras(matched, expected, given);
        extras.put("reason", reason);
        return new RewardResult(0, extras);
    }

    private static List<?> list(String field, Json value) {
        if (PythonValues.read(value.value()) instanceof List<?> list) {
            return list;
        }
        throw GoldReader.fault("the field '" + field + "' must hold a list, found " + value.kind());
    }
}
