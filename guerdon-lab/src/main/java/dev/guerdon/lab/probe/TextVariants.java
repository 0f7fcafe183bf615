package dev.guerdon.lab.probe;

import dev.guerdon.lab.spi.ProbeVariant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The ways to write a name or phrase; and phrases near it. */
final class TextVariants {

    private TextVariants() {}

    static List<ProbeVariant> of(String gold) {
        List<ProbeVariant> out = new ArrayList<>();
        String[] words = gold.strip().split("\\s+");
        out.add(ProbeVariant.right("case", "title", title(words)));
        if (gold.toLowerCase(Locale.ROOT).startsWith("the ")) {
            out.add(ProbeVariant.right("articles", "without 'the'", gold.substring(4)));
        } else {
            out.add(ProbeVariant.right("articles", "with 'the'", "the " + gold));
        }
        out.add(ProbeVariant.right("punctuation", "no hyphens", gold.replace('-', ' ')));
        out.add(ProbeVariant.right("punctuation", "no commas", gold.replace(",", "")));
        out.add(ProbeVariant.right("punctuation", "no points", gold.replace(".", "")));
        out.add(ProbeVariant.right("punctuation", "ampersand", gold.replace(" and ", " & ")));
        out.add(ProbeVariant.right("accents", "without", Disguises.bare(gold)));
        if (words.length == 2 && Arrays.stream(words).allMatch(word -> word.matches("\\p{Lu}[\\p{L}'’-]+"))) {
            out.add(ProbeVariant.right("names", "last name first", words[1] + ", " + words[0]));
            out.add(ProbeVariant.right("names", "initial", words[0].charAt(0) + ". " + words[1]));
        }
        if (words.length > 1) {
            out.add(ProbeVariant.wrong("first word only", words[0]));
            out.add(ProbeVariant.wrong("last word only", words[words.length - 1]));
            out.add(ProbeVariant.wrong(
                    "words reversed", String.join(" ", Arrays.asList(words).reversed())));
        }
        out.add(ProbeVariant.wrong("one letter off", typo(gold)));
        out.add(ProbeVariant.wrong("negated", "not " + gold));
        out.add(ProbeVariant.wrong("two answers", gold + " or something else"));
        return out;
    }

    private static String title(String[] words) {
        return Arrays.stream(words)
                .map(word -> word.isEmpty()
                        ? word
                        : word.substring(0, 1).toUpperCase(Locale.ROOT)
                                + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    private static String typo(String text) {
        int middle = text.length() / 2;
        return text.isEmpty()
                ? "x"
                : text.substring(0, middle) + 'x' + text.substring(Math.min(text.length(), middle + 1));
    }
}
