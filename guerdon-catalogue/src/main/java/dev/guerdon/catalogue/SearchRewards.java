package dev.guerdon.catalogue;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Field;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.catalogue.gold.Gold;
import dev.guerdon.catalogue.match.AnswerTags;
import dev.guerdon.catalogue.match.PlainWords;
import dev.guerdon.cpython.Strings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Rewards for the short answers of search agents, between answer tags: as Search-R1 has them in verl, and repaired.
 *
 * <p>The response is {@code solution_str} or {@code final_response}, the gold answers are {@code target} or {@code answer}.
 */
@Experimental
@Reward.Family("answer matching")
public final class SearchRewards {

    /** From this many tags on, verl pays a quarter. */
    private static final int TOO_MANY = 10;

    private SearchRewards() {}

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
        List<String> gold = Gold.texts(
                "target", target.or(() -> answer).orElseThrow(Gold.missing("verl:search_r1_em", "target", "answer")));
        String text = Gold.response("solution_str", solutionStr.orElse(null), finalResponse.orElse(null));
        String found = AnswerTags.last(text);
        if (found == null) {
            return 0;
        }
        String plain = PlainWords.of(Strings.strip(found));
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
        List<String> gold = Gold.texts(
                "target",
                target.or(() -> answer).orElseThrow(Gold.missing("verl:search_r1_subem", "target", "answer")));
        String found =
                AnswerTags.last(Gold.response("solution_str", solutionStr.orElse(null), finalResponse.orElse(null)));
        if (found == null) {
            return 0;
        }
        String plain = PlainWords.of(Strings.strip(found));
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
        Json gold = target.or(() -> answer).orElseThrow(Gold.missing("search_r1_em_reward", "target", "answer"));
        return judged(
                Gold.response("solution_str", solutionStr.orElse(null), finalResponse.orElse(null)),
                gold,
                formatScore,
                String::equals);
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
        Json gold = target.or(() -> answer).orElseThrow(Gold.missing("search_r1_subem_reward", "target", "answer"));
        return judged(
                Gold.response("solution_str", solutionStr.orElse(null), finalResponse.orElse(null)),
                gold,
                formatScore,
                PlainWords::contains);
    }

    private static RewardResult judged(
            String text, Json targets, double formatScore, BiPredicate<String, String> matches) {
        List<String> gold =
                Gold.atLeastOne("target", targets).stream().map(PlainWords::of).toList();
        if (gold.stream().anyMatch(String::isEmpty)) {
            throw Gold.fault("the field 'target' must hold answers with a word that counts; found one of articles,"
                    + " punctuation or nothing, which any answer would match");
        }
        String fault = fault(text);
        @Nullable String found = AnswerTags.last(text);
        if (found == null || !fault.isEmpty()) {
            return new RewardResult(0, Map.of("reason", fault));
        }
        String plain = PlainWords.of(found);
        boolean right = gold.stream().anyMatch(one -> matches.test(plain, one));
        return new RewardResult(right ? 1 : formatScore, Map.of("extracted", Strings.strip(found)));
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
