package dev.guerdon.rewards.matching;

import dev.guerdon.api.Field;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.agent.ThinkBlocks;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.matching.Gsm8kAnswer.Method;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rewards for the final answer of a math problem, as verl computes them, and a repaired one for word problems.
 *
 * <p>The response is {@code solution_str} or {@code final_response}, the gold answer {@code ground_truth} or {@code answer}.
 * For answers that are more than a number, use {@code math_equal_reward}.
 */
@Reward.Family("math answers")
final class MathAnswerRewards {

    private MathAnswerRewards() {}

    @Reward(
            value = "verl:gsm8k",
            description = "the number after the last ####, as text, against the gold answer, as verl compares them",
            example = """
                    {"final_response":"6 * 7 = 42\\n#### 42","answer":"42"}""")
    public static RewardResult verlGsm8k(
            Optional<String> solutionStr,
            Optional<String> finalResponse,
            Optional<Json> groundTruth,
            Optional<Json> answer,
            @Field.Default("strict") String method,
            @Field.Default("0") double formatScore,
            @Field.Default("1") double score) {
        String gold = gold("verl:gsm8k", groundTruth.or(() -> answer).orElse(null));
        String extracted = Gsm8kAnswer.extract(
                GoldReader.response("solution_str", solutionStr, finalResponse),
                GoldReader.oneOf(Method.class, "method", method));
        double reward = extracted == null ? 0 : extracted.equals(gold) ? score : formatScore;
        return with(reward, "extracted", extracted);
    }

    @Reward(
            value = "gsm8k_reward",
            description =
                    "1.0 where the number after the last ####, or the last number, has the value of the gold answer",
            example = """
                    {"final_response":"That makes 1,250.50 in all.\\n#### 1,250.50","answer":"1250.5"}""")
    public static RewardResult gsm8k(
            Optional<String> solutionStr,
            Optional<String> finalResponse,
            Optional<Json> groundTruth,
            Optional<Json> answer,
            @Field.Default("strict") String method,
            @Field.Default("0") double formatScore) {
        String written = gold("gsm8k_reward", groundTruth.or(() -> answer).orElse(null));
        BigDecimal gold = Gsm8kAnswer.goldValue(written)
                .orElseThrow(() -> GoldReader.fault("gsm8k_reward needs a number as gold answer, found '"
                        + (written.length() > 80 ? written.substring(0, 80) + "..." : written)
                        + "'; use math_equal_reward for other answers"));
        String found = Gsm8kAnswer.candidate(
                ThinkBlocks.removed(GoldReader.response("solution_str", solutionStr, finalResponse)),
                GoldReader.oneOf(Method.class, "method", method));
        Optional<BigDecimal> value = Optional.ofNullable(found).flatMap(Gsm8kAnswer::value);
        if (value.isPresent()) {
            return with(value.get().compareTo(gold) == 0 ? 1 : formatScore, "extracted", found);
        }
        Map<String, @Nullable Object> extras = new HashMap<>();
        extras.put("extracted", found);
        extras.put("reason", found == null ? "no number after ####" : "not a number: " + found);
        return new RewardResult(0, extras);
    }

    @Reward(
            value = "verl:math",
            description = "1.0 where the last box and the gold answer are the same text after verl's stripping",
            example = """
                    {"final_response":"So it is \\\\boxed{\\\\frac12}.","answer":"0.5"}""")
    public static RewardResult verlMath(
            Optional<String> solutionStr,
            Optional<String> finalResponse,
            Optional<Json> groundTruth,
            Optional<Json> answer) {
        String gold = gold("verl:math", groundTruth.or(() -> answer).orElse(null));
        String box = MathText.lastBoxed(GoldReader.response("solution_str", solutionStr, finalResponse));
        String content = box == null ? null : MathText.content(box);
        return with(content != null && MathText.equal(content, gold) ? 1 : 0, "last_boxed", box);
    }

    @Reward(
            value = "verl:math.is_equiv",
            description = "1.0 where two answers, str1 and str2, are the same text after verl's stripping",
            example = """
                    {"str1":"\\\\dfrac34","str2":"3/4"}""")
    public static boolean verlMathIsEquiv(Optional<String> str1, Optional<String> str2, Sample sample) {
        if (str1.isPresent() && str2.isPresent()) {
            return MathText.equal(str1.get(), str2.get());
        }
        for (String field : new String[] {"str1", "str2"}) {
            if (!sample.fields().containsKey(field)) {
                throw GoldReader.fault(
                        "verl:math.is_equiv needs the fields 'str1' and 'str2'; '" + field + "' is missing");
            }
        }
        return str1.isEmpty() && str2.isEmpty();
    }

    @Reward(
            value = "verl:math_dapo",
            description = "1.0 where the text after the last Answer: or in the last box is the gold answer, else -1.0",
            example = """
                    {"final_response":"We add them.\\nAnswer: $1,024$","answer":"1024"}""")
    public static RewardResult verlMathDapo(
            Optional<String> solutionStr,
            Optional<String> finalResponse,
            Optional<Json> groundTruth,
            Optional<Json> answer,
            @Field.Default("false") boolean strictBoxVerify) {
        String gold = gold("verl:math_dapo", groundTruth.or(() -> answer).orElse(null));
        DapoAnswer.Verdict verdict = DapoAnswer.verify(
                GoldReader.response("solution_str", solutionStr, finalResponse), gold, strictBoxVerify);
        Map<String, @Nullable Object> extras = new HashMap<>();
        extras.put("acc", verdict.correct());
        extras.put("pred", verdict.prediction());
        return new RewardResult(verdict.correct() ? 1 : -1, extras);
    }

    private static String gold(String reward, @Nullable Json gold) {
        if (gold == null) {
            throw GoldReader.missing(reward, "ground_truth", "answer").get();
        }
        return GoldReader.text("ground_truth", gold);
    }

    private static RewardResult with(double reward, String name, @Nullable String extra) {
        return new RewardResult(reward, Collections.singletonMap(name, extra));
    }
}
