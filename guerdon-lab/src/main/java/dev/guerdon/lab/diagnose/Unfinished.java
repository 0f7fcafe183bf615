package dev.guerdon.lab.diagnose;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells by its end that a text was not finished. */
final class Unfinished {

    /** A text that is shorter than this may be a few words that are meant so. */
    private static final int LEAST_PROSE = 60;

    private static final Pattern TAG =
            Pattern.compile("<(answer|think|tool_call|action|final)>", Pattern.CASE_INSENSITIVE);
    private static final Pattern LAST_WORD = Pattern.compile("(\\p{L}+)$");

    /** Words that no sentence ends with. */
    private static final Set<String> LEAD_ON = Set.of(
            "the", "a", "an", "of", "and", "or", "but", "because", "which", "whose", "per", "from", "with", "into",
            "between", "than", "as", "their", "his", "her", "its", "our", "my", "your", "is", "are", "was", "were",
            "be", "been", "has", "have", "had", "will", "would", "should", "could", "must", "if", "when", "while",
            "where", "that", "to", "by", "for", "at");

    private Unfinished() {}

    /** What is missing at the end; nothing where the text may be whole. */
    static Optional<String> why(String text) {
        String stripped = text.strip();
        if (stripped.isEmpty()) {
            return Optional.empty();
        }
        Matcher tags = TAG.matcher(stripped);
        while (tags.find()) {
            String name = tags.group(1).toLowerCase(Locale.ROOT);
            if (!stripped.toLowerCase(Locale.ROOT).substring(tags.end()).contains("</" + name + ">")) {
                return Optional.of("<" + name + "> is never closed");
            }
        }
        if (count(stripped, "```") % 2 == 1) {
            return Optional.of("a block of code is never closed");
        }
        if ((stripped.startsWith("{\"") || stripped.startsWith("[{\"")) && CutMarks.open(stripped)) {
            return Optional.of("the JSON is never closed");
        }
        Matcher word = LAST_WORD.matcher(stripped);
        if (stripped.length() >= LEAST_PROSE && word.find() && LEAD_ON.contains(word.group(1))) {
            return Optional.of("no sentence ends with “" + word.group(1) + "”");
        }
        return stripped.length() >= LEAST_PROSE && (stripped.endsWith(",") || stripped.endsWith("("))
                ? Optional.of("the sentence goes on")
                : Optional.empty();
    }

    private static int count(String text, String part) {
        int found = 0;
        for (int i = text.indexOf(part); i >= 0; i = text.indexOf(part, i + part.length())) {
            found++;
        }
        return found;
    }
}
