package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.StoredRuns;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RescoreCommandTest {

    @TempDir
    Path folder;

    private String run = "";

    @BeforeEach
    void storeRun() {
        run = new StoredRuns(folder).add("made-up", List.of("42", "it is 42", "41"), 1, 0, 0, 1, 0, 0);
    }

    private Result rescore(String... arguments) {
        String[] all = new String[arguments.length + 4];
        all[0] = "rescore";
        all[1] = run;
        all[2] = "--runs";
        all[3] = folder.toString();
        System.arraycopy(arguments, 0, all, 4, arguments.length);
        return Cli.run(all);
    }

    @Test
    void listsEveryFlipOfAnotherReward() throws IOException {
        Path source = Files.writeString(folder.resolve("Lenient.java"), """
            import dev.guerdon.api.Reward;

            public class Lenient {
                @Reward("lenient")
                public static double lenient(String finalResponse, String answer) {
                    return finalResponse.contains(answer) ? 1 : 0;
                }
            }
            """);
        Result result = rescore("--reward", "lenient", "--source", source.toString());
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains(run + ", 6 episodes: qa_em_reward 0.333, lenient 0.667")
                .contains("2 flips, 0 other changes")
                .containsPattern("flip +t1 +0\\.000 +1\\.000 +it is 42 +42")
                .containsPattern("flip +t4 +0\\.000 +1\\.000 +it is 42 +42");
    }

    @Test
    void keptRunCanBeCompared() {
        Result result = rescore("--reward", "qa_f1_reward", "--save", "--json");
        assertThat(result.exitCode()).isZero();
        Json json = JsonCodec.read(result.out(), "standard output");
        assertThat(json.get("flips").asInt()).isZero();
        assertThat(json.get("changes").asList()).hasSize(2);
        String saved = json.get("saved").asString();
        Result compared = Cli.run("compare", run, saved, "--runs", folder.toString());
        assertThat(compared.exitCode()).isZero();
        assertThat(compared.err())
                .contains("note: the runs were scored with different rewards, qa_em_reward and qa_f1_reward");
        assertThat(compared.out()).contains("2 fixed, 0 regressed");
    }

    @Test
    void rewardOfALiveEnvironmentSaysWhyItCannotScore() {
        Result result = rescore("--reward", "alfworld_episode_reward");
        assertThat(result.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(result.out())
                .contains("6 episodes could not be scored, and are missing: RESOURCE")
                .contains("run the task again with this reward instead")
                .contains("alfworld_episode_reward n/a (6 missing)")
                .contains("0 flips, 0 other changes, 6 scored by only one of the rewards")
                .doesNotContain("worse")
                .containsPattern("missing +t0 +1\\.000 +unscored");
    }

    @Test
    void namesTypedWrongGetASuggestion() {
        Result result = rescore("--reward", "qa_f1_rewrad");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("did you mean 'qa_f1_reward'");
    }
}
