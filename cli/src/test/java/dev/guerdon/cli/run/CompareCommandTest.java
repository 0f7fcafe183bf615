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

class CompareCommandTest {

    @TempDir
    Path folder;

    private String base = "";
    private String worse = "";
    private String better = "";

    @BeforeEach
    void storeRuns() {
        StoredRuns runs = new StoredRuns(folder);
        base = runs.add("made-up", List.of("a"), 1, 1, 1, 0, 0, 0, 0, 0, 1, 0.5);
        worse = runs.add("made-up", List.of("b"), 1, 0, 0, 0, 0, 0, 0, 0, 1, 0.5);
        better = runs.add("made-up", List.of("c"), 1, 1, 1, 1, 1, 1, 1, 1, 1, 0.5);
    }

    private Result compare(String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "compare";
        all[1] = "--runs";
        all[2] = folder.toString();
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return Cli.run(all);
    }

    @Test
    void tellsWhatChangedAndHowSureThatIs() {
        Result result = compare(base, worse);
        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("average reward")
                .contains("No difference is shown: the mean of " + worse + " is 0.200 lower than that of " + base)
                .contains("0 fixed, 2 regressed, 0 flaky, 8 unchanged.")
                .contains("Too little data for a verdict: with 2 tasks that differ")
                .contains("permutation test by task, exact")
                .containsPattern("settings.answers +a +b")
                .containsPattern("even +5 +0\\.600 +0\\.400 +-0\\.200")
                .containsPattern("regressed +t1 +1\\.000 +0\\.000 +-1\\.000");
    }

    @Test
    void clearDifferenceIsCalledOne() {
        Result result = compare(worse, better);
        assertThat(result.out())
                .contains(better + " is better than " + worse + " by 0.700 (95 % interval 0.")
                .contains("p = 0.016, 10 tasks)");
    }

    @Test
    void gateFailsOnARegressionAndPassesOtherwise() {
        Result failed = compare(base, worse, "--gate");
        assertThat(failed.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(failed.out())
                .contains("gate failed for " + worse)
                .contains("fail  max_drop: the mean dropped by 0.200, more than the 0.050 allowed");
        assertThat(compare(base, better, "--gate").exitCode()).isZero();
        assertThat(compare(base, base, "--gate").out()).contains("gate passed");
    }

    @Test
    void gateMayStandAnywhere() {
        assertThat(compare("--gate", base, worse).exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(compare(base, "--gate", worse).exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(compare("--gate", worse, base).exitCode()).isZero();
    }

    @Test
    void policyDecides() throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.yaml"), "max_drop: 0.3\nnever_regress: [t0]\n");
        assertThat(compare(base, worse, "--gate", policy.toString()).exitCode()).isZero();
        Files.writeString(policy, "max_drop: 0.3\nnever_regress: [t1]\n");
        assertThat(compare(base, worse, "--gate", policy.toString()).exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        Files.writeString(policy, "max_dorp: 0.3\n");
        Result wrong = compare(base, worse, "--gate", policy.toString());
        assertThat(wrong.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(wrong.err()).contains("did you mean 'max_drop'?");
    }

    @Test
    void everyCandidateMustPass() {
        Result result = compare(base, better, worse, "--gate", "--json");
        assertThat(result.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        Json json = JsonCodec.read(result.out(), "standard output");
        assertThat(json.get("passed").asBoolean()).isFalse();
        assertThat(json.get("candidates").asList())
                .extracting(one -> one.get("gate").get("passed").asBoolean())
                .containsExactly(true, false);
    }

    @Test
    void sameAsJson() {
        Json json = JsonCodec.read(compare(base, worse, "--json").out(), "standard output");
        assertThat(json.get("base").get("avg_reward").asDouble()).isEqualTo(0.45);
        Json candidate = json.get("candidates").asList().getFirst();
        assertThat(candidate.get("run").asString()).isEqualTo(worse);
        assertThat(candidate.get("difference").get("mean").asDouble()).isEqualTo(-0.2);
        assertThat(candidate.get("difference").get("p_value").asDouble()).isEqualTo(0.5);
        assertThat(candidate.get("regressed").asList())
                .extracting(one -> one.get("task").asString())
                .containsExactly("t1", "t2");
        assertThat(candidate.get("counts").get("unchanged").asInt()).isEqualTo(8);
        assertThat(json.find("passed")).isEmpty();
    }

    @Test
    void runsWithoutACommonTaskAreRefused() {
        String other = new StoredRuns(folder).add("other", List.of("a"));
        Result result = compare(base, other);
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("no task in common").contains("suite 'other'");
    }

    @Test
    void differentSuitesWithCommonTasksGetANotice() {
        String other = new StoredRuns(folder).add("other", List.of("a"), 1, 1);
        Result result = compare(base, other);
        assertThat(result.exitCode()).isZero();
        assertThat(result.err())
                .contains("note: the runs are of different suites, 'made-up' and 'other'")
                .contains("note: 8 tasks only in the base");
        assertThat(compare(base, other, "--gate").out()).contains("fail  allow_missing: 8 tasks of the base missing");
    }

    @Test
    void wrongUsageIsExplained() {
        assertThat(compare(base).err()).contains("compare needs at least two runs");
        Result unknown = compare(base, "run_19990101");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(unknown.err()).contains("there is no run 'run_19990101'");
        assertThat(compare(base, worse, "--alpha", "2").err())
                .contains("--alpha must be more than 0 and less than 1, found 2.0");
    }
}
