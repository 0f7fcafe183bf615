package dev.guerdon.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds the tables of docs/scale.md to what the simulator says; {@code ./dev simulate-cluster page} prints them anew. */
class ScalePageTest {

    private static String page() throws IOException {
        return Files.readString(Path.of(System.getProperty("guerdon.root"), "docs", "scale.md"));
    }

    @Test
    void theTableOfTrialsIsTheSimulators() throws IOException {
        assertThat(page()).contains(Page.trials(Calibration.read()));
    }

    @Test
    void theTableOfSizesIsTheSimulators() throws IOException {
        assertThat(page()).contains(Page.sizes(Calibration.read()));
    }

    @Test
    @Tag("slow")
    void theTablesOfScoringAndRolloutsAreTheSimulators() throws IOException {
        Calibration calibration = Calibration.read();
        assertThat(page()).contains(Page.scoring(calibration)).contains(Page.rollouts(calibration));
    }

    @Test
    void everyFigureNamesItsCommandAndConditions() throws IOException {
        Calibration.read().figures().forEach((name, figure) -> {
            assertThat(figure.command()).as("command of " + name).isNotBlank();
            assertThat(figure.conditions()).as("conditions of " + name).isNotBlank();
        });
    }

    /** The figures come from these trials and others; a simulator that is off by more than a third has lost its ground. */
    @Test
    void theSimulatorAgreesWithWhatWasMeasured() throws IOException {
        Calibration calibration = Calibration.read();
        assertThat(calibration.trials()).anyMatch(trial -> !trial.fitted());
        for (Calibration.Trial trial : calibration.trials()) {
            assertThat(Trials.simulate(calibration, trial) / trial.cpuSeconds())
                    .as(trial.toString())
                    .isBetween(0.67, 1.5);
        }
    }
}
