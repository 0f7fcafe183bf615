package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IterateCommandTest {

    private static final String PLAN = """
        suite: minilab
        tasks: 0-3
        accept: mean
        seed: 7
        champion: {name: random, model: policy:minilab-random}
        candidates:
          - {name: gold, model: policy:minilab-gold}
          - {name: random again, model: policy:minilab-random}
        """;

    @TempDir
    Path folder;

    private Result iterate(String plan, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("plan.yaml"), plan);
        String[] all = new String[more.length + 4];
        all[0] = "iterate";
        all[1] = file.toString();
        all[2] = "--runs";
        all[3] = folder.resolve("runs").toString();
        System.arraycopy(more, 0, all, 4, more.length);
        return Cli.run(all);
    }

    @Test
    void keepsWhatHelpsRollsBackWhatHarmsAndReports() throws IOException {
        Result result = iterate(PLAN);
        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).contains("1/2 gold", "kept: The average reward rose by", "rolled back: ");
        assertThat(result.out())
                .containsPattern("random +\\d\\.\\d{3} .* start\n")
                .containsPattern("gold +1\\.000 +1\\.000 / 1\\.000 +4/4 +kept")
                .containsPattern("random again .*rolled back");
        Path report = Path.of(
                result.out().substring(result.out().indexOf("report: ") + 8).strip());
        assertThat(report).content().contains("One change did not pay off and was rolled back: “random again”.");
    }

    @Test
    void resumeOfACompleteSessionRunsNothingAgain() throws IOException {
        iterate(PLAN, "--quiet");
        Json json =
                JsonCodec.read(iterate(PLAN, "--quiet", "--resume", "--json").out(), "output");
        assertThat(json.get("complete").asBoolean()).isTrue();
        List<Json> decisions = json.get("decisions").asList();
        assertThat(decisions.stream().map(one -> one.get("decision").asString()))
                .containsExactly("start", "kept", "rolled_back");
        assertThat(json.get("champion").asString())
                .isEqualTo(decisions.get(1).get("run").asString());
        try (var runs = Files.list(folder.resolve("runs"))) {
            assertThat(runs.filter(run -> run.getFileName().toString().startsWith("run_")))
                    .hasSize(3);
        }
    }

    @Test
    void badPlanIsRefusedWithItsLine() throws IOException {
        Result result = iterate("suite: minilab\ncandidatez: []\n");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("plan.yaml:2").contains("did you mean 'candidates'");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void planThatIsNotThereIsNamed() {
        Result result = Cli.run("iterate", folder.resolve("none.yaml").toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("there is no plan").contains("none.yaml");
    }

    private static final String TESTED = """
        suite: minilab
        seed: 7
        champion: {name: random, model: policy:minilab-random}
        candidates:
          - {name: gold, model: policy:minilab-gold}
        accept: {holdout: 1}
        """;

    @Test
    void usualRuleTellsItsPowerConfirmsTheWinnerAndSaysSo() throws IOException {
        Result result = iterate(TESTED);
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err())
                .contains(
                        "1 task of 8",
                        "set apart",
                        "this plan can only notice gains above ",
                        "Chance explains this badly (p = ")
                .contains("confirmation: gold, again", "confirmation: random, again");
        assertThat(result.out())
                .contains("Run again with fresh seeds, the champion earns ", "On 1 task that no change had seen");
        Result json = iterate(TESTED, "--json", "--quiet");
        Json confirmation = JsonCodec.read(json.out(), "the session").get("confirmation");
        assertThat(confirmation.get("runs").asList()).hasSize(2);
        assertThat(confirmation.get("gain").asDouble()).isPositive();
        assertThat(json.err()).isEmpty();
    }

    @Test
    void planThatCanKeepNothingIsRefusedUnlessAnyway() throws IOException {
        String few = TESTED.replace("seed: 7", "seed: 7\ntasks: 0-3").replace("holdout: 1", "holdout: none");
        Result refused = iterate(few);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("can keep no change", "at least 5 tasks, and has 4", "--anyway");
        assertThat(iterate(few, "--anyway").exitCode()).isZero();
    }

    @Test
    void hopelessPlanEndsAfterTheChampionAndSaysHowToGoOn() throws IOException {
        String perfect = TESTED.replace("minilab-random", "minilab-gold");
        Result refused = iterate(perfect);
        assertThat(refused.exitCode()).isEqualTo(3);
        assertThat(refused.err())
                .contains(
                        "notices no gain at all",
                        "--resume --runs " + folder.resolve("runs") + " --anyway' goes on with them");
        Result on = iterate(perfect, "--resume", "--anyway");
        assertThat(on.exitCode()).as(on.err()).isZero();
    }
}
