package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.StoredRuns;
import dev.guerdon.core.base.JsonCodec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnoseCommandTest {

    @TempDir
    Path folder;

    private Result diagnose(String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "diagnose";
        all[1] = "--runs";
        all[2] = folder.toString();
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return Cli.run(all);
    }

    @Test
    void namesTheCauseOfEachLossAndWhatTheBareAnswerWouldScore() {
        String run = new StoredRuns(folder).add("made-up", List.of("The answer is **42**.", "42", "no"), 0, 1, 0);
        Result result = diagnose(run);
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains(run + ": 2 episodes lost 2.000 of reward")
                .containsPattern("wrong format +1 +1\\.000 +50%")
                .containsPattern("t0 +0\\.000 +wrong format +1\\.000")
                .containsPattern("t2 +0\\.000 +wrong answer +at most 1\\.000");
    }

    @Test
    void oneTaskIsToldWithAllItsEvidence() {
        new StoredRuns(folder).add("made-up", List.of("The answer is **42**.", "42"), 0, 1);
        assertThat(diagnose("latest", "t0").out())
                .contains("t0: reward 0.000, lost 1.000", "wrong format (clear)", "submitted: ", "wrong answer (");
        assertThat(diagnose("latest", "t1").out()).contains("this episode lost no reward");
    }

    @Test
    void jsonHasTheSameFigures() {
        new StoredRuns(folder).add("made-up", List.of("The answer is **42**.", "42", "no"), 0, 1, 0);
        Json json = JsonCodec.read(diagnose("latest", "--json").out(), "output");
        assertThat(json.get("lost").asDouble()).isEqualTo(2);
        assertThat(json.get("episodes").asList()).hasSize(2);
        Json first = json.get("episodes").asList().getFirst();
        assertThat(first.get("class").asString()).isEqualTo("wrong_format");
        assertThat(first.get("finding").get("counterfactual").get("score").asDouble())
                .isEqualTo(1);
    }

    @Test
    void unknownTaskGetsASuggestion() {
        new StoredRuns(folder).add("made-up", List.of("42"), 1, 1, 1);
        Result result = diagnose("latest", "t11");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("has no episode 't11'").contains("did you mean 't1'");
    }
}
