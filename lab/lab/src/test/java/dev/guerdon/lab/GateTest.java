package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Options;
import dev.guerdon.lab.spi.Episode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateTest {

    @TempDir
    Path folder;

    private static Gate gate(Rewards base, Rewards candidate, Gate.Policy policy) {
        Set<String> tasks = base.source().episodes().stream().map(Episode::task).collect(Collectors.toSet());
        Comparison comparison = RunComparer.compare(base.source(), List.of(candidate.source()), Options.DEFAULT);
        return Gate.of(comparison.candidates().getFirst(), policy, Options.DEFAULT, tasks);
    }

    private static Gate gate(Rewards base, Rewards candidate) {
        return gate(base, candidate, Gate.Policy.DEFAULT);
    }

    private static Rewards ones(String name, int ones, int of) {
        Rewards rewards = new Rewards(name);
        for (int i = 0; i < of; i++) {
            rewards.task("t" + i, i < ones ? 1 : 0);
        }
        return rewards;
    }

    private static List<String> failed(Gate gate) {
        return gate.checks().stream()
                .filter(check -> !check.passed())
                .map(check -> check.rule() + ": " + check.message())
                .toList();
    }

    private Gate.Policy policy(String text) throws IOException {
        return Gate.policy(Files.writeString(folder.resolve("policy.yaml"), text));
    }

    @Test
    void equalAndBetterRunsPass() {
        assertThat(gate(ones("old", 5, 10), ones("new", 5, 10)).passed()).isTrue();
        assertThat(gate(ones("old", 5, 10), ones("new", 9, 10)).passed()).isTrue();
    }

    @Test
    void largeDropFailsEvenWhereItMayBeChance() {
        Gate gate = gate(ones("old", 9, 10), ones("new", 8, 10));
        assertThat(gate.passed()).isFalse();
        assertThat(failed(gate)).containsExactly("max_drop: the mean dropped by 0.100, more than the 0.050 allowed");
    }

    @Test
    void smallDropFailsWhereItIsHardlyChance() {
        Gate gate = gate(ones("old", 190, 200), ones("new", 182, 200));
        assertThat(failed(gate)).containsExactly("alpha: the drop is hardly chance (one-sided p = 0.0039, alpha 0.05)");
    }

    @Test
    void smallDropByChancePasses() {
        Gate gate = gate(ones("old", 190, 200), ones("new", 188, 200));
        assertThat(gate.passed()).isTrue();
        assertThat(gate.checks())
                .extracting(Gate.Check::message)
                .contains(
                        "the mean dropped by 0.010, within the 0.050 allowed",
                        "the drop may be chance (one-sided p = 0.25, alpha 0.05)");
    }

    @Test
    void missingTasksFailUnlessAllowed() throws IOException {
        Rewards base = ones("old", 5, 6);
        Rewards candidate = ones("new", 5, 5);
        assertThat(failed(gate(base, candidate)))
                .containsExactly("allow_missing: 1 task of the base missing in the candidate: t5");
        assertThat(gate(base, candidate, policy("allow_missing: true")).passed())
                .isTrue();
    }

    @Test
    void protectedTasksMayNotGetWorse() throws IOException {
        Rewards base = ones("old", 100, 100);
        Rewards candidate = ones("new", 99, 100);
        assertThat(gate(base, candidate).passed()).isTrue();
        assertThat(failed(gate(base, candidate, policy("never_regress: [t99]"))))
                .containsExactly("never_regress: protected tasks got worse: t99 (1.000 to 0.000)");
        assertThat(gate(base, candidate, policy("never_regress:\n  - t1*\n  - t50"))
                        .passed())
                .isTrue();
        assertThat(gate(base, candidate, policy("never_regress: 't*'")).passed())
                .isFalse();
        assertThatThrownBy(() -> gate(base, candidate, policy("never_regress: [t990]")))
                .hasMessageStartingWith(
                        "the policy's never_regress names the task 't990', which the base run does not have; did you mean 't9");
    }

    @Test
    void countsHaveLimits() throws IOException {
        assertThat(failed(
                        gate(ones("old", 100, 100), ones("new", 98, 100), policy("max_regressed: 1\nmin_tasks: 200"))))
                .containsExactly(
                        "min_tasks: 100 tasks compared, at least 200 needed",
                        "max_regressed: 2 tasks regressed, at most 1 allowed");
    }

    @Test
    void rulesCanBeSwitchedOff() throws IOException {
        assertThat(gate(ones("old", 90, 100), ones("new", 60, 100), policy("max_drop: none\nalpha: 0"))
                        .passed())
                .isTrue();
    }

    @Test
    void policyMayBeJson() throws IOException {
        Path file =
                Files.writeString(folder.resolve("p.json"), "{\"max_drop\": 0.1, \"alpha\": 0.01, \"min_tasks\": 5}");
        assertThat(Gate.policy(file))
                .isEqualTo(new Gate.Policy(Optional.of(0.1), 0.01, List.of(), Optional.empty(), 5, false));
    }

    @Test
    void aPolicyChangesInOnePart() {
        assertThat(Gate.Policy.DEFAULT
                        .withMaxDrop(0.2)
                        .withAlpha(0.01)
                        .withNeverRegress("a*", "b")
                        .withMaxRegressed(2))
                .isEqualTo(new Gate.Policy(Optional.of(0.2), 0.01, List.of("a*", "b"), Optional.of(2), 1, false));
    }

    @Test
    void mistakesInAPolicyAreNamedWithTheirLine() {
        assertThatThrownBy(() -> policy("alpha: 0.05\nmax_dorp: 0.1"))
                .hasMessageEndingWith("policy.yaml:2: a gate policy has no 'max_dorp'; did you mean 'max_drop'?");
        assertThatThrownBy(() -> policy("alpha: 5"))
                .hasMessageEndingWith(":1: expected alpha between 0 and 1, found 5");
        assertThatThrownBy(() -> policy("max_drop: -1")).hasMessageContaining("of at least 0, found -1");
        assertThatThrownBy(() -> policy("max_drop: much")).hasMessageContaining("max_drop");
        assertThatThrownBy(() -> policy("allow_missing: 3")).hasMessageContaining("true or false");
        assertThatThrownBy(() -> policy("- 1")).hasMessageContaining("gate policy");
        assertThatThrownBy(() -> Gate.policy(folder.resolve("none.yaml")))
                .hasMessageContaining("there is no policy file");
    }
}
