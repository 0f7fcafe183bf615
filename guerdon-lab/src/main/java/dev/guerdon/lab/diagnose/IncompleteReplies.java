package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.ModelReply.Finish;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the replies of an episode of which a part is missing. */
final class IncompleteReplies {

    private static final int MOST_EVIDENCE = 4;
    private static final int SHOWN = 60;
    private static final List<String> NAMES =
            List.of(TurnInfo.REPLY_FINISH, "finish_reason", "stop_reason", "done_reason", "finishReason");

    private IncompleteReplies() {}

    /** Surest where it was the last reply: whatever else is wrong with the answer, it is not the answer that the model meant. */
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
                : " in " + count + " of " + Figures.times(episode.turns().size(), "step");
        double certainty = last && !mostlyUnreadable(episode) ? 0.97 : 0.35 + 0.35 * share;
        return Optional.of(Finding.of(rule, certainty, what + where + ".")
                .because(evidence)
                .wouldAtMost(episode));
    }

    /** A model whose whole replies cannot be read has another trouble than the length of its last one. */
    private static boolean mostlyUnreadable(DiagnosisCase episode) {
        long whole = episode.turns().stream()
                .filter(turn -> !said(turn).incomplete())
                .filter(turn -> !Failures.unreadable(turn).isEmpty())
                .count();
        return whole > 1 && whole * 2 >= episode.turns().size();
    }

    /** Why a reply ended, by whichever name a run keeps it. */
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
                : Figures.quote(text.length() > SHOWN ? text.substring(text.length() - SHOWN) : text);
    }
}
