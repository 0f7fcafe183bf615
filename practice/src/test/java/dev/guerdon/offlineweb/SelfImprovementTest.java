package dev.guerdon.offlineweb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.ImprovementSession;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.ImprovementListener;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The plan of examples/self-improvement on fewer questions of another seed; {@code ./dev prove-improve} runs it in full. */
@Tag("rare")
@Timeout(900)
class SelfImprovementTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void remediesAloneLeadFromNothingToAGoodAgentOnQuestionsThatNothingSaw() throws Exception {
        Path example = Path.of(System.getProperty("guerdon.root"), "examples", "self-improvement");
        String plan = Files.readString(example.resolve("generated.yaml"), StandardCharsets.UTF_8)
                .replace("generated-2026x480", "generated-77x96")
                // With fewer questions there is no promise; the policy has no noise, and needs none.
                .replace("accept: {test: sequential, alpha: 0.05}", "accept: {test: mean}");
        Path file = folder.resolve("plan.yaml");
        Files.writeString(file, plan);
        Files.copy(example.resolve("one-timezone.md"), folder.resolve("one-timezone.md"));
        ImprovementSession.Result result = ImprovementSession.start(
                        Registry.discover(),
                        new RunStore(folder.resolve("runs")),
                        file,
                        ImprovementSession.Options.USUAL)
                .run(new ImprovementListener() {});
        assertThat(result.complete()).isTrue();
        assertThat(result.changes().getFirst().reward()).isLessThan(0.1);
        String settings = Files.readString(result.champion().resolve("champion.yaml"));
        assertThat(settings).doesNotContain("timezone=PST").doesNotContain("\"blocked_domains\": \"localhost\"");
        assertThat(result.changes())
                .filteredOn(change -> change.title().matches("one timezone for all|no site of this machine"))
                .isNotEmpty()
                .allMatch(change -> change.verdict() != Verdict.KEPT);
        // 90 % of what the best settings earn, which is 1.
        assertThat(result.confirmation()).containsPattern("the champion earns (?:0\\.9\\d\\d|1\\.000)");
        assertThat(result.refuted()).isFalse();
    }
}
