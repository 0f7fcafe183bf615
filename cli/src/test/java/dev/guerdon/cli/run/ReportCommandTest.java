package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.StoredRuns;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {

    @TempDir
    Path folder;

    private String first = "";
    private String second = "";

    @BeforeEach
    void storeRuns() {
        StoredRuns runs = new StoredRuns(folder);
        first = runs.add("made-up", List.of("no"), 0, 0);
        second = runs.add("made-up", List.of("42"), 1, 1);
    }

    @Test
    void reportOnOneRunGoesIntoItsFolder() {
        Result result = Cli.run("report", "--runs", folder.toString(), second);
        assertThat(result.exitCode()).isZero();
        Path file = folder.resolve(second).resolve("report.html");
        assertThat(result.out().strip()).isEqualTo(file.toString());
        assertThat(file).content().contains("<!DOCTYPE html>", "Its average reward is 1.000.");
    }

    @Test
    void reportOnSeveralTellsTheirCourse() {
        Path file = folder.resolve("out.md");
        assertThat(Cli.run("report", "--runs", folder.toString(), first, second, "--out", file.toString())
                        .exitCode())
                .isZero();
        assertThat(file).content().contains("The average reward rose from 0.000 to 1.000 over 2 runs on 2 tasks.");
    }

    @Test
    void unknownRunIsRefused() {
        assertThat(Cli.run("report", "--runs", folder.toString(), "nothing").exitCode())
                .isEqualTo(2);
    }
}
