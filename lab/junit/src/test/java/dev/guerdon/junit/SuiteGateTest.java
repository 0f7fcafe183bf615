package dev.guerdon.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Sample;
import dev.guerdon.api.agent.Agents;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Gate;
import dev.guerdon.lab.Suites;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

class SuiteGateTest {

    @TempDir
    Path folder;

    private Path baseline = Path.of("");
    private List<String> tasks = List.of();

    @BeforeEach
    void chooseTasks() {
        baseline = folder.resolve("baselines/math.json");
        tasks = Suites.load(Registry.discover(), "math").tasks().stream()
                .map(task -> task.id())
                .limit(4)
                .toList();
    }

    @AfterEach
    void clear() {
        System.clearProperty(SuiteGate.UPDATE);
    }

    /** The first tasks of the math suite with a reward made for the test. */
    private SuiteGate gate(ToDoubleFunction<Sample> reward) {
        Registry registry = Registry.discover();
        registry.reward("made_up", reward::applyAsDouble);
        Suite math = Suites.load(registry, "math");
        List<Suite.Part> parts = math.parts().stream()
                .map(part -> part.toBuilder().reward("made_up").build())
                .toList();
        return SuiteGate.of(registry, new Suite("math", "", parts), baseline)
                .tasks(tasks.toArray(String[]::new))
                .keepRuns(folder.resolve("runs"));
    }

    private void store(ToDoubleFunction<Sample> reward) {
        System.setProperty(SuiteGate.UPDATE, "true");
        gate(reward).check();
        System.clearProperty(SuiteGate.UPDATE);
    }

    @Test
    void aFunctionIsTheAgentOfAGate() {
        System.setProperty(SuiteGate.UPDATE, "true");
        assertThat(SuiteGate.of("math", baseline)
                        .agent(Agents.of(
                                "desk",
                                task -> "\\boxed{"
                                        + task.field("answer").orElseThrow().asString() + "}"))
                        .tasks(tasks.toArray(String[]::new))
                        .check()
                        .averageReward())
                .isEqualTo(1);
    }

    @Test
    void missingBaselineFailsAndSaysHowToWriteIt() {
        assertThatThrownBy(() -> gate(sample -> 1).check())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("there is no baseline")
                .hasMessageContaining("-Dguerdon.baseline.update=true");
        assertThat(baseline).doesNotExist();
    }

    @Test
    void updateWritesALineForEachTask() throws IOException {
        store(sample -> sample.id().startsWith(tasks.getFirst()) ? 0.5 : 1);
        assertThat(Files.readAllLines(baseline))
                .contains("  \"suite\": \"math\",", "  \"average_reward\": 0.875,")
                .contains("    \"" + tasks.getFirst() + "\": [0.5],", "    \"" + tasks.getLast() + "\": [1.0]");
    }

    @Test
    void sameRewardsPass() {
        store(sample -> 1);
        assertThat(gate(sample -> 1).check().averageReward()).isEqualTo(1);
    }

    @Test
    void regressedTasksAreNamedWithTheirRewards() {
        store(sample -> 0.75);
        String worse = tasks.get(1);
        String better = tasks.get(2);
        assertThatThrownBy(() -> gate(sample -> sample.id().startsWith(worse)
                                ? 0.25
                                : sample.id().startsWith(better) ? 1 : 0.75)
                        .check())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("math is worse than its baseline " + baseline)
                .hasMessageContaining("mean reward 0.750 -> 0.688 on 4 tasks")
                .hasMessageContaining("max_regressed: 1 task regressed, at most 0 allowed")
                .hasMessageContaining("regressed:\n  " + worse + "  0.750 -> 0.250")
                .hasMessageContaining("fixed:\n  " + better + "  0.750 -> 1.000")
                .hasMessageContaining("-Dguerdon.baseline.update=true");
    }

    @Test
    void toleranceAndPolicyDecide() {
        store(sample -> 0.75);
        gate(sample -> 0.7).tolerance(0.1).check();
        assertThatThrownBy(() -> gate(sample -> 0.7).tolerance(0.01).check()).isInstanceOf(AssertionFailedError.class);
        gate(sample -> 0.5)
                .policy(Gate.Policy.DEFAULT.withMaxDrop(0.3).withAlpha(0))
                .check();
    }

    @Test
    void taskThatIsMissingFails() {
        store(sample -> 1);
        assertThatThrownBy(() -> gate(sample -> 1).tasks(tasks.getFirst()).check())
                .hasMessageContaining("allow_missing: 3 tasks of the base missing");
    }

    @Test
    @Tag("slow")
    void taskThatCannotBeScoredAnyMoreIsNoRegressionAndNoPass() {
        store(sample -> 1);
        assertThatThrownBy(() -> gate(sample -> sample.id().startsWith(tasks.getFirst()) ? Double.NaN : 1)
                        .check())
                .hasMessageContaining("math cannot be compared with its baseline " + baseline)
                .hasMessageContaining("mean reward 1.000 -> 1.000 on 3 tasks")
                .hasMessageContaining("unscored: no decision is possible: 1 pair without a score")
                .hasMessageNotContaining("regressed:");
    }

    @Test
    void repeatsAreStoredAndCompared() throws IOException {
        System.setProperty(SuiteGate.UPDATE, "true");
        gate(sample -> 1).repeat(2).check();
        System.clearProperty(SuiteGate.UPDATE);
        assertThat(Files.readString(baseline)).contains("\"" + tasks.getFirst() + "\": [1.0,1.0]");
        gate(sample -> 1).repeat(2).check();
    }

    @Test
    void otherFilesAreNoBaseline() throws IOException {
        Files.createDirectories(folder.resolve("baselines"));
        Files.writeString(baseline, "[1, 2]");
        assertThatThrownBy(() -> gate(sample -> 1).check()).hasMessageContaining("math.json is not a baseline");
    }

    @Test
    void suiteByNameRunsAsItIs() {
        System.setProperty(SuiteGate.UPDATE, "true");
        SuiteGate.of("math", baseline).tasks(tasks.getFirst()).seed(3).check();
        System.clearProperty(SuiteGate.UPDATE);
        SuiteGate.of("math", baseline).tasks(tasks.getFirst()).seed(3).check();
    }
}
