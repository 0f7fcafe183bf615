package dev.guerdon.junit;

import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.Audit;
import dev.guerdon.lab.AuditReport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;

/** Checks of one reward. */
public final class RewardAssert {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final RewardEntry reward;

    RewardAssert(RewardEntry reward) {
        this.reward = reward;
    }

    /** Scores a sample. */
    public ScoreAssert on(Sample sample) {
        return new ScoreAssert(reward.name(), sample.id(), score(reward, sample));
    }

    /**
     * Scores a sample.
     *
     * @param json a line as {@code guerdon score} reads it, such as {@code {"final_response": "Lima", "answer": "Lima"}}
     */
    public ScoreAssert on(String json) {
        byte[] line = json.strip().getBytes(StandardCharsets.UTF_8);
        return on(new LineDecoder(List.of(reward)).decode(line, 0, line.length, 1));
    }

    /** Scores an answer to a task with these fields. */
    public ScoreAssert on(String finalResponse, Map<String, @Nullable Object> fields) {
        return on(Sample.of("sample", finalResponse, List.of(), fields));
    }

    /**
     * Answers the samples of a file with policies that have solved nothing, and fails where one of them is paid, as
     * {@code guerdon audit} does.
     */
    public AuditReport passesAudit(Path samples) {
        return passesAudit(SampleLines.read(samples, reward));
    }

    /** The same for samples in memory. */
    public AuditReport passesAudit(List<? extends Sample> samples) {
        try (Scorer scorer = Scorer.builder().threads(1).deadline(DEADLINE).build()) {
            AuditReport report = new Audit(reward, scorer, OptionalDouble.empty(), Optional.empty()).run(samples);
            if (!report.passed()) {
                StringBuilder message = new StringBuilder(reward.name()).append(" pays for nothing");
                report.rows().stream()
                        .filter(AuditReport.Row::undeserved)
                        .forEach(row -> message.append(String.format(
                                "%n  %s: %.3f on average%s",
                                row.policy(),
                                row.mean(),
                                row.worst()
                                        .map(worst ->
                                                String.format(", %.3f on sample %s", worst.reward(), worst.sample()))
                                        .orElse(""))));
                throw new AssertionFailedError(message.toString());
            }
            return report;
        }
    }

    static Score score(RewardEntry reward, Sample sample) {
        try (Scorer scorer = Scorer.builder().threads(1).deadline(DEADLINE).build()) {
            return scorer.score(reward, sample);
        }
    }
}
