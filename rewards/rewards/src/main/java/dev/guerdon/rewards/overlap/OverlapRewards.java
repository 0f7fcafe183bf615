package dev.guerdon.rewards.overlap;

import dev.guerdon.api.Field.Default;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.grading.ReferenceTexts;
import dev.guerdon.rewards.overlap.Rouge.Overlap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rewards for what a response shares with a reference: words, n-grams and characters.
 *
 * <p>The response is {@code prediction} or {@code final_response}. The text to compare with is {@code reference}, {@code references} or
 * {@code answer}; among several the best counts.
 */
@Internal
@Reward.Family("text overlap")
public final class OverlapRewards {

    /** The rewards of this room. */
    public static final List<Class<?>> ALL =
            List.of(OverlapRewards.class, DistanceRewards.class, AgreementMeasures.class);

    private OverlapRewards() {}

    @Reward(
            value = "rouge",
            description =
                    "the F1 of rougeL as rouge-score computes it; precision, recall and F1 of each kind as extras",
            example = """
                    {"prediction":"The ferry leaves at noon.","reference":"The ferry left at midday."}""")
    public static RewardResult rouge(
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> reference,
            Optional<Json> answer,
            @Default("false") boolean useStemmer) {
        return rougeAsRecorded(
                ReferenceTexts.of("rouge", prediction, finalResponse, reference, Optional.empty(), answer), useStemmer);
    }

    @Reward(
            value = "rouge.score_multi",
            description = "rouge with several references: for each kind the one with the highest F1",
            example = """
                    {"prediction":"The ferry leaves at noon.","references":["The ferry left at midday.","It leaves at noon."]}""")
    public static RewardResult rougeMulti(
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> references,
            Optional<Json> answer,
            @Default("false") boolean useStemmer) {
        return rougeAsRecorded(
                ReferenceTexts.of("rouge.score_multi", prediction, finalResponse, Optional.empty(), references, answer),
                useStemmer);
    }

    private static RewardResult rougeAsRecorded(ReferenceTexts texts, boolean stem) {
        return texts.within(ReferenceTexts.BUDGET, steps -> {
            List<Rouge> scorers = texts.references().stream()
                    .map(text -> Rouge.of(texts.response(), text, RougeTokens.ASCII, stem, steps))
                    .toList();
            Map<String, @Nullable Object> extras = new LinkedHashMap<>();
            extras.put("rouge1", best(scorers, rouge -> rouge.ngrams(1)).list());
            extras.put("rouge2", best(scorers, rouge -> rouge.ngrams(2)).list());
            Overlap longest = best(scorers, Rouge::longest);
            extras.put("rougeL", longest.list());
            extras.put("rougeLsum", best(scorers, Rouge::longestByLine).list());
            return new RewardResult(longest.f1(), extras);
        });
    }

    @Reward(
            value = "rouge_reward",
            description =
                    "the F1 of one kind of ROUGE against the best reference; tokenizer=unicode reads every script",
            example = """
                    {"final_response":"The ferry leaves at noon.","answer":"The ferry left at midday."}""")
    public static RewardResult ownRouge(
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> reference,
            Optional<Json> references,
            Optional<Json> answer,
            @Default("rougeL") String type,
            @Default("false") boolean useStemmer,
            @Default("ascii") String tokenizer) {
        Function<Rouge, Overlap> kind = kind(type);
        RougeTokens tokens = GoldReader.oneOf(RougeTokens.class, "tokenizer", tokenizer);
        ReferenceTexts texts =
                ReferenceTexts.of("rouge_reward", prediction, finalResponse, reference, references, answer);
        return texts.within(ReferenceTexts.BUDGET, steps -> {
            List<Rouge> scorers = texts.references().stream()
                    .map(text -> Rouge.of(texts.response(), text, tokens, useStemmer, steps))
                    .toList();
            Overlap best = best(scorers, kind);
            Map<String, @Nullable Object> extras = new LinkedHashMap<>();
            extras.put("precision", best.precision());
            extras.put("recall", best.recall());
            if (tokens == RougeTokens.ASCII && emptied(texts)) {
                extras.put(
                        "warning",
                        "the ascii tokenizer finds no word in a text that is not empty; set tokenizer=unicode");
            }
            return new RewardResult(best.f1(), extras);
        });
    }

    private static boolean emptied(ReferenceTexts texts) {
        List<String> all = new ArrayList<>(texts.references());
        all.add(texts.response());
        return all.stream()
                .anyMatch(text -> RougeTokens.ASCII.of(text, false).isEmpty()
                        && !RougeTokens.UNICODE.of(text, false).isEmpty());
    }

    private static Function<Rouge, Overlap> kind(String type) {
        return switch (type) {
            case "rougeL" -> Rouge::longest;
            case "rougeLsum" -> Rouge::longestByLine;
            default -> {
                if (type.length() != 6 || !type.startsWith("rouge") || type.charAt(5) < '1' || type.charAt(5) > '9') {
                    throw GoldReader.option(
                            "rouge_reward has no type '" + type + "'; expected rouge1 to rouge9, rougeL or rougeLsum");
                }
                yield rouge -> rouge.ngrams(type.charAt(5) - '0');
            }
        };
    }

    /** Returns the highest F1; the first reference wins a tie. */
    private static Overlap best(List<Rouge> scorers, Function<Rouge, Overlap> kind) {
        Overlap best = kind.apply(scorers.getFirst());
        for (Rouge scorer : scorers.subList(1, scorers.size())) {
            Overlap other = kind.apply(scorer);
            best = other.f1() > best.f1() ? other : best;
        }
        return best;
    }

    @Reward(
            value = "sacrebleu:bleu",
            description = "the BLEU of a sentence, 0 to 100, as sacrebleu computes it",
            example = """
                    {"prediction":"the cat sat on the mat","references":["the cat sat on a mat"],"effective_order":true}""")
    public static RewardResult sacrebleuBleu(
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> references,
            Optional<Json> answer,
            @Default("13a") String tokenize,
            @Default("exp") String smoothMethod,
            @Default("false") boolean effectiveOrder) {
        return bleu(
                ReferenceTexts.of("sacrebleu:bleu", prediction, finalResponse, Optional.empty(), references, answer),
                tokenize,
                smoothMethod,
                effectiveOrder,
                1);
    }

    @Reward(
            value = "bleu_reward",
            description = "the BLEU of a sentence, 0 to 1, over the orders that the response is long enough for",
            example = """
                    {"final_response":"the cat sat on the mat","answer":"the cat sat on a mat"}""")
    public static RewardResult ownBleu(
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> reference,
            Optional<Json> references,
            Optional<Json> answer,
            @Default("13a") String tokenize,
            @Default("exp") String smoothMethod,
            @Default("true") boolean effectiveOrder) {
        return bleu(
                ReferenceTexts.of("bleu_reward", prediction, finalResponse, reference, references, answer),
                tokenize,
                smoothMethod,
                effectiveOrder,
                100);
    }

    private static RewardResult bleu(
            ReferenceTexts texts, String tokenize, String smoothMethod, boolean effectiveOrder, double scale) {
        BleuTokens tokens = Arrays.stream(BleuTokens.values())
                .filter(known -> known.tokenizer().equals(tokenize))
                .findFirst()
                .orElseThrow(() -> GoldReader.option(
                        "BLEU has no tokenizer '" + tokenize + "'; expected 13a, none, char, intl or zh"));
        Bleu.Smoothing smoothing = Arrays.stream(Bleu.Smoothing.values())
                .filter(known -> known.method().equals(smoothMethod))
                .findFirst()
                .orElseThrow(() -> GoldReader.option(
                        "BLEU has no smooth_method '" + smoothMethod + "'; expected exp, floor, add-k or none"));
        return texts.within(ReferenceTexts.BUDGET, steps -> {
            Bleu bleu = Bleu.of(texts.response(), texts.references(), tokens, smoothing, effectiveOrder);
            Map<String, @Nullable Object> extras = new LinkedHashMap<>();
            extras.put("counts", bleu.counts());
            extras.put("totals", bleu.totals());
            extras.put("precisions", bleu.precisions());
            extras.put("bp", bleu.penalty());
            extras.put("sys_len", bleu.length());
            extras.put("ref_len", bleu.referenceLength());
            return new RewardResult(bleu.score() / scale, extras);
        });
    }

    @Reward(
            value = "sacrebleu:chrf",
            description = "chrF, 0 to 100, as sacrebleu computes it; chrF++ with word_order=2",
            example = """
                    {"prediction":"the cat sat","references":["the cat sat down"]}""")
    public static RewardResult sacrebleuChrf(
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> references,
            Optional<Json> answer,
            @Default("6") int charOrder,
            @Default("0") int wordOrder,
            @Default("2") double beta) {
        return chrf(
                ReferenceTexts.of("sacrebleu:chrf", prediction, finalResponse, Optional.empty(), references, answer),
                charOrder,
                wordOrder,
                beta,
                1);
    }

    @Reward(
            value = "chrf_reward",
            description = "chrF, 0 to 1: shared runs of up to 6 characters; chrF++ with word_order=2",
            example = """
                    {"final_response":"the cat sat","answer":"the cat sat down"}""")
    public static RewardResult ownChrf(
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> reference,
            Optional<Json> references,
            Optional<Json> answer,
            @Default("6") int charOrder,
            @Default("0") int wordOrder,
            @Default("2") double beta) {
        return chrf(
                ReferenceTexts.of("chrf_reward", prediction, finalResponse, reference, references, answer),
                charOrder,
                wordOrder,
                beta,
                100);
    }

    private static RewardResult chrf(ReferenceTexts texts, int charOrder, int wordOrder, double beta, double scale) {
        if (charOrder < 0 || wordOrder < 0 || charOrder > 20 || wordOrder > 20 || !(beta >= 0 && beta <= 100)) {
            throw GoldReader.option("chrF takes orders from 0 to 20 and a beta from 0 to 100, found char_order="
                    + charOrder + ", word_order=" + wordOrder + ", beta=" + beta);
        }
        Chrf chrf = new Chrf(charOrder, wordOrder, beta);
        return texts.within(
                ReferenceTexts.BUDGET,
                steps -> RewardResult.of(chrf.score(texts.response(), texts.references()) / scale));
    }
}
