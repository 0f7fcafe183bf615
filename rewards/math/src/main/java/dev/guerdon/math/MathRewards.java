package dev.guerdon.math;

import dev.guerdon.api.Field.Default;
import dev.guerdon.api.Field.Options;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.math.extract.AnswerExtraction;
import dev.guerdon.math.spi.AnswerExtractor;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The predefined math rewards. */
@Reward.Family("math answers")
final class MathRewards {

    private static final double RIGHT = 1.0;
    private static final double TRIED = 0.1;

    private MathRewards() {}

    @Reward(
            value = "math_equal_reward",
            description = "1.0 where the answer in the response is mathematically equal to the expected one",
            example = "{\"final_response\": \"so \\\\boxed{\\\\frac{2}{4}}\", \"answer\": \"0.5\"}")
    public static RewardResult equal(
            String finalResponse, Json answer, @Default("{}") @Options(AnswerOptions.NAMES) Json math) {
        AnswerJudgement judgement = judge(finalResponse, answer, AnswerOptions.equality(math, AnswerExtractor.DEFAULT));
        return new RewardResult(judgement.equal() ? RIGHT : 0.0, extras(judgement));
    }

    @Reward(
            value = "math_equal_reward_tool",
            description = "the same, but 0.0 without tool use and 0.1 for a wrong answer after tool use",
            example = "{\"final_response\": \"\\\\boxed{4}\", \"answer\": \"4\", \"trajectory\": [{\"role\": \"tool\","
                    + " \"content\": \"4\"}]}")
    public static RewardResult equalWithTool(
            String finalResponse,
            Json answer,
            Trajectory trajectory,
            @Default("{}") @Options(AnswerOptions.NAMES) Json math) {
        return graded(trajectory.toolUses() > 0, judge(finalResponse, answer, whole(math)));
    }

    @Reward(
            value = "math_reward_thought_with_tool",
            description = "needs tool use and every assistant turn to begin with \"thought\"; right 1.0, wrong 0.1",
            example = "{\"final_response\": \"4\", \"answer\": \"4\", \"trajectory\": [{\"role\": \"assistant\","
                    + " \"content\": \"Thought: add\"}, {\"role\": \"tool\", \"content\": \"4\"}]}")
    public static RewardResult thoughtWithTool(
            String finalResponse,
            Json answer,
            Trajectory trajectory,
            @Default("{}") @Options(AnswerOptions.NAMES) Json math) {
        AnswerJudgement judgement = judge(finalResponse, answer, whole(math));
        boolean form = trajectory.toolUses() > 0
                && everyTurn(
                        trajectory,
                        text -> text.strip().toLowerCase(Locale.ROOT).startsWith("thought"));
        return graded(form, judgement);
    }

    @Reward(
            value = "math_equal_reward_think",
            description = "needs tool use and <think>...</think> in every assistant turn; right 1.0, wrong 0.1",
            example = "{\"final_response\": \"4\", \"answer\": \"4\", \"trajectory\": [{\"role\": \"assistant\","
                    + " \"content\": \"<think>add</think>\"}, {\"role\": \"tool\", \"content\": \"4\"}]}")
    public static RewardResult equalWithThinking(
            String finalResponse,
            Json answer,
            Trajectory trajectory,
            @Default("{}") @Options(AnswerOptions.NAMES) Json math) {
        boolean form = trajectory.toolUses() > 0
                && everyTurn(trajectory, text -> AnswerExtraction.thinking(text).isPresent());
        return form
                ? graded(true, judge(finalResponse, answer, whole(math)))
                : new RewardResult(0.0, Map.of("acc", 0.0));
    }

    @Reward(
            value = "math_string_equal_reward_tool",
            description = "0.0 without tool use, 1.0 where the last number is the expected answer, else 0.1",
            example = "{\"final_response\": \"it is 4\", \"answer\": \"4\", \"trajectory\": [{\"role\": \"tool\","
                    + " \"content\": \"4\"}]}")
    public static double lastDigitsWithTool(String finalResponse, Json answer, Trajectory trajectory) {
        if (trajectory.toolUses() == 0) {
            return 0.0;
        }
        return LastDigits.are(text(answer), finalResponse) ? RIGHT : TRIED;
    }

    @Reward(
            value = "math_verify_reward",
            description = "1.0 where Math-Verify would accept the answer",
            example = "{\"final_response\": \"\\\\boxed{0.3333333}\", \"answer\": \"\\\\frac{1}{3}\"}")
    public static RewardResult verify(String finalResponse, Json answer) {
        AnswerJudgement judgement = MathVerify.judge(text(answer), finalResponse);
        return new RewardResult(judgement.equal() ? RIGHT : 0.0, extras(judgement));
    }

    /** Returns the rewards that look at a trajectory take a response without a box as a whole, as their reference does. */
    private static MathEquality whole(Json math) {
        return AnswerOptions.equality(math, AnswerExtractor.WHOLE);
    }

    /** Returns the best verdict over the expected answers: a list means any of them. */
    private static AnswerJudgement judge(String response, Json answer, MathEquality equality) {
        if (!(answer.value() instanceof List<?> answers) || answers.isEmpty()) {
            return equality.judge(response, text(answer));
        }
        AnswerJudgement last = null;
        UnscoredException unscored = null;
        for (Object one : answers) {
            try {
                last = equality.judge(response, text(new Json(one)));
                if (last.equal()) {
                    return last;
                }
            } catch (UnscoredException e) {
                unscored = e;
            }
        }
        if (last == null || unscored != null) {
            throw unscored == null ? missing(answer) : unscored;
        }
        return last;
    }

    private static RewardResult graded(boolean form, AnswerJudgement judgement) {
        Map<String, Object> extras = new LinkedHashMap<>();
        extras.put("acc", judgement.equal() ? 1.0 : 0.0);
        extras.putAll(extras(judgement));
        return new RewardResult(!form ? 0.0 : judgement.equal() ? RIGHT : TRIED, extras);
    }

    /** Returns what is out of the ordinary: several boxes, and why a response could not be compared. */
    private static Map<String, Object> extras(AnswerJudgement judgement) {
        if (judgement.boxes() < 2 && judgement.reason().isEmpty()) {
            return Map.of();
        }
        Map<String, Object> extras = new LinkedHashMap<>();
        if (judgement.boxes() > 1) {
            extras.put("boxes", judgement.boxes());
        }
        if (!judgement.reason().isEmpty()) {
            extras.put("reason", judgement.reason());
        }
        return extras;
    }

    /** Returns whether the last text part of every assistant turn passes. */
    private static boolean everyTurn(Trajectory trajectory, Predicate<String> test) {
        for (List<Message> segment : trajectory.segments()) {
            for (Message message : segment) {
                if (message.isAssistant() && !test.test(lastText(message))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static String lastText(Message message) {
        String last = "";
        for (Message.Part part : message.content()) {
            if (part instanceof Message.Text text) {
                last = text.text();
            }
        }
        return last;
    }

    /** Returns the expected answer as text: a number counts as its plain decimal form, a list of one as its element. */
    private static String text(Json answer) {
        return switch (answer.value()) {
            case String s -> s;
            case Double d when !d.isNaN() && !d.isInfinite() -> new BigDecimal(d.toString()).toPlainString();
            case Number n -> n.toString();
            case Boolean b -> b ? "true" : "false";
            case List<?> list when list.size() == 1 -> text(new Json(list.getFirst()));
            case null, default -> throw missing(answer);
        };
    }

    private static UnscoredException missing(Json answer) {
        return new UnscoredException(
                Score.Reason.MISSING_FIELD,
                "the field 'answer' must be a text, a number or a list of them; found " + answer.kind());
    }
}
