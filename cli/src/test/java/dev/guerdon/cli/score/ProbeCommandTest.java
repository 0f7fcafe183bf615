package dev.guerdon.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.JsonCodec;
import org.junit.jupiter.api.Test;

class ProbeCommandTest {

    @Test
    void tableHasEveryVariantAndTheVerdictLast() {
        Result result = Cli.run("probe", "--reward", "qa_f1_reward", "--gold", "Franz Kafka", "--answer", "Kafka");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out().lines())
                .anyMatch(line -> line.matches("exact +as it is +Franz Kafka +1\\.0000"))
                .anyMatch(line -> line.matches(" +line end +Franz Kafka\\\\n +1\\.0000"))
                .anyMatch(line -> line.matches("yours +answer 1 +Kafka +0\\.6667"));
        assertThat(result.out().lines().toList().getLast()).startsWith("sensitive: ");
    }

    @Test
    void jsonHasTheSame() {
        Result result = Cli.run("probe", "--reward", "qa_em_reward", "--gold", "42", "--answer", "43", "--json");
        Json report = JsonCodec.read(result.out(), "standard output");
        assertThat(report.get("kind").asString()).isEqualTo("number");
        assertThat(report.get("gold_reward").asDouble()).isEqualTo(1);
        Json last = report.get("variants").asList().getLast();
        assertThat(last.get("group").asString()).isEqualTo("yours");
        assertThat(last.get("answer").asString()).isEqualTo("43");
        assertThat(last.get("reward").asDouble()).isZero();
    }

    @Test
    void fieldsAreJsonOrText() {
        Result result = Cli.run(
                "probe",
                "--reward",
                "qa_f1_reward_tool",
                "--gold",
                "Nile",
                "--field",
                "trajectory=[{\"role\":\"tool\",\"content\":\"a\"}]",
                "--field",
                "question=Which river = long?",
                "--json");
        assertThat(JsonCodec.read(result.out(), "standard output")
                        .get("gold_reward")
                        .asDouble())
                .isEqualTo(1);
    }

    @Test
    void variantThatCannotBeScoredMakesTheExitCodeOne() {
        Result result = Cli.run("probe", "--reward", "alfworld_episode_reward", "--gold", "x", "--field", "task_id=1");
        assertThat(result.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(result.out()).contains("unusable: the gold answer itself cannot be scored");
    }

    @Test
    void wrongNameGetsASuggestion() {
        Result result = Cli.run("probe", "--reward", "qa_f1_rewrad", "--gold", "x");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("did you mean 'qa_f1_reward'");
    }
}
