package dev.guerdon.viewer.session;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Decision;
import dev.guerdon.viewer.trace.Difference;
import dev.guerdon.viewer.trace.Passage;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A session on a page.
 *
 * @param outcome what it came to, in words
 * @param entries the candidates in the order in which they were tried
 * @param lineage the states that stood, from the start to the last
 * @param again the runs of the confirmation
 * @param running the run that goes on; null for none
 */
@Internal
public record SessionView(
        String name,
        String outcome,
        Passage plan,
        List<Entry> entries,
        List<String> lineage,
        List<Place> again,
        @Nullable Place running) {

    public SessionView {
        entries = List.copyOf(entries);
        lineage = List.copyOf(lineage);
        again = List.copyOf(again);
    }

    /** A run and where it is. */
    public record Place(String name, String address) {}

    /**
     * A candidate.
     *
     * @param verdict what became of it
     * @param facts further facts, in a few words each: who proposed it, for which cause, what it gained
     * @param parent the change that it was tried on top of; empty for the start
     * @param reward its average in words; empty where nobody knows
     * @param run the run that tried it; null for none
     * @param compare where it is compared with what stood before; empty for nowhere
     * @param settings what was changed
     * @param regressions the tasks that lost reward, with both traces
     */
    public record Entry(
            int number,
            String change,
            Verdict verdict,
            String reason,
            List<String> facts,
            String parent,
            String reward,
            @Nullable Place run,
            String compare,
            List<Setting> settings,
            List<Place> regressions) {}

    /** What became of a candidate in words, how that looks, and a word for styles. */
    public record Verdict(String words, String look, String kind) {

        static Verdict of(Decision.Verdict verdict) {
            String look = switch (verdict) {
                case START -> "info";
                case KEPT -> "good";
                case ROLLED_BACK -> "";
                case UNDECIDED -> "warn";
                case FAILED -> "bad";
            };
            return new Verdict(
                    verdict.words(),
                    look,
                    verdict.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
    }

    /**
     * A setting that was changed.
     *
     * @param difference how a section of the prompt changed; null for what is no section
     */
    public record Setting(
            String name,
            String before,
            String after,
            @Nullable Difference difference) {}
}
