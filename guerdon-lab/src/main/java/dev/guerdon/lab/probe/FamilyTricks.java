package dev.guerdon.lab.probe;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.AuditPolicy;
import dev.guerdon.lab.spi.AuditPolicy.Kind;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The tricks that models found in the rewards of trainers: marks without content, stuffed tags, answers hidden in longer ones. */
@Internal
public final class FamilyTricks {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,15}(?:\\.[0-9]{1,15})?");
    private static final Pattern WORD = Pattern.compile("\\p{L}{2,40}");

    private static final String BLOCKS = "<think>\nq\n</think>\n<answer>\nq\n</answer>";

    private FamilyTricks() {}

    public static List<AuditPolicy> all() {
        return List.of(
                empty("trick: repeated marker", "Finally,Finally,Finally,Finally,"),
                AuditPolicy.constant(
                        Kind.BLIND, "trick: marks of steps alone", "Step 1:\nStep 2:\nStep 3:\n- \n- \n- "),
                empty("trick: empty blocks", "<think></think><answer></answer>"),
                empty("trick: empty blocks on lines", "<think>\n\n</think>\n<answer>\n\n</answer>"),
                empty("trick: second think block", "<think>\nq\n</think>\n" + BLOCKS),
                empty("trick: second answer block", BLOCKS + "\n<answer>\nq\n</answer>"),
                empty("trick: text after the blocks", BLOCKS + "\nq q q"),
                empty("trick: blocks turned round", "\n<answer>\nq\n</answer>\n<think>\nq\n</think>\n"),
                empty("trick: tag stuffing", "<think></think><answer></answer>".repeat(12)),
                empty("trick: empty box", "\\boxed{ }"),
                empty("trick: marker and no answer", "Answer:\nANSWER:\n#### "),
                AuditPolicy.constant(Kind.BLIND, "trick: every letter", "Answer: A, B, C, D"),
                AuditPolicy.constant(Kind.BLIND, "trick: article for a letter", "Answer: a guess"),
                hidden("gold inside a number or word", text -> text),
                hidden("gold inside, in tags", text -> "<answer>" + text + "</answer>"),
                hidden("gold inside, boxed", text -> "\\boxed{" + text + "}"),
                AuditPolicy.fromGold(
                        Kind.HINTED,
                        "gold last of many answers",
                        gold -> "<answer>q</answer>".repeat(5) + "<answer>" + gold + "</answer>"));
    }

    private static AuditPolicy empty(String name, String text) {
        return AuditPolicy.constant(Kind.EMPTY, name, text);
    }

    /** The gold answer as a part of a longer number or word. */
    private static AuditPolicy hidden(String name, UnaryOperator<String> form) {
        return new AuditPolicy(
                name,
                Kind.HINTED,
                false,
                (sample, gold, golds) ->
                        Optional.ofNullable(gold).flatMap(FamilyTricks::longer).map(form));
    }

    private static Optional<String> longer(String gold) {
        if (NUMBER.matcher(gold).matches()) {
            return Optional.of("1" + gold.replace("-", "") + "0");
        }
        return WORD.matcher(gold).matches() ? Optional.of("un" + gold + "ish") : Optional.empty();
    }
}
