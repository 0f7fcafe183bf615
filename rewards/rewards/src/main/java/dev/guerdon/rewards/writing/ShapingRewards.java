package dev.guerdon.rewards.writing;

import dev.guerdon.api.Field;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GoldReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rewards that shape the length of responses and punish repetition.
 *
 * <p>A length is the field {@code length}, the number of {@code completion_ids}, or the code points of the response, in this order.
 */
@Internal
@Reward.Family("length and repetition")
public final class ShapingRewards {

    /** The rewards of this room. */
    public static final List<Class<?>> ALL =
            List.of(ShapingRewards.class, FormatRewards.class, InstructionRewards.class);

    private ShapingRewards() {}

    @Reward(
            value = "trl:soft_overlong_punishment",
            description = "0.0 up to the soft limit, then falling to -1.0 at max_completion_len, as TRL computes it",
            example = """
                    {"length":80,"max_completion_len":100,"soft_punish_cache":20}""")
    public static double trlSoftOverlong(
            Optional<String> finalResponse,
            Optional<Double> length,
            Optional<Json> completionIds,
            Optional<Double> maxCompletionLen,
            Optional<Double> softPunishCache) {
        double limit = given("trl:soft_overlong_punishment", "max_completion_len", maxCompletionLen.orElse(null));
        double cache = given("trl:soft_overlong_punishment", "soft_punish_cache", softPunishCache.orElse(null));
        double long_ = length(length.orElse(null), completionIds.orElse(null), finalResponse.orElse(null));
        return overlong(long_, limit, cache);
    }

    @Reward(
            value = "soft_overlong_reward",
            description =
                    "0.0 up to max_completion_len - soft_punish_cache, then falling to -1.0 at max_completion_len",
            example = """
                    {"length":80,"max_completion_len":100,"soft_punish_cache":20}""")
    public static double softOverlong(
            Optional<String> finalResponse,
            Optional<Double> length,
            Optional<Json> completionIds,
            Optional<Double> maxCompletionLen,
            Optional<Double> softPunishCache) {
        double limit = given("soft_overlong_reward", "max_completion_len", maxCompletionLen.orElse(null));
        double cache = given("soft_overlong_reward", "soft_punish_cache", softPunishCache.orElse(null));
        if (!(cache >= 0 && cache <= limit)) {
            throw GoldReader.option("soft_overlong_reward needs soft_punish_cache from 0 to max_completion_len, found "
                    + cache + " and " + limit);
        }
        return trlSoftOverlong(finalResponse, length, completionIds, maxCompletionLen, softPunishCache);
    }

    @Reward(
            value = "trl:cosine_scaled_reward",
            description =
                    "by length along a cosine: from 1.0 to 0.5 for a correct answer, from -1.0 to -0.5 for a wrong one",
            example = """
                    {"correct":true,"length":50,"max_len":100}""")
    public static double trlCosine(
            Optional<String> finalResponse,
            Optional<Double> length,
            Optional<Json> completionIds,
            Optional<Json> correct,
            Optional<Double> maxLen,
            @Field.Default("-1.0") double minValueWrong,
            @Field.Default("-0.5") double maxValueWrong,
            @Field.Default("0.5") double minValueCorrect,
            @Field.Default("1.0") double maxValueCorrect) {
        boolean right = correct(correct.orElse(null));
        double long_ = length(length.orElse(null), completionIds.orElse(null), finalResponse.orElse(null));
        double limit = given("a cosine reward", "max_len", maxLen.orElse(null));
        double progress = Math.min(share(long_, limit), 1);
        return right
                ? cosine(progress, minValueCorrect, maxValueCorrect)
                : cosine(progress, maxValueWrong, minValueWrong);
    }

    @Reward(
            value = "cosine_scaled_reward",
            description =
                    "by length along a cosine: from 1.0 to 0.5 for a correct answer, from -1.0 to -0.5 for a wrong one",
            example = """
                    {"correct":true,"length":50,"max_len":100}""")
    public static double cosine(
            Optional<String> finalResponse,
            Optional<Double> length,
            Optional<Json> completionIds,
            Optional<Json> correct,
            Optional<Double> maxLen,
            @Field.Default("-1.0") double minValueWrong,
            @Field.Default("-0.5") double maxValueWrong,
            @Field.Default("0.5") double minValueCorrect,
            @Field.Default("1.0") double maxValueCorrect) {
        if (!(minValueWrong <= maxValueWrong
                && maxValueWrong <= minValueCorrect
                && minValueCorrect <= maxValueCorrect)) {
            throw GoldReader.option("cosine_scaled_reward needs min_value_wrong <= max_value_wrong <= min_value_correct"
                    + " <= max_value_correct, found " + minValueWrong + ", " + maxValueWrong + ", " + minValueCorrect
                    + ", " + maxValueCorrect);
        }
        return trlCosine(
                finalResponse,
                length,
                completionIds,
                correct,
                maxLen,
                minValueWrong,
                maxValueWrong,
                minValueCorrect,
                maxValueCorrect);
    }

    @Reward(
            value = "open_r1:cosine_scaled_reward",
            description =
                    "as trl:cosine_scaled_reward, but it rises again past max_len, and pays 1.0 without a verdict",
            example = """
                    {"correct":true,"length":50,"max_len":100}""")
    public static double openR1Cosine(
            Optional<String> finalResponse,
            Optional<Double> length,
            Optional<Json> completionIds,
            Optional<Json> correct,
            @Field.Default("1000") double maxLen,
            @Field.Default("-1.0") double minValueWrong,
            @Field.Default("-0.5") double maxValueWrong,
            @Field.Default("0.5") double minValueCorrect,
            @Field.Default("1.0") double maxValueCorrect) {
        double long_ = length(length.orElse(null), completionIds.orElse(null), finalResponse.orElse(null));
        if (correct.isEmpty()) {
            return 1;
        }
        double progress = share(long_, maxLen);
        return correct(correct.get())
                ? cosine(progress, minValueCorrect, maxValueCorrect)
                : cosine(progress, maxValueWrong, minValueWrong);
    }

    @Reward(
            value = "trl:repetition_penalty",
            description = "max_penalty times the share of repeated runs of ngram_size tokens of completion_ids",
            example = """
                    {"completion_ids":[1,2,3,4,5]}""")
    public static double trlRepetition(
            Json completionIds, @Field.Default("3") int ngramSize, @Field.Default("-1.0") double maxPenalty) {
        return repetition("trl:repetition_penalty", tokens(completionIds), ngramSize, maxPenalty);
    }

    @Reward(
            value = "open_r1:repetition_penalty",
            description = "max_penalty times the share of repeated runs of ngram_size words of the response",
            example = """
                    {"final_response":"one two three four five"}""")
    public static double openR1Repetition(
            String finalResponse, @Field.Default("3") int ngramSize, @Field.Default("-1.0") double maxPenalty) {
        return repetition(
                "open_r1:repetition_penalty",
                PythonStrings.split(PythonStrings.lower(finalResponse)),
                ngramSize,
                maxPenalty);
    }

    @Reward(
            value = "repetition_reward",
            description =
                    "max_penalty times the share of repeated runs of ngram_size tokens, or words without completion_ids",
            example = """
                    {"final_response":"one two three four five"}""")
    public static double repetition(
            Optional<String> finalResponse,
            Optional<Json> completionIds,
            @Field.Default("3") int ngramSize,
            @Field.Default("-1.0") double maxPenalty) {
        List<?> tokens = completionIds
                .<List<?>>map(ShapingRewards::tokens)
                .orElseGet(() -> PythonStrings.split(
                        PythonStrings.lower(GoldReader.response("completion_ids", Optional.empty(), finalResponse))));
        return repetition("repetition_reward", tokens, ngramSize, maxPenalty);
    }

    @Reward(
            value = "open_r1:len_reward",
            description = "for a group's lengths and verdicts: the mean of the rewards, and each in the extra rewards",
            example = """
                    {"lengths":[5,10,20],"correct":[true,true,false]}""")
    public static RewardResult openR1Len(List<Double> lengths, List<Json> correct) {
        List<Boolean> verdicts = correct.stream().map(ShapingRewards::truth).toList();
        List<Double> rewards = group(lengths, verdicts);
        double mean =
                rewards.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return new RewardResult(mean, Map.of("rewards", rewards));
    }

    @Reward(
            value = "length_reward",
            description = "0.5 for the shortest of group_lengths to -0.5 for the longest; a wrong answer never earns",
            example = """
                    {"length":5,"group_lengths":[5,10,20],"correct":true}""")
    public static double length(
            Optional<String> finalResponse,
            Optional<Double> length,
            Optional<Json> completionIds,
            List<Double> groupLengths,
            Optional<Json> correct) {
        boolean right = correct(correct.orElse(null));
        double own = length(length.orElse(null), completionIds.orElse(null), finalResponse.orElse(null));
        if (!groupLengths.contains(own)) {
            throw GoldReader.fault("length_reward needs the length of the response among 'group_lengths'; " + own
                    + " is not one of " + groupLengths.size());
        }
        double least =
                groupLengths.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most =
                groupLengths.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return inGroup(own, least, most, right);
    }

    private static double repetition(String reward, List<?> tokens, int size, double penalty) {
        if (penalty > 0) {
            throw GoldReader.option(reward + " needs a max_penalty of at most 0, found " + penalty);
        }
        if (size < 1) {
            throw GoldReader.option(reward + " needs an ngram_size of at least 1, found " + size);
        }
        double share = tokens.size() < size ? 0 : NgramRepetition.share(tokens, size);
        return share == 0 ? 0 : share * penalty;
    }

    private static double given(String reward, String option, @Nullable Double value) {
        if (value == null) {
            throw GoldReader.fault(reward + " needs '" + option + "', as an option or as a field of the task");
        }
        return value;
    }

    private static double share(double length, double limit) {
        if (!(limit > 0)) {
            throw GoldReader.option("a cosine reward needs a max_len above 0, found " + limit);
        }
        return length / limit;
    }

    /** Returns the verdict on the answer; without one, as for a gold answer that nobody can read, there is no score. */
    private static boolean correct(@Nullable Json correct) {
        if (correct == null) {
            throw GoldReader.fault(
                    "the field 'correct' must say whether the answer is right; without it there is no score");
        }
        return truth(correct);
    }

    private static boolean truth(Json value) {
        return switch (value.value()) {
            case Boolean b -> b;
            case Number n -> n.doubleValue() != 0;
            case null, default ->
                throw GoldReader.fault("the field 'correct' must hold true, false or a number, found " + value.kind());
        };
    }

    /**
     * Returns the length of a response.
     *
     * @param given the field {@code length}
     * @param tokens the field {@code completion_ids}
     * @param response the final response, null if there is none
     */
    static double length(@Nullable Double given, @Nullable Json tokens, @Nullable String response) {
        if (given != null) {
            if (!(given >= 0)) {
                throw GoldReader.fault("the field 'length' must hold a length, found " + given);
            }
            return given;
        }
        if (tokens != null) {
            return tokens(tokens).size();
        }
        if (response == null) {
            throw GoldReader.fault("the task has no response, and no length of one:"
                    + " expected 'length', 'completion_ids', 'final_response' or a trajectory");
        }
        return response.codePointCount(0, response.length());
    }

    /** Returns the tokens of the field {@code completion_ids}. */
    static List<?> tokens(Json tokens) {
        if (tokens.value() instanceof List<?> list) {
            return list;
        }
        throw GoldReader.fault("the field 'completion_ids' must hold a list of tokens, found " + tokens.kind());
    }

    /** DAPO's: 0 up to the soft limit, falling to -1 at the limit. */
    static double overlong(double length, double limit, double cache) {
        if (length <= limit - cache) {
            return 0;
        }
        return length <= limit ? (limit - cache - length) / cache : -1;
    }

    /**
     * Half a wave from the value for nothing to the value at the limit.
     *
     * @param progress the length as a share of the limit
     * @param atLimit the value at the limit
     * @param atZero the value for an empty response
     */
    static double cosine(double progress, double atLimit, double atZero) {
        return atLimit + 0.5 * (atZero - atLimit) * (1.0 + StrictMath.cos(progress * Math.PI));
    }

    /** Kimi's, for a group: from 0.5 for the shortest to -0.5 for the longest; wrong answers never earn. */
    static List<Double> group(List<Double> lengths, List<Boolean> correct) {
        if (lengths.isEmpty() || lengths.size() != correct.size()) {
            throw GoldReader.fault(
                    "a length reward needs as many lengths as values of 'correct', and at least one; found "
                            + lengths.size() + " and " + correct.size());
        }
        double least = lengths.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = lengths.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        List<Double> rewards = new ArrayList<>(lengths.size());
        for (int i = 0; i < lengths.size(); i++) {
            rewards.add(inGroup(lengths.get(i), least, most, correct.get(i)));
        }
        return rewards;
    }

    /** Returns the reward of one of a group, of which the shortest and the longest are known. */
    static double inGroup(double length, double least, double most, boolean correct) {
        if (least == most) {
            return 0;
        }
        double value = 0.5 - (length - least) / (most - least);
        return correct ? value : Math.min(0, value);
    }
}
