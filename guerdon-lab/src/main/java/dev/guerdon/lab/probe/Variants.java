package dev.guerdon.lab.probe;

import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.lab.spi.ProbeVariant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The ways to write a gold answer: those that suit any text, and those of its kind. */
@Internal
public final class Variants {

    private final List<ProbeVariant> variants = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    private Variants() {}

    /** The gold answer itself first, then every other way once. */
    public static List<ProbeVariant> of(String gold, ProbeVariant.Kind kind) {
        Variants all = new Variants();
        all.add(ProbeVariant.right("exact", "as it is", gold));
        switch (kind) {
            case NUMBER -> NumberVariants.of(gold).forEach(all::add);
            case DATE -> DateVariants.of(gold).forEach(all::add);
            case LIST -> ListVariants.of(gold).forEach(all::add);
            case JSON -> JsonVariants.of(gold).forEach(all::add);
            case TEXT -> TextVariants.of(gold).forEach(all::add);
        }
        letters(gold).forEach(all::add);
        layout(gold).forEach(all::add);
        prose(gold).forEach(all::add);
        unicode(gold).forEach(all::add);
        all.add(ProbeVariant.wrong("empty", ""));
        all.add(ProbeVariant.wrong("no answer", "I don't know."));
        return List.copyOf(all.variants);
    }

    private void add(ProbeVariant variant) {
        if (seen.add(variant.text())) {
            variants.add(variant);
        }
    }

    private static List<ProbeVariant> letters(String gold) {
        return List.of(
                ProbeVariant.right("case", "lower", gold.toLowerCase(Locale.ROOT)),
                ProbeVariant.right("case", "upper", gold.toUpperCase(Locale.ROOT)),
                ProbeVariant.right("spacing", "around", "  " + gold + "  "),
                ProbeVariant.right("spacing", "line end", gold + "\n"),
                ProbeVariant.right("spacing", "doubled", gold.replace(" ", "  ")),
                ProbeVariant.right("spacing", "non-breaking", gold.replace(' ', '\u00a0')),
                ProbeVariant.right("punctuation", "trailing period", gold + "."),
                ProbeVariant.right("punctuation", "trailing mark", gold + "!"),
                ProbeVariant.right("quotes", "double", '"' + gold + '"'),
                ProbeVariant.right("quotes", "single", "'" + gold + "'"),
                ProbeVariant.right("quotes", "curly", '\u201c' + gold + '\u201d'));
    }

    private static List<ProbeVariant> layout(String gold) {
        return List.of(
                ProbeVariant.right("markdown", "bold", "**" + gold + "**"),
                ProbeVariant.right("markdown", "code", '`' + gold + '`'),
                ProbeVariant.right("markdown", "code block", "```\n" + gold + "\n```"),
                ProbeVariant.right("markdown", "bullet", "- " + gold),
                ProbeVariant.right("markdown", "heading", "## Answer\n\n" + gold),
                ProbeVariant.right("latex", "boxed", "\\boxed{" + gold + "}"),
                ProbeVariant.right("latex", "inline", '$' + gold + '$'),
                ProbeVariant.right("json", "object", JsonCodec.write(Map.of("answer", gold))),
                ProbeVariant.right("json", "list of one", JsonCodec.write(List.of(gold))));
    }

    private static List<ProbeVariant> prose(String gold) {
        return List.of(
                ProbeVariant.right("prose", "label", "Answer: " + gold),
                ProbeVariant.right("prose", "final answer", "Final answer: **" + gold + "**"),
                ProbeVariant.right("prose", "sentence", "The answer is " + gold + "."),
                ProbeVariant.right("prose", "sentence behind", gold + " is the answer."),
                ProbeVariant.right("prose", "tags", "<answer>" + gold + "</answer>"),
                ProbeVariant.right(
                        "prose",
                        "reasoning first",
                        "I compared the sources and checked the result twice.\n\nThe answer is " + gold + "."),
                ProbeVariant.right(
                        "prose", "remark behind", gold + "\n\nLet me know if you want to see how I found it."));
    }

    private static List<ProbeVariant> unicode(String gold) {
        return List.of(
                ProbeVariant.right("unicode", "wide characters", Disguises.wide(gold)),
                ProbeVariant.right("unicode", "zero width", Disguises.zeroWidth(gold)),
                ProbeVariant.right("unicode", "look-alikes", Disguises.homoglyphs(gold)),
                ProbeVariant.right("unicode", "decomposed", Disguises.decomposed(gold)),
                ProbeVariant.right(
                        "unicode", "typographic", gold.replace('\'', '\u2019').replace('-', '\u2013')));
    }
}
