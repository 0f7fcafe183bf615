package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.List;

/**
 * What became of a change.
 *
 * @param change the change, in the words of whoever proposed it
 * @param run the run that tried it, empty where none came about
 * @param against the run that it was compared with, empty for the first
 * @param verdict what became of it
 * @param reason why, in a sentence
 * @param regressions the tasks that lost reward
 */
@Experimental
public record Decision(
        String change, String run, String against, Verdict verdict, String reason, List<String> regressions) {

    public Decision {
        regressions = List.copyOf(regressions);
    }

    /** What became of a change. */
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
