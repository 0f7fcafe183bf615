package dev.guerdon.lab.diagnose;

import dev.guerdon.api.agent.ModelReply.Finish;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.lab.diagnose.CutText.CutMarks;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the replies of an episode of which a part is missing. */
final class IncompleteReplies {

    private static final int MOST_EVIDENCE = 4;
    private static final int SHOWN = 60;
    private static final List<String> NAMES =
            List.of(TurnInfo.REPLY_FINISH, "finish_reason", "stop_reason", "done_reason", "finishReason");

    private IncompleteReplies() {}

    /** Surest if it was the last reply: whatever else is wrong with the answer, it is not the answer that the model meant. */
    static Optional<Finding> examine(DiagnosisRule rule, DiagnosisCase episode, Finish finish, String what) {
        List<Evidence> evidence = new ArrayList<>();
        int count = 0;
        boolean last = false;
        for (Turn turn : episode.turns()) {
            Finish said = said(turn);
            last = said == Finish.UNKNOWN ? last : said == finish;
            if (said == finish) {
                count++;
                if (evidence.size() < MOST_EVIDENCE) {
                    evidence.add(Evidence.at(turn.index(), "the reply ends with " + end(turn.reply())));
                }
            }
        }
        if (count == 0) {
            return Optional.empty();
        }
        double share = count / (double) episode.turns().size();
        String where = last
                ? " in the last step"
                : " in " + count + " of " + DisplayFormat.times(episode.turns().size(), "step");
        double certainty = last && !mostlyUnreadable(episode) ? 0.97 : 0.35 + 0.35 * share;
        return Optional.of(Finding.of(rule, certainty, what + where + ".")
                .because(evidence)
                .wouldAtMost(episode));
    }

    /** Returns a model whose whole replies cannot be read has another trouble than the length of its last one. */
    private static boolean mostlyUnreadable(DiagnosisCase episode) {
        long whole = episode.turns().stream()
                .filter(turn -> !said(turn).incomplete())
                .filter(turn -> !TurnFailures.unreadable(turn).isEmpty())
                .count();
        return whole > 1 && whole * 2 >= episode.turns().size();
    }

    /** Returns why a reply ended, by whichever name a run keeps it. */
    static Finish said(Turn turn) {
        return NAMES.stream()
                .map(name -> Finish.of(DiagnosisCase.text(turn, name)))
                .filter(finish -> finish != Finish.UNKNOWN)
                .findFirst()
                .orElse(Finish.UNKNOWN);
    }

    static String end(String reply) {
        String text = reply.strip();
        return text.isEmpty()
                ? "nothing: it is empty"
                : DisplayFormat.quote(text.length() > SHOWN ? text.substring(text.length() - SHOWN) : text);
    }

    /** Tells by its end that a text was not finished. */
    static final class Unfinished {

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

        /** Returns what is missing at the end; nothing where the text may be whole. */
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
}
