package dev.guerdon.math.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.agent.ThinkBlocks;
import dev.guerdon.math.extract.AnswerExtraction;
import dev.guerdon.math.extract.ProseAnswer;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Ways to find the answer in a response. */
@Experimental
public enum AnswerExtractor {
    /** The last box; without one the whole response where it reads as mathematics, else what prose states. */
    DEFAULT,
    /** The last box; without one the whole response. */
    WHOLE,
    /** The box, if there is one or all of them say the same. */
    BOXED,
    /** The last box. */
    LAST_BOXED,
    /** Text that stands between the last answer tags. */
    ANSWER_TAG,
    /** Text that follows "the final answer is" or the like. */
    FINAL_ANSWER,
    /** Text that follows the last {@code ####}. */
    HASHES,
    /** The last text in bold. */
    BOLD,
    /** The last line that is not empty. */
    LAST_LINE,
    /** The last number. */
    LAST_NUMBER,
    /** The first of these that finds something: last box, what prose states, the last line's formula, last number. */
    AUTO;

    /**
     * Verdict that was found.
     *
     * @param answer the answer, null if there is none
     * @param boxes how many boxes the response has
     */
    public record Found(@Nullable String answer, int boxes) {}

    /** Returns the name by which a task or a command line chooses it: {@code last-boxed}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the extractor of that name. */
    public static AnswerExtractor of(String id) {
        String wanted = id.strip().toLowerCase(Locale.ROOT).replace('_', '-');
        for (AnswerExtractor extractor : values()) {
            if (extractor.id().equals(wanted)) {
                return extractor;
            }
        }
        if (wanted.equals("####")) {
            return HASHES;
        }
        StringBuilder known = new StringBuilder();
        for (AnswerExtractor extractor : values()) {
            known.append(known.isEmpty() ? "" : ", ").append(extractor.id());
        }
        throw new IllegalArgumentException("extraction must be one of " + known + "; found " + id);
    }

    /**
     * Looks for the answer outside of think blocks.
     *
     * @param whole the response
     * @param reads whether a text can be read as mathematics as a whole
     */
    public Found find(String whole, Predicate<String> reads) {
        String response = ThinkBlocks.removed(whole);
        int boxes = AnswerExtraction.boxes(response);
        Optional<String> answer = switch (this) {
            case DEFAULT -> AnswerExtraction.boxed(response).or(() -> unboxed(response, reads));
            case WHOLE -> Optional.of(AnswerExtraction.boxedOrAll(response));
            case BOXED -> AnswerExtraction.onlyBox(response);
            case LAST_BOXED -> AnswerExtraction.boxed(response);
            case ANSWER_TAG -> ProseAnswer.answerTag(response);
            case FINAL_ANSWER -> ProseAnswer.finalAnswer(response, reads);
            case HASHES -> ProseAnswer.hashes(response);
            case BOLD -> ProseAnswer.bold(response);
            case LAST_LINE -> ProseAnswer.lastLine(response);
            case LAST_NUMBER -> AnswerExtraction.lastNumber(response);
            case AUTO ->
                AnswerExtraction.boxed(response)
                        .or(() -> ProseAnswer.announced(response, reads))
                        .or(() -> ProseAnswer.lastFormula(response))
                        .or(() -> AnswerExtraction.lastNumber(response));
        };
        return new Found(answer.orElse(null), boxes);
    }

    private static Optional<String> unboxed(String response, Predicate<String> reads) {
        return !ProseAnswer.leads(response) && reads.test(response)
                ? Optional.of(response)
                : ProseAnswer.announced(response, reads).or(() -> Optional.of(response));
    }
}
