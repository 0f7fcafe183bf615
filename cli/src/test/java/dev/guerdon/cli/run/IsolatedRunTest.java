package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolatedRunTest {

    @TempDir
    Path folder;

    private Result run(String runs, String... more) {
        List<String> arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("--runs", folder.resolve(runs).toString()));
        return Cli.run(arguments.toArray(String[]::new));
    }

    /** The result without what names times and the run. */
    private static String figures(String json) {
        return json.replaceAll("\"run\":\"[^\"]*\"", "").replaceAll("\"[a-z_/]*seconds[a-z_/]*\":[-0-9.E]+", "");
    }

    @Test
    void theSameRunInProcessesSaysTheSame() {
        Result here = run("here", "qa", "--limit", "5", "--json");
        Result there = run("there", "qa", "--limit", "5", "--json", "--isolate", "--parallel", "2");
        assertThat(there.exitCode()).as(there.err()).isEqualTo(here.exitCode());
        assertThat(figures(there.out())).isEqualTo(figures(here.out()));
    }

    @Test
    void whatCannotBeDoneIsRefusedInASentence() {
        Result recorded = run(
                "runs", "qa", "--isolate", "--record", folder.resolve("tape").toString());
        assertThat(recorded.exitCode()).isEqualTo(2);
        assertThat(recorded.err()).contains("--record").contains("run this without --isolate");
    }
}
