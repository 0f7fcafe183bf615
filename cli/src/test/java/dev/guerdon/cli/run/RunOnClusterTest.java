package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.cluster.InlineCluster;
import dev.guerdon.cli.spi.Cluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunOnClusterTest {

    @TempDir
    Path folder;

    private final List<String> masters = new ArrayList<>();

    @BeforeEach
    void provide() {
        Cluster.Provider.HERE.set((master, name, settings, tries, notices) -> {
            if (master.contains("nowhere")) {
                throw new IllegalArgumentException("there is no cluster at " + master);
            }
            masters.add(master + " " + name + " " + settings);
            return new InlineCluster(folder, 2);
        });
    }

    @AfterEach
    void withdraw() {
        Cluster.Provider.HERE.set(null);
    }

    private Result run(String runs, String... more) {
        List<String> arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("--runs", folder.resolve(runs).toString()));
        return Cli.run(arguments.toArray(String[]::new));
    }

    /** The table without the columns and lines that name times and the run. */
    private static String figures(String json) {
        return json.replaceAll("\"run\":\"[^\"]*\"", "").replaceAll("\"[a-z_/]*seconds[a-z_/]*\":[-0-9.E]+", "");
    }

    @Test
    void theSameCommandWithAClusterSaysTheSame() {
        Result here = run("here", "qa", "--limit", "5", "--json");
        Result there = run("there", "qa", "--limit", "5", "--json", "--on", "local[2]", "--conf", "spark.x=y");
        assertThat(there.err().replaceAll("run_\\w+", "RUN"))
                .isEqualTo(here.err().replaceAll("run_\\w+", "RUN"));
        assertThat(there.exitCode()).isEqualTo(here.exitCode());
        assertThat(figures(there.out())).isEqualTo(figures(here.out()));
        assertThat(masters).containsExactly("local[2] guerdon run qa {spark.x=y}");
    }

    @Test
    void aClusterRunGoesOnHereAndTheOtherWayRound() {
        assertThat(run("runs", "qa", "--limit", "4", "--budget-time", "1ms", "--on", "local[2]")
                        .exitCode())
                .isEqualTo(1);
        Result on = run("runs", "--resume", "latest", "--budget-time", "1h", "--on", "local[2]", "--json");
        assertThat(on.out()).contains("\"tasks\":4");
        assertThat(run("runs", "--resume", "latest", "--json").out()).contains("\"tasks\":4");
    }

    @Test
    void whatCannotBeDoneThereIsRefusedInASentence() {
        Result recorded = run(
                "runs",
                "qa",
                "--on",
                "spark://host:1",
                "--record",
                folder.resolve("tape").toString());
        assertThat(recorded.exitCode()).isEqualTo(2);
        assertThat(recorded.err()).contains("--record").contains("run this without --on");
        Result nowhere = run("runs", "qa", "--on", "nowhere");
        assertThat(nowhere.exitCode()).isEqualTo(2);
        assertThat(nowhere.err()).contains("there is no cluster at nowhere");
        Result alone = run("runs", "qa", "--conf", "a=b");
        assertThat(alone.exitCode()).isEqualTo(2);
        assertThat(alone.err()).contains("add --on MASTER");
    }
}
