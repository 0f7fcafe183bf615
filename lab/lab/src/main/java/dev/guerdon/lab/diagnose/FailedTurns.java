package dev.guerdon.lab.diagnose;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Gathers the turns in which one kind of thing went wrong, and judges how much of the episode they cost. */
final class FailedTurns {

    private static final int MAX_EVIDENCE = 4;

    /** So many characters are more than a word on how it went. */
    private static final int CONTENT = 80;

    /** How sure a rule is of a failure after which the agent saw the answer all the same. */
    private static final double OVERCOME = 0.15;

    private FailedTurns() {}

    /**
     * Returns the finding of a rule that looks for turns that failed.
     *
     * <p>A failure that was overcome is no cause: the gold answer was in sight, or most of the other turns went well and the last one did.
     *
     * @param failure what went wrong in a turn, empty where nothing did
     * @param what what went wrong, in words behind a count: {@code "tool call failed"}
     * @param more how much surer the rule is than others of its kind
     */
    static Optional<Finding> examine(
            DiagnosisRule rule, DiagnosisCase episode, Function<Turn, String> failure, String what, double more) {
        List<Evidence> evidence = new ArrayList<>();
        int count = 0;
        boolean last = false;
        boolean since = false;
        for (Turn turn : episode.turns()) {
            String text = failure.apply(turn);
            last = !text.isEmpty();
            since = !last
                    && (since
                            || turn.observation().length() >= CONTENT
                            || turn.observation().startsWith("{"));
            if (last) {
                count++;
                if (evidence.size() < MAX_EVIDENCE) {
                    evidence.add(Evidence.at(turn.index(), DisplayFormat.quote(text)));
                }
            }
        }
        if (count == 0) {
            return Optional.empty();
        }
        double share = count / (double) episode.turns().size();
        return Optional.of(Finding.of(
                        rule,
                        certainty(episode, share, last, since) + more,
                        what + " in " + count + " of "
                                + DisplayFormat.times(episode.turns().size(), "step") + ".")
                .because(evidence)
                .wouldAtMost(episode));
    }

    /** Returns how sure it is; an agent that was shown something afterwards, and answered, had overcome it. */
    private static double certainty(DiagnosisCase episode, double share, boolean last, boolean since) {
        double atTheEnd = last ? 0.1 : 0;
        if (episode.answered()) {
            return episode.goldSeen() || (since && share < 0.5) ? OVERCOME : 0.15 + 0.5 * share + atTheEnd;
        }
        boolean overcome = (share < 0.34 && !last) || (episode.goldSeen() && !last);
        return overcome ? 0.4 : 0.52 + 0.3 * share + atTheEnd;
    }
}
