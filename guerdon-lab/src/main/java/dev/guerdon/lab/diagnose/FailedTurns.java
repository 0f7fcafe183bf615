package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Gathers the turns in which one kind of thing went wrong, and judges how much of the episode they cost. */
final class FailedTurns {

    private static final int MAX_EVIDENCE = 4;

    private FailedTurns() {}

    /**
     * The finding of a rule that looks for turns that failed.
     *
     * @param failure what went wrong in a turn, empty where nothing did
     * @param what what went wrong, in words behind a count: {@code "tool call failed"}
     * @param unanswered how sure the rule is at least where there was no answer
     * @param answered how sure it is at least where there was a wrong one
     */
    static Optional<Finding> examine(
            DiagnosisRule rule,
            DiagnosisCase episode,
            Function<Turn, String> failure,
            String what,
            double unanswered,
            double answered) {
        List<Evidence> evidence = new ArrayList<>();
        int count = 0;
        for (Turn turn : episode.turns()) {
            String text = failure.apply(turn);
            if (!text.isEmpty()) {
                count++;
                if (evidence.size() < MAX_EVIDENCE) {
                    evidence.add(Evidence.at(turn.index(), Figures.quote(text)));
                }
            }
        }
        if (count == 0) {
            return Optional.empty();
        }
        double share = count / (double) episode.turns().size();
        double certainty = episode.answered() ? answered : unanswered;
        if (episode.answered() && episode.goldSeen()) {
            // The failure was overcome: the answer was in sight.
            certainty /= 2;
        }
        return Optional.of(Finding.of(
                        rule,
                        certainty + 0.25 * share,
                        what + " in " + count + " of "
                                + Figures.times(episode.turns().size(), "step") + ".")
                .because(evidence)
                .wouldAtMost(episode));
    }
}
