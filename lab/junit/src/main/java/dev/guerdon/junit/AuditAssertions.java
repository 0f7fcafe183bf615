package dev.guerdon.junit;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Sample;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.Audit;
import dev.guerdon.lab.Audit.AuditReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.opentest4j.AssertionFailedError;

/** Checks that a reward pays nothing for nothing. Needs the module {@code guerdon-lab}, which {@code guerdon-junit} does not bring. */
@Experimental
public final class AuditAssertions {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private AuditAssertions() {}

    /**
     * Answers the samples of a file with policies that have solved nothing, and fails where one of them is paid, as
     * {@code guerdon audit} does.
     *
     * @param reward such as {@code assertReward("qa_f1_reward")}
     */
    public static AuditReport assertPassesAudit(RewardAssert reward, Path samples) {
        return assertPassesAudit(reward, reward.samples(samples));
    }

    /** Returns the same for samples in memory. */
    public static AuditReport assertPassesAudit(RewardAssert reward, List<? extends Sample> samples) {
        RewardEntry entry = reward.reward();
        try (Scorer scorer = Scorer.builder().threads(1).deadline(DEADLINE).build()) {
            AuditReport report = new Audit(entry, scorer).run(samples);
            if (!report.passed()) {
                throw new AssertionFailedError(message(entry.name(), report));
            }
            return report;
        }
    }

    private static String message(String reward, AuditReport report) {
        StringBuilder message = new StringBuilder(reward).append(" pays for nothing");
        report.rows().stream()
                .filter(AuditReport.Row::undeserved)
                .forEach(row -> message.append(String.format(
                        Locale.ROOT,
                        "%n  %s: %.3f on average%s%s",
                        row.policy(),
                        row.mean(),
                        row.failures() == 0 ? "" : " (" + row.failures() + " missing)",
                        row.worst()
                                .map(worst -> String.format(
                                        Locale.ROOT, ", %.3f on sample %s", worst.reward(), worst.sample()))
                                .orElse(""))));
        return message.toString();
    }
}
