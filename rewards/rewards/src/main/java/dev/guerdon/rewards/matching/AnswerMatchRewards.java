package dev.guerdon.rewards.matching;

import dev.guerdon.api.Field;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.AnswerStatement;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.matching.TextMatch.Location;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rewards that look for a gold answer in a response: Inspect's scorers, the default rewards of reasoning-gym's tasks, those of search
 * agents as Search-R1 has them in verl, and repaired ones of each.
 *
 * <p>Inspect's value {@code C} is 1.0, {@code I} is 0.0; the response is {@code value} or {@code final_response}, the gold answers are {@code
 * target} or {@code answer}. A task of reasoning-gym with the field {@code oracle} has the response in {@code answer}, as reasoning-gym calls
 * it, or in {@code final_response}; otherwise {@code answer} is the gold answer, and the repaired reward reads answer tags if there are
 * any. The response of a search agent is {@code solution_str} or {@code final_response}, with its answer between answer tags.
 */
@Internal
@Reward.Family("answer matching")
public final class AnswerMatchRewards {

    /** The rewards of this room. */
    public static final List<Class<?>> ALL =
            List.of(AnswerMatchRewards.class, ChoiceRewards.class, MathAnswerRewards.class);

    /** From this many tags on, verl pays a quarter. */
    private static final int TOO_MANY = 10;

    private AnswerMatchRewards() {}

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
        String text = GoldReader.response("value", value, finalResponse);
        Location where = GoldReader.oneOf(Location.class, "location", location);
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
        String text = GoldReader.response("value", value, finalResponse);
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
                GoldReader.response("value", value, finalResponse),
                GoldReader.oneOf(PatternMatch.Part.class, "pattern", pattern),
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
                () -> GoldReader.fault("inspect:pattern needs 'pattern', as an option or as a field of the task"));
        PatternMatch.Found found = PatternMatch.pattern(
                GoldReader.response("value", value, finalResponse), regex, gold, ignoreCase, matchAll);
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
        String text = GoldReader.response("value", value, finalResponse);
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
        String text = GoldReader.response("value", value, finalResponse);
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
        String text = AnswerStatement.spoken(GoldReader.response("value", value, finalResponse));
        Location where = GoldReader.oneOf(Location.class, "location", location);
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
        String text = AnswerStatement.spoken(GoldReader.response("value", value, finalResponse));
        return judged(gold.stream().anyMatch(one -> TextMatch.whole(text, one, Location.ANY, ignoreCase, false)));
    }

    private static RewardResult judged(boolean correct) {
        return correct ? RewardResult.of(1) : new RewardResult(0, Map.of("reason", "no target was found"));
    }

    /** Returns the targets, each with something to compare. */
    private static List<String> words(String reward, @Nullable Json gold) {
        List<String> targets = gold == null ? gold(reward, null) : GoldReader.atLeastOne("target", gold);
        if (targets.stream().anyMatch(TextMatch::isEmpty)) {
            throw GoldReader.fault(
                    reward + " needs targets with a letter or digit; found one without, which everything matches");
        }
        return targets;
    }

    /** Returns the first target that matches, or what was read for the last one. */
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
            throw GoldReader.missing(reward, "target", "answer").get();
        }
        return GoldReader.texts("target", gold);
    }

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
        Optional<PythonDecimals.Value> value = PythonDecimals.parse(response);
        if (value.isPresent() && value.equals(PythonDecimals.parse(gold))) {
            return 1;
        }
        if (response.isEmpty() && gold.isEmpty()) {
            throw GoldReader.fault("reasoning_gym:decimal needs a gold answer with more than commas");
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
            throw GoldReader.fault("reasoning_gym_reward needs a gold answer that is not empty");
        }
        String spoken = pair.response == null ? "" : AnswerStatement.spoken(pair.response);
        String tagged = AnswerTags.lastUnpadded(spoken, true);
        String response = tagged != null ? tagged : spoken.strip();
        if (response.isEmpty()) {
            return new RewardResult(0, Map.of("reason", "the response has no answer"));
        }
        Optional<PythonDecimals.Value> value = PythonDecimals.parse(response.replace(",", ""));
        double reward = value.isPresent() && value.equals(PythonDecimals.parse(pair.gold.replace(",", "")))
                ? 1
                : TokenBounds.states(response, pair.gold) ? share(response, pair.gold) : 0;
        return new RewardResult(reward, Map.of("extracted", response));
    }

    private record Pair(@Nullable String response, String gold) {}

    private static Pair pair(
            String reward, @Nullable String finalResponse, @Nullable Json answer, @Nullable Json oracle) {
        if (oracle != null) {
            @Nullable String own = finalResponse == null || finalResponse.isEmpty() ? null : finalResponse;
            return new Pair(
                    answer == null ? own : GoldReader.text("answer", answer), GoldReader.text("oracle", oracle));
        }
        if (answer == null) {
            throw GoldReader.missing(reward, "answer", "oracle").get();
        }
        if (finalResponse == null) {
            throw GoldReader.fault(
                    reward + " needs a response: expected 'final_response', a trajectory, or the response as"
                            + " 'answer' and the gold answer as 'oracle'");
        }
        return new Pair(finalResponse, GoldReader.text("answer", answer));
    }

    /** 1 for the same text; if it is contained, its share in code points. */
    private static double share(String response, String gold) {
        if (response.equals(gold)) {
            return 1;
        }
        return response.contains(gold)
                ? (double) gold.codePointCount(0, gold.length()) / response.codePointCount(0, response.length())
                : 0;
    }

    @Reward(
            value = "verl:search_r1_em",
            description =
                    "1.0 where the text between the last answer tags is a target after normalising, a quarter past 10 tags",
            example = """
                    {"final_response":"<answer>the Nile</answer>","answer":["Nile","River Nile"]}""")
    public static double verlEm(
            Optional<String> solutionStr,
            Optional<String> finalResponse,
            Optional<Json> target,
            Optional<Json> answer,
            @Field.Default("0") double formatScore,
            @Field.Default("1") double score) {
        List<String> gold = GoldReader.texts(
                "target",
                target.or(() -> answer).orElseThrow(GoldReader.missing("verl:search_r1_em", "target", "answer")));
        String text = GoldReader.response("solution_str", solutionStr, finalResponse);
        String found = AnswerTags.last(text);
        if (found == null) {
            return 0;
        }
        String plain = PlainWords.of(PythonStrings.strip(found));
        if (gold.stream().noneMatch(one -> PlainWords.of(one).equals(plain))) {
            return formatScore;
        }
        return AnswerTags.opened(text) > TOO_MANY || AnswerTags.closed(text) > TOO_MANY ? score / 4 : score;
    }

    @Reward(
            value = "verl:search_r1_subem",
            description = "1.0 where the text between the last answer tags contains a target after normalising",
            example = """
                    {"final_response":"<answer>the river Nile</answer>","answer":"Nile"}""")
    public static double verlSubEm(
            Optional<String> solutionStr,
            Optional<String> finalResponse,
            Optional<Json> target,
            Optional<Json> answer,
            @Field.Default("0") double formatScore,
            @Field.Default("1") double score) {
        List<String> gold = GoldReader.texts(
                "target",
                target.or(() -> answer).orElseThrow(GoldReader.missing("verl:search_r1_subem", "target", "answer")));
        String found = AnswerTags.last(GoldReader.response("solution_str", solutionStr, finalResponse));
        if (found == null) {
            return 0;
        }
        String plain = PlainWords.of(PythonStrings.strip(found));
        return gold.stream().anyMatch(one -> plain.contains(PlainWords.of(one))) ? score : formatScore;
    }

    @Reward(
            value = "search_r1_em_reward",
            description = "1.0 where the one text between answer tags is a target after normalising",
            example = """
                    {"final_response":"<answer>the Nile</answer>","answer":["Nile","River Nile"]}""")
    public static RewardResult em(
            Optional<String> solutionStr,
            Optional<String> finalResponse,
            Optional<Json> target,
            Optional<Json> answer,
            @Field.Default("0") double formatScore) {
        Json gold = target.or(() -> answer).orElseThrow(GoldReader.missing("search_r1_em_reward", "target", "answer"));
        return judged(GoldReader.response("solution_str", solutionStr, finalResponse), gold, formatScore, false);
    }

    @Reward(
            value = "search_r1_subem_reward",
            description =
                    "1.0 where the one text between answer tags has the words of a target in a row, after normalising",
            example = """
                    {"final_response":"<answer>the river Nile</answer>","answer":"Nile"}""")
    public static RewardResult subEm(
            Optional<String> solutionStr,
            Optional<String> finalResponse,
            Optional<Json> target,
            Optional<Json> answer,
            @Field.Default("0") double formatScore) {
        Json gold =
                target.or(() -> answer).orElseThrow(GoldReader.missing("search_r1_subem_reward", "target", "answer"));
        return judged(GoldReader.response("solution_str", solutionStr, finalResponse), gold, formatScore, true);
    }

    private static RewardResult judged(String response, Json targets, double formatScore, boolean anywhere) {
        List<List<PlainWords.Word>> gold = GoldReader.atLeastOne("target", targets).stream()
                .map(PlainWords::words)
                .toList();
        if (gold.stream().anyMatch(List::isEmpty)) {
            throw GoldReader.fault(
                    "the field 'target' must hold answers with a word that counts; found one of articles,"
                            + " punctuation or nothing, which any answer would match");
        }
        String text = AnswerStatement.spoken(response);
        String fault = fault(text);
        @Nullable String found = AnswerTags.last(text);
        if (found == null || !fault.isEmpty()) {
            return new RewardResult(0, Map.of("reason", fault));
        }
        List<PlainWords.Word> words = PlainWords.words(found);
        boolean right = gold.stream().anyMatch(one -> states(found, words, one, anywhere));
        return new RewardResult(right ? 1 : formatScore, Map.of("extracted", PythonStrings.strip(found)));
    }

    private static boolean states(
            String found, List<PlainWords.Word> words, List<PlainWords.Word> gold, boolean anywhere) {
        int at = PlainWords.lastIndexOf(words, gold);
        return at >= 0
                && (anywhere || words.size() == gold.size())
                && AnswerStatement.fault(
                                found,
                                words.get(at).from(),
                                words.get(at + gold.size() - 1).to())
                        .isEmpty();
    }

    private static String fault(String text) {
        int opened = AnswerTags.opened(text);
        int closed = AnswerTags.closed(text);
        if (opened == 1 && closed == 1) {
            return AnswerTags.last(text) == null ? "</answer> comes before <answer>" : "";
        }
        return opened == 0 || closed == 0
                ? "there is no pair of answer tags"
                : "there must be one pair of answer tags, found " + opened + " opening and " + closed + " closing";
    }
}
