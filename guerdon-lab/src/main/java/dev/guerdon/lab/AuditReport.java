package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.spi.AuditPolicy.Kind;
import dev.guerdon.lab.spi.KeyMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the policies of an audit earned.
 *
 * @param reward the reward's name
 * @param samples how many samples were tried
 * @param golds how many of them have a gold answer that could be found
 * @param rows what each policy earned
 */
@Experimental
public record AuditReport(String reward, int samples, int golds, List<Row> rows) {

    /** The mean that a blind policy may earn: words in common, and being right by chance. */
    public static final double CHANCE = 0.1;

    /** What the gold answer must earn on average. */
    private static final double FULL = KeyMetrics.PERFECT;

    /** Calls that took longer are told. */
    public static final Duration SLOW = Duration.ofMillis(500);

    public AuditReport {
        rows = List.copyOf(rows);
    }

    /**
     * What one policy earned.
     *
     * @param policy its name
     * @param kind what it should earn
     * @param calls how many answers were scored or failed to be
     * @param mean the mean reward of the answers that were scored, where a reward below 0 counts as 0; NaN where none was; answers that
     *     are right by chance are left out
     * @param share the share of scored answers that earned more than 0; NaN where none was
     * @param worst the answer that earned most
     * @param failures how many calls gave no score
     * @param crashes how many of them because the reward threw or returned no number
     * @param failure what the first of them said
     * @param slowest the longest call
     * @param limit the mean it may earn
     */
    public record Row(
            String policy,
            Kind kind,
            int calls,
            double mean,
            double share,
            Optional<Example> worst,
            int failures,
            int crashes,
            String failure,
            Duration slowest,
            double limit) {

        /** Whether it earns more than it should. */
        public boolean undeserved() {
            return (kind == Kind.EMPTY || kind == Kind.BLIND) && mean > limit + 1e-9;
        }

        /** Whether the gold answer does not earn what it should. */
        public boolean lost() {
            return kind == Kind.GOLD && mean < FULL;
        }

        /** How many answers are missing from the mean, for a sentence; empty for none. */
        String missing() {
            return failures == 0 ? "" : " over " + (calls - failures) + " scored answers, " + failures + " missing";
        }

        public boolean slow() {
            return slowest.compareTo(SLOW) > 0;
        }

        /** Whether there is anything to tell. */
        public boolean notable() {
            return mean > 0 || failures > 0 || slow() || lost();
        }
    }

    /** An answer that earned something. */
    public record Example(String sample, String answer, double reward) {}

    /** Something about the reward that its author should know. */
    public record Finding(Type type, String policy, String message) {}

    /** What a finding is about. */
    public enum Type {
        /** A policy that should earn nothing earns something. The audit fails. */
        UNDESERVED,
        /** The gold answer does not earn the full reward. */
        GOLD_LOST,
        /** The reward threw or returned no number. */
        CRASH,
        /** The reward says that it cannot score an answer, or passed its deadline. */
        UNSCORED,
        /** An answer earns more than 1, or the gold answer earns more when it is repeated. */
        OVERPAID,
        /** A call took long. */
        SLOW
    }

    /** Whether something was scored, and no policy earns more than it should. */
    public boolean passed() {
        return scored() && rows.stream().noneMatch(Row::undeserved);
    }

    private boolean scored() {
        return rows.stream().anyMatch(row -> row.calls() > row.failures());
    }

    public List<Finding> findings() {
        List<Finding> out = new ArrayList<>();
        for (Row row : rows) {
            if (row.undeserved()) {
                out.add(new Finding(
                        Type.UNDESERVED,
                        row.policy(),
                        String.format(
                                Locale.ROOT,
                                "earns %.3f on average (at most %.3f is deserved), and more than 0 on %.0f %% of samples%s",
                                row.mean(),
                                row.limit(),
                                100 * row.share(),
                                row.missing())));
            }
            if (row.lost()) {
                out.add(new Finding(
                        Type.GOLD_LOST,
                        row.policy(),
                        String.format(
                                Locale.ROOT,
                                "the gold answer itself earns %.3f on average%s: a right answer may go unpaid",
                                row.mean(),
                                row.missing())));
            }
            if (row.failures() > 0) {
                out.add(new Finding(
                        row.crashes() > 0 ? Type.CRASH : Type.UNSCORED,
                        row.policy(),
                        row.failures() + " of " + row.calls() + " answers could not be scored: " + row.failure()));
            }
            overpaid(row).ifPresent(message -> out.add(new Finding(Type.OVERPAID, row.policy(), message)));
            if (row.slow()) {
                out.add(new Finding(
                        Type.SLOW, row.policy(), "a call took " + row.slowest().toMillis() + " ms"));
            }
        }
        return out;
    }

    private Optional<String> overpaid(Row row) {
        double most = row.worst().map(Example::reward).orElse(0.0);
        double gold = rows.stream()
                .filter(other -> other.kind() == Kind.GOLD)
                .mapToDouble(Row::mean)
                .filter(mean -> !Double.isNaN(mean))
                .max()
                .orElse(Double.POSITIVE_INFINITY);
        if (most > 1 + 1e-9) {
            return Optional.of(String.format(Locale.ROOT, "an answer earns %.3f, more than 1", most));
        }
        if (row.kind() == Kind.HINTED && row.mean() > gold + 1e-9) {
            return Optional.of(String.format(
                    Locale.ROOT, "earns %.3f on average, more than the gold answer alone (%.3f)", row.mean(), gold));
        }
        return Optional.empty();
    }

    /** One line on what was found. */
    public String verdict() {
        if (!scored()) {
            return "unusable: no answer could be scored: "
                    + rows.stream()
                            .map(Row::failure)
                            .filter(said -> !said.isEmpty())
                            .findFirst()
                            .orElse("no samples");
        }
        long undeserved = rows.stream().filter(Row::undeserved).count();
        long judged = rows.stream()
                .filter(row -> row.kind() == Kind.EMPTY || row.kind() == Kind.BLIND)
                .count();
        boolean lost = rows.stream().anyMatch(Row::lost);
        int failures = rows.stream().mapToInt(Row::failures).sum();
        return (undeserved == 0
                        ? "passed: none of " + judged + " policies that should earn nothing does"
                        : "failed: " + undeserved + " of " + judged + " policies that should earn nothing do")
                + (golds == 0 ? "; no gold answers were found, so the gold policies were not tried" : "")
                + (lost ? "; but the gold answer does not earn the full reward" : "")
                + (failures > 0
                        ? "; " + failures + " answers could not be scored and are missing from these figures"
                        : "");
    }
}
