package dev.guerdon.alfworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.alfworld.household.GameFolder;
import dev.guerdon.alfworld.household.HouseholdGame;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AlfworldEnvironmentTest {

    private final AlfworldProvider provider = new AlfworldProvider();

    private AlfworldEnvironment begin(Map<String, String> options) {
        AlfworldEnvironment environment = provider.open(options);
        environment.reset(provider.task(options));
        return environment;
    }

    @Test
    void theLimitCountsSenselessCommandsToo() {
        AlfworldEnvironment environment = begin(Map.of("seed", "1"));
        for (int i = 1; i < 50; i++) {
            assertThat(environment.step(i % 2 == 0 ? "" : "sing").done()).isFalse();
        }
        Step last = environment.step("look");
        assertThat(last.done()).isTrue();
        assertThat(last.reward()).isZero();
        assertThat(environment.step("inventory")).isEqualTo(last.afterEnd());
        assertThat(environment.steps()).isEqualTo(50);
        assertThat(environment.hint()).isEmpty();
    }

    @Test
    void withCompatAndNoLimitPlayGoesOnAfterTheGoal() {
        AlfworldEnvironment environment = begin(Map.of("seed", "0", "max-steps", "0", "compat", "true"));
        Step step = null;
        while (environment.hint().isPresent()) {
            step = environment.step(environment.hint().get());
        }
        assertThat(step).isNotNull();
        assertThat(step.done()).isTrue();
        String thing = environment.objective().split(" ", -1)[2];
        String back = environment.actions().stream()
                .filter(command -> command.startsWith("take " + thing))
                .findFirst()
                .orElseThrow();
        Step after = environment.step(back);
        assertThat(after.done()).isFalse();
        assertThat(after.reward()).isZero();
        assertThat(after.observation().attributes()).containsEntry("won", false).containsEntry("score", 0);
        for (int i = 0; i < 100; i++) {
            assertThat(environment.step("look").done()).isFalse();
        }
    }

    @Test
    void followingTheHintsWinsWithRewardOne() {
        AlfworldEnvironment environment = begin(Map.of("seed", "4"));
        Step step = environment.last().orElseThrow();
        assertThat(step.observation().attributes().keySet()).containsExactly("admissible_commands", "score", "won");
        while (!step.done()) {
            step = environment.step(environment.hint().orElseThrow());
        }
        assertThat(step.reward()).isEqualTo(1.0);
        assertThat(environment.isWon()).isTrue();
        assertThat(environment.describeState()).contains("lies:", "chilled:");
    }

    @Test
    void aTaskMaySetItsOwnLimit() {
        AlfworldEnvironment environment = provider.open(Map.of());
        environment.reset(Task.of("t", "", Map.of("task_id", "bundled-2", "max_steps", 1)));
        Step last = environment.step("look");
        assertThat(last.done()).isTrue();
        assertThat(last.end()).as("cut, and not lost by the agent").isEqualTo(Step.End.truncated("steps"));
    }

    @Test
    void aStepBeforeTheFirstResetSaysSo() {
        assertThatThrownBy(() -> provider.open(Map.of()).step("look")).hasMessageContaining("reset");
        assertThatThrownBy(() -> provider.open(Map.of()).restart()).hasMessageContaining("reset");
    }

    @Test
    void wrongOptionsAreNamed() {
        assertThatThrownBy(() -> provider.open(Map.of("max-steps", "many")))
                .hasMessageContaining("--max-steps", "'many'");
        assertThatThrownBy(() -> provider.open(Map.of("max-steps", "-1"))).hasMessageContaining("-1");
        assertThatThrownBy(() -> provider.task(Map.of("seed", "x"))).hasMessageContaining("--seed");
        assertThatThrownBy(() -> provider.task(Map.of("game", "no/such/file"))).hasMessageContaining("no/such/file");
    }

    @Test
    void aGameFileAloneCanBePlayed(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve(GameFolder.GAME),
                JsonCodec.write(HouseholdGame.of(3).jsonWithWalkthrough()));
        AlfworldEnvironment environment = begin(Map.of("game", file.toString()));
        assertThat(environment.gameFile()).isEqualTo(file.toString());
        assertThat(environment.taskType()).isEmpty();
        assertThat(environment.objective()).isEqualTo(HouseholdGame.of(3).sentence());
    }

    @Test
    void theDoctorSaysWhatIsThere() {
        assertThat(provider.checks()).isNotEmpty().first().matches(check -> check.ok());
    }
}
