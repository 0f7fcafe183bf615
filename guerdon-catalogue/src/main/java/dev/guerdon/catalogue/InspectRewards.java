package dev.guerdon.catalogue;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Field;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.catalogue.gold.Gold;
import dev.guerdon.catalogue.inspect.PatternMatch;
import dev.guerdon.catalogue.inspect.TextMatch;
import dev.guerdon.catalogue.inspect.TextMatch.Location;
import dev.guerdon.catalogue.inspect.WordOverlap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Inspect's scorers as rewards: value {@code C} is 1.0, {@code I} is 0.0.
 *
 * <p>The response is {@code value} or {@code final_response}, the gold answers are {@code target} or {@code answer}.
 */
@Experimental
@Reward.Family("answer matching")
public final class InspectRewards {

    private InspectRewards() {}

    @Reward(
            value = "inspect:match",
            description =
                    "1.0 where the response ends with a target (or begins, contains, is: location), as text or number",
            example = """
                    {"final_response":"The answer is 42.","answer":"42"}""")
    public static RewardResult match(
            Optional<String> value,
            Optional<String> finalResponse,
            Optional<Json> target,
            Optional<Json> answer,
            @Field.Default("end") String location,
            @Field.Default("true") boolean ignoreCase,
            @Field.Default("false") boolean numeric) {
        List<String> gold = gold("inspect:match", target.or(() -> answer).orElse(null));
        String text = Gold.response("value", value.orElse(null), finalResponse.orElse(null));
        Location where = Gold.oneOf(Location.class, "location", location);
        return first(gold, one -> TextMatch.match(text, one, where, ignoreCase, numeric));
    }

    @Reward(value = "inspect:includes", description = "1.0 where the response contains a target", example = """
                    {"final_response":"It is Lima, I think.","answer":"lima"}""")
    public static RewardResult includes(
            Optional<String> value,
            Optional<String> finalResponse,
            Optional<Json> target,
            Optional<Json> answer,
            @Field.Default("true") boolean ignoreCase) {
        List<String> gold = gold("inspect:includes", target.or(() -> answer).orElse(null));
        String text = Gold.response("value", value.orElse(null), finalResponse.orElse(null));
        return first(gold, one -> TextMatch.includes(text, one, ignoreCase));
    }

    @Reward(
            value = "inspect:answer",
            description = "1.0 where the letter, word or line after the last ANSWER: is a target",
            example = """
                    {"final_response":"I am sure.\\nANSWER: B","answer":"B","pattern":"letter"}""")
    public static RewardResult answer(
            Optional<String> value,
            Optional<String> finalResponse,
            Optional<Json> target,
            Optional<Json> answer,
            @Field.Default("letter") String pattern) {
        List<String> gold = gold("inspect:answer", target.or(() -> answer).orElse(null));
        PatternMatch.Found found = PatternMatch.answer(
                Gold.response("value", value.orElse(null), finalResponse.orElse(null)),
                Gold.oneOf(PatternMatch.Part.class, "pattern", pattern),
                gold);
        return result(found.matched(), found.answer());
    }

    @Reward(
            value = "inspect:pattern",
            description = "1.0 where a group of the regular expression pattern, or each with match_all, is a target",
            example = """
                    {"final_response":"x=5","answer":"5","pattern":"x=(\\\\d+)"}""")
    public static RewardResult pattern(
            Optional<String> value,
            Optional<String> finalResponse,
            Optional<Json> target,
            Optional<Json> answer,
            Optional<String> pattern,
            @Field.Default("true") boolean ignoreCase,
            @Field.Default("false") boolean matchAll) {
        List<String> gold = gold("inspect:pattern", target.or(() -> answer).orElse(null));
        String regex = pattern.orElseThrow(
                () -> Gold.fault("inspect:pattern needs 'pattern', as an option or as a field of the task"));
        PatternMatch.Found found = PatternMatch.pattern(
                Gold.response("value", value.orElse(null), finalResponse.orElse(null)),
                regex,
                gold,
                ignoreCase,
                matchAll);
        return result(found.matched(), found.answer());
    }

    @Reward(
            value = "inspect:f1",
            description = "the best F1 of the words of the response and a target, rounded to two places",
            example = """
                    {"final_response":"the red car","answer":"a red car"}""")
    public static RewardResult f1(
            Optional<String> value, Optional<String> finalResponse, Optional<Json> target, Optional<Json> answer) {
        List<String> gold = gold("inspect:f1", target.or(() -> answer).orElse(null));
        String text = Gold.response("value", value.orElse(null), finalResponse.orElse(null));
        double best = WordOverlap.f1(text, gold);
        return new RewardResult(best, Map.of("value", best, "answer", text));
    }

    @Reward(
            value = "inspect:exact",
            description = "1.0 where the words of the response are those of a target; an empty target never matches",
            example = """
                    {"final_response":"The red car.","answer":"red car"}""")
    public static RewardResult exact(
            Optional<String> value, Optional<String> finalResponse, Optional<Json> target, Optional<Json> answer) {
        List<String> gold = gold("inspect:exact", target.or(() -> answer).orElse(null));
        String text = Gold.response("value", value.orElse(null), finalResponse.orElse(null));
        return result(WordOverlap.exact(text, gold), text);
    }

    @Reward(
            value = "match_reward",
            description =
                    "1.0 where a target stands whole at the end (or location) of the response; numbers by value (numeric)",
            example = """
                    {"final_response":"The answer is 42.","answer":"42"}""")
    public static RewardResult wholeMatch(
            Optional<String> value,
            Optional<String> finalResponse,
            Optional<Json> target,
            Optional<Json> answer,
            @Field.Default("end") String location,
            @Field.Default("true") boolean ignoreCase,
            @Field.Default("false") boolean numeric) {
        List<String> gold = words("match_reward", target.or(() -> answer).orElse(null));
        String text = Gold.response("value", value.orElse(null), finalResponse.orElse(null));
        Location where = Gold.oneOf(Location.class, "location", location);
        return judged(gold.stream().anyMatch(one -> TextMatch.whole(text, one, where, ignoreCase, numeric)));
    }

    @Reward(
            value = "includes_reward",
            description = "1.0 where the response contains a target that is not part of a longer word or number",
            example = """
                    {"final_response":"It is Lima, I think.","answer":"lima"}""")
    public static RewardResult wholeIncludes(
            Optional<String> value,
            Optional<String> finalResponse,
            Optional<Json> target,
            Optional<Json> answer,
            @Field.Default("true") boolean ignoreCase) {
        List<String> gold = words("includes_reward", target.or(() -> answer).orElse(null));
        String text = Gold.response("value", value.orElse(null), finalResponse.orElse(null));
        return judged(gold.stream().anyMatch(one -> TextMatch.whole(text, one, Location.ANY, ignoreCase, false)));
    }

    private static RewardResult judged(boolean correct) {
        return correct ? RewardResult.of(1) : new RewardResult(0, Map.of("reason", "no target was found"));
    }

    /** The targets, each with something to compare. */
    private static List<String> words(String reward, @Nullable Json gold) {
        List<String> targets = gold == null ? gold(reward, null) : Gold.atLeastOne("target", gold);
        if (targets.stream().anyMatch(TextMatch::isEmpty)) {
            throw Gold.fault(
                    reward + " needs targets with a letter or digit; found one without, which everything matches");
        }
        return targets;
    }

    /** The first target that matches, or what was read for the last one. */
    private static RewardResult first(List<String> targets, Function<String, TextMatch.Found> match) {
        @Nullable String answer = null;
        for (String target : targets) {
            TextMatch.Found found = match.apply(target);
            answer = found.answer();
            if (found.matched()) {
                return result(true, answer);
            }
        }
        return result(false, answer);
    }

    private static RewardResult result(boolean correct, @Nullable String answer) {
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("value", correct ? "C" : "I");
        extras.put("answer", answer);
        return new RewardResult(correct ? 1 : 0, extras);
    }

    private static List<String> gold(String reward, @Nullable Json gold) {
        if (gold == null) {
            throw Gold.missing(reward, "target", "answer").get();
        }
        return Gold.texts("target", gold);
    }
}
