package dev.guerdon.lab.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.LabException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionFolderTest {

    @ParameterizedTest
    @ValueSource(strings = {SessionFolder.STATE, SessionFolder.OUTCOME})
    void sessionWithoutItsPlanIsNamed(String name, @TempDir Path runs) throws Exception {
        Files.writeString(SessionFolder.fresh(runs, "session", "a").resolve(name), "{}");
        AcceptanceRule rule =
                new AcceptanceRule(AcceptanceRule.Test.MEAN, 0.05, 0, false, -1, List.of(), 1, Double.NaN, "", true);
        IterationPlan plan = Sessions.plan(rule, new ImprovePlan.Budget(0, 0, 0, Duration.ZERO, 10, 0))
                .base();
        assertThatThrownBy(() -> SessionFolder.latest(runs, name, plan))
                .isInstanceOf(LabException.class)
                .hasMessageContainingAll(name, "damaged", "expected a string");
    }
}
