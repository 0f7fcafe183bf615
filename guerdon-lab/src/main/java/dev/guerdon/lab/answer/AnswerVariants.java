package dev.guerdon.lab.answer;

import dev.guerdon.api.Internal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An answer written in other ways: without prose, markdown, currency, separators and units, with dates and lists laid out otherwise.
 *
 * <p>Nothing here knows the gold answer; a variant only says what the submitted answer says. Bounded in number and size.
 */
@Internal
public final class AnswerVariants {

    private static final int MAX_VARIANTS = 120;
    private static final int MAX_CHANGES = 4;
    private static final int MAX_LENGTH = 20_000;

    /**
     * An answer in another form.
     *
     * @param text the answer
     * @param changes what was done to it, in order
     * @param picked whether it is one of several values that the answer holds, so that something had to choose
     */
    public record Variant(String text, List<String> changes, boolean picked) {

        /** Whether it was taken out of a sentence, which may say more than it. */
        public boolean fromProse() {
            return changes.contains(AnswerRewrite.PROSE.words());
        }
    }

    private AnswerVariants() {}

    /** The variants of an answer, those with the fewest changes first; the answer itself is not among them. */
    public static List<Variant> of(String answer) {
        if (answer.isBlank() || answer.length() > MAX_LENGTH) {
            return List.of();
        }
        Set<String> seen = new HashSet<>(Set.of(answer));
        List<Variant> variants = new ArrayList<>();
        ArrayDeque<Variant> open = new ArrayDeque<>(List.of(new Variant(answer, List.of(), false)));
        while (!open.isEmpty() && variants.size() < MAX_VARIANTS) {
            Variant from = open.remove();
            for (AnswerRewrite rewrite : AnswerRewrite.values()) {
                List<String> texts = rewrite.apply(from.text);
                for (String text : texts) {
                    if (!text.isBlank() && text.length() <= MAX_LENGTH && seen.add(text)) {
                        List<String> changes = new ArrayList<>(from.changes);
                        changes.add(rewrite.words());
                        Variant variant = new Variant(
                                text, List.copyOf(changes), from.picked || (rewrite.chooses() && texts.size() > 1));
                        variants.add(variant);
                        if (changes.size() < MAX_CHANGES && rewrite.goesOn()) {
                            open.add(variant);
                        }
                    }
                }
            }
        }
        return variants;
    }
}
