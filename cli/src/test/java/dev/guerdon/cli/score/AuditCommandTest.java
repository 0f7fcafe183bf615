package dev.guerdon.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {

    private static final String QA = Checkout.REAL.resolve("examples/qa.jsonl").toString();

    @TempDir
    Path folder;

    private String containing() throws IOException {
        return Files.writeString(folder.resolve("Containing.java"), """
                        import dev.guerdon.api.Reward;

                        class Containing {
                            @Reward("containing")
                            static boolean score(String finalResponse, String answer) {
                                return finalResponse.contains(answer);
                            }
                        }
                        """).toString();
    }

    private String samples() throws IOException {
        return Files.writeString(folder.resolve("samples.jsonl"), """
                        {"id":"a","question":"Capital of Peru?","answer":"Lima","final_response":"x"}

                        not JSON
                        {"id":"b","question":"Author of The Trial?","answer":"Franz Kafka","final_response":"x"}
                        """).toString();
    }

    @Test
    void rewardThatPaysNothingForNothingPasses() {
        Result result = Cli.run("audit", "--reward", "qa_f1_reward", "--in", QA);
        assertThat(result.exitCode()).as(result.out()).isZero();
        assertThat(result.out()).contains("repeated: GOLD GOLD GOLD").contains("passed: none of ");
    }

    @Test
    void rewardThatCanBeFooledExitsWithOne() throws IOException {
        Result result = Cli.run("audit", "--reward", "containing", "--source", containing(), "--in", samples());
        assertThat(result.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(result.err()).contains("samples.jsonl: line 3 is not JSON");
        assertThat(result.out())
                .contains("undeserved: all candidates: earns 1.000 on average")
                .contains("failed: ");
    }

    @Test
    void thresholdOfOneLetsEverythingPass() throws IOException {
        Result result = Cli.run(
                "audit", "--reward", "containing", "--source", containing(), "--in", samples(), "--threshold", "1");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void jsonNamesEveryPolicy() throws IOException {
        Result result =
                Cli.run("audit", "--reward", "containing", "--source", containing(), "--in", samples(), "--json");
        Json report = JsonCodec.read(result.out(), "standard output");
        assertThat(report.get("passed").asBoolean()).isFalse();
        assertThat(report.get("samples").asInt()).isEqualTo(2);
        assertThat(report.get("policies").asList().stream()
                        .map(policy -> policy.get("policy").asString()))
                .contains("empty: (nothing)", "gold", "very long: words", "prompt echo")
                .doesNotHaveDuplicates();
        assertThat(report.get("findings").asList()).isNotEmpty();
    }

    @Test
    void parquetIsReadToo() {
        Result result = Cli.run(
                "audit",
                "--reward",
                "math_equal_reward",
                "--limit",
                "3",
                "--in",
                Checkout.REAL.resolve("examples/math.parquet").toString());
        assertThat(result.out()).contains("on 3 samples");
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() throws IOException {
        assertThat(Cli.run("audit", "--reward", "qa_f1_reward", "--in", QA, "--limit", "0")
                        .err())
                .contains("--limit must be at least 1");
        assertThat(Cli.run("audit", "--reward", "qa_f1_reward", "--in", QA, "--threshold", "-1")
                        .exitCode())
                .isEqualTo(ExitCode.REFUSED);
        String nothing = Files.writeString(folder.resolve("none.jsonl"), "\n").toString();
        assertThat(Cli.run("audit", "--reward", "qa_f1_reward", "--in", nothing).err())
                .contains("has no samples");
    }
}
