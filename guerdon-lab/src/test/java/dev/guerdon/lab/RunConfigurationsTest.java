package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.RunConfigurations.Choice;
import dev.guerdon.lab.spi.RunInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunConfigurationsTest {

    private static RunInfo run(String name, String model, Map<String, String> settings) {
        return new RunInfo(
                name,
                "",
                new RunInfo.Setup("s", "react", model, "f1", settings, List.of(), 1, 3, 9),
                RunInfo.Progress.since(Instant.EPOCH),
                new RunInfo.Origin("abc", true, Map.of("java", Map.of("version", "25"))));
    }

    @Test
    void whatIsTheSameIsConstantAndWhatDiffersHasEachValueWithItsRuns() {
        RunConfigurations found = RunConfigurations.over(
                List.of(run("a", "m1", Map.of("x", "1")), run("b", "m2", Map.of()), run("c", "m2", Map.of("x", "1"))));
        assertThat(found.constants())
                .containsEntry("agent", "react")
                .containsEntry("commit", "abc+changes")
                .containsEntry("java.version", "25")
                .doesNotContainKey("model");
        assertThat(found.variables())
                .containsOnlyKeys("model", "settings.x")
                .containsEntry("model", List.of(new Choice("m2", List.of("b", "c")), new Choice("m1", List.of("a"))))
                .containsEntry("settings.x", List.of(new Choice("1", List.of("a", "c")), new Choice("", List.of("b"))));
    }

    @Test
    void nothingVariesInOneRunAndNothingIsThereWithoutRuns() {
        assertThat(RunConfigurations.over(List.of(run("a", "m", Map.of()))).variables())
                .isEmpty();
        assertThat(RunConfigurations.over(List.of()).constants()).isEmpty();
    }
}
