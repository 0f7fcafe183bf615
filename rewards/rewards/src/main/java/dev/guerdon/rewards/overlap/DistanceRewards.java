package dev.guerdon.rewards.overlap;

import dev.guerdon.api.Field.Default;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.grading.ReferenceTexts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rewards for how close a response is to a reference, by the edits between them.
 *
 * <p>The response is {@code a}, {@code prediction} or {@code final_response}. The text to compare with is {@code b},
 * {@code reference}, {@code references} or {@code answer}.
 */
@Reward.Family("text distance")
final class DistanceRewards {

    /** Python's search for blocks is made of cheaper steps than the others, and takes more of them. */
    private static final long DIFFLIB_STEPS = 2_000_000_000L;

    private DistanceRewards() {}

    @Reward(
            value = "sacrebleu:ter",
            description =
                    "the translation edit rate, 0 for equal texts and without upper bound, as sacrebleu computes it",
            example = """
                    {"prediction":"the cat sat","references":["a cat sat"]}""")
    public static RewardResult sacrebleuTer(
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> references,
            Optional<Json> answer) {
        ReferenceTexts texts =
                ReferenceTexts.of("sacrebleu:ter", prediction, finalResponse, Optional.empty(), references, answer);
        RewardResult result = texts.within(
                ReferenceTexts.BUDGET,
                steps -> RewardResult.of(Ter.score(texts.response(), texts.references(), steps)));
        // Nothing is the best rate, so that a response past the budget gets the rate of a wholly different text.
        return result.extras().containsKey("reason")
                ? new RewardResult(Ter.bound(texts.response(), texts.references()), result.extras())
                : result;
    }

    @Reward(
            value = "ter_reward",
            description = "1 less the translation edit rate, at least 0: word edits, and shifted blocks as one edit",
            example = """
                    {"final_response":"the cat sat","answer":"a cat sat"}""")
    public static RewardResult ownTer(
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> reference,
            Optional<Json> references,
            Optional<Json> answer) {
        ReferenceTexts texts =
                ReferenceTexts.of("ter_reward", prediction, finalResponse, reference, references, answer);
        return texts.within(ReferenceTexts.BUDGET, steps -> {
            double ter = Ter.score(texts.response(), texts.references(), steps);
            return new RewardResult(Math.max(0, 1 - ter / 100), Map.of("ter", ter));
        });
    }

    @Reward(
            value = "rapidfuzz",
            description = "the Levenshtein similarity of a and b, with the other measures of rapidfuzz as extras",
            example = """
                    {"a":"the quick fox","b":"the quack fox"}""")
    public static RewardResult rapidfuzz(
            Optional<String> a, Optional<String> finalResponse, Optional<Json> b, Optional<Json> answer) {
        ReferenceTexts texts = pair("rapidfuzz", a, finalResponse, b, answer);
        return texts.within(ReferenceTexts.BUDGET, steps -> {
            RapidfuzzRatio similarity =
                    new RapidfuzzRatio(texts.response(), texts.references().getFirst(), true, steps);
            double levenshtein = similarity.levenshteinSimilarity();
            Map<String, @Nullable Object> extras = new LinkedHashMap<>();
            extras.put("levenshtein", similarity.levenshtein());
            extras.put("levenshtein_similarity", levenshtein);
            extras.put("indel_similarity", similarity.indel());
            extras.put("osa", similarity.swaps());
            extras.put("jaro", similarity.jaro());
            extras.put("jaro_winkler", similarity.jaroWinkler());
            extras.put("lcs", similarity.common());
            extras.put("ratio", similarity.ratio());
            extras.put("partial_ratio", similarity.partialRatio());
            extras.put("token_sort_ratio", similarity.tokenSortRatio());
            extras.put("token_set_ratio", similarity.tokenSetRatio());
            return new RewardResult(levenshtein, extras);
        });
    }

    /** Measures of {@code similarity_reward}, each from 0 to 1. */
    private enum Metric {
        LEVENSHTEIN,
        INDEL,
        OSA,
        JARO,
        JARO_WINKLER,
        RATIO,
        PARTIAL_RATIO,
        TOKEN_SORT_RATIO,
        TOKEN_SET_RATIO;

        double of(RapidfuzzRatio similarity) {
            return switch (this) {
                case LEVENSHTEIN -> similarity.levenshteinSimilarity();
                case INDEL, RATIO -> similarity.indel();
                case OSA -> similarity.swapSimilarity();
                case JARO -> similarity.jaro();
                case JARO_WINKLER -> similarity.jaroWinkler();
                case PARTIAL_RATIO -> similarity.partialRatio() / 100;
                case TOKEN_SORT_RATIO -> similarity.tokenSortRatio() / 100;
                case TOKEN_SET_RATIO -> similarity.tokenSetRatio() / 100;
            };
        }
    }

    @Reward(
            value = "similarity_reward",
            description = "how alike the response and the best reference are by one measure of edits, 0 to 1",
            example = """
                    {"final_response":"the quick fox","answer":"the quack fox"}""")
    public static RewardResult similarity(
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> reference,
            Optional<Json> references,
            Optional<Json> answer,
            @Default("levenshtein") String metric) {
        Metric chosen = GoldReader.oneOf(Metric.class, "metric", metric);
        ReferenceTexts texts =
                ReferenceTexts.of("similarity_reward", prediction, finalResponse, reference, references, answer);
        return texts.within(
                ReferenceTexts.BUDGET,
                steps -> RewardResult.of(texts.references().stream()
                        .mapToDouble(text -> chosen.of(new RapidfuzzRatio(texts.response(), text, false, steps)))
                        .max()
                        .orElse(0)));
    }

    @Reward(
            value = "difflib.ratio",
            description = "the ratio of Python's SequenceMatcher for a and b, by default with its autojunk",
            example = """
                    {"a":"the quick fox","b":"the quack fox"}""")
    public static RewardResult difflib(
            Optional<String> a,
            Optional<String> finalResponse,
            Optional<Json> b,
            Optional<Json> answer,
            @Default("true") boolean autojunk) {
        return blocks(pair("difflib.ratio", a, finalResponse, b, answer), autojunk);
    }

    @Reward(
            value = "difflib_ratio",
            description = "the share of code points in matching blocks of the response and the best reference",
            example = """
                    {"final_response":"the quick fox","answer":"the quack fox"}""")
    public static RewardResult ownDifflib(
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> reference,
            Optional<Json> references,
            Optional<Json> answer,
            @Default("false") boolean autojunk) {
        return blocks(
                ReferenceTexts.of("difflib_ratio", prediction, finalResponse, reference, references, answer), autojunk);
    }

    private static RewardResult blocks(ReferenceTexts texts, boolean autojunk) {
        return texts.within(DIFFLIB_STEPS, steps -> {
            double ratio = 0;
            for (String reference : texts.references()) {
                ratio = Math.max(ratio, DifflibRatio.ratio(texts.response(), reference, autojunk, steps));
            }
            return new RewardResult(ratio, Map.of("ratio", ratio));
        });
    }

    private static ReferenceTexts pair(
            String reward,
            Optional<String> a,
            Optional<String> finalResponse,
            Optional<Json> b,
            Optional<Json> answer) {
        Json second = b.or(() -> answer).orElseThrow(GoldReader.missing(reward, "b", "answer"));
        String text = GoldReader.text(b.isPresent() ? "b" : "answer", second);
        return new ReferenceTexts(GoldReader.response("a", a, finalResponse), ReferenceTexts.checked(List.of(text)));
    }
}
