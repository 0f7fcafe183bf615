package dev.guerdon.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.core.base.JsonCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {

    @Test
    void tellsWhatWorksOnThisMachine() {
        Result result = Cli.run("doctor");
        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines().skip(1))
                .allMatch(line -> line.startsWith("ok  ") || line.startsWith("--  "))
                .anyMatch(line -> line.startsWith("ok  java ") && line.contains(System.getProperty("java.home")))
                .anyMatch(line -> line.startsWith("ok  --source ") && line.contains("can be compiled"))
                .anyMatch(line -> line.startsWith("ok  temporary files "));
    }

    @Test
    void sameAsJson() {
        Result result = Cli.run("doctor", "--json");
        List<Json> checks = JsonCodec.read(result.out(), "standard output").asList();
        assertThat(checks)
                .extracting(check -> check.get("part").asString())
                .contains("java", "machine", "rewards", "spark")
                .doesNotHaveDuplicates();
        assertThat(checks).allSatisfy(check -> {
            assertThat(check.get("detail").asString()).isNotBlank();
            assertThat(check.get("ok").value()).isInstanceOf(Boolean.class);
        });
        assertThat(Cli.run("doctor").out()).hasLineCount(checks.size() + 1);
    }
}
