package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.ArrayList;
import java.util.List;

/**
 * What a session of {@code guerdon iterate} has done so far.
 *
 * @param plan the text of the plan
 * @param decisions what was decided, in order
 * @param running the run of the change that is tried now, empty if there is none or it has not begun
 * @param again the runs of the confirmation at the end: the winner again, then the start again
 */
@Experimental
public record StoredSession(String plan, List<Decision> decisions, String running, List<String> again) {

    public StoredSession {
        decisions = List.copyOf(decisions);
        again = List.copyOf(again);
    }

    /** Returns a session that has done nothing yet. */
    public static StoredSession begin(String plan) {
        return new StoredSession(plan, List.of(), "", List.of());
    }

    /** Returns the session once a run of the step under way has begun. */
    public StoredSession running(String run) {
        return new StoredSession(plan, decisions, run, again);
    }

    /** Returns the session after one more decision. */
    public StoredSession decided(Decision decision) {
        List<Decision> all = new ArrayList<>(decisions);
        all.add(decision);
        return new StoredSession(plan, all, "", again);
    }

    /** Returns the session after one more run of the confirmation. */
    public StoredSession confirmedBy(String run) {
        List<String> all = new ArrayList<>(again);
        all.add(run);
        return new StoredSession(plan, decisions, "", all);
    }

    /**
     * Verdict on a change.
     *
     * @param change the change, in the words of whoever proposed it
     * @param run the run that tried it, empty if none came about
     * @param against the run that it was compared with, empty for the first
     * @param verdict what became of it
     * @param reason why, in a sentence
     * @param regressions the tasks that lost reward
     */
    public record Decision(
            String change, String run, String against, Verdict verdict, String reason, List<String> regressions) {

        public Decision {
            regressions = List.copyOf(regressions);
        }

        /** Verdict on a change. */
        public enum Verdict {
            /** The state that everything began with. */
            START("start"),
            KEPT("kept"),
            ROLLED_BACK("rolled back"),
            /** Too many rewards are missing: they could have turned the decision, so the state stays as it was. */
            UNDECIDED("undecided"),
            /** It could not be tried. */
            FAILED("failed");

            private final String words;

            Verdict(String words) {
                this.words = words;
            }

            public String words() {
                return words;
            }
        }
    }
}
