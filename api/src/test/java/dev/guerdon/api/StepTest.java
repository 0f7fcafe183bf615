package dev.guerdon.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Step.Observation;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StepTest {

    private static Step step(double reward, boolean done, Step.End end) {
        return new Step(
                new Observation("You see a door.", Map.of("reward", 3, "doors", 1)),
                reward,
                done,
                Map.of("score", 40, "reward", 2.5),
                end);
    }

    @Test
    void anEndIsOneOfThree() {
        Step over = step(1, true, Step.End.TERMINATED);
        assertThat(over.terminated()).isTrue();
        assertThat(over.truncated() || over.lost()).isFalse();
        assertThat(over.limit()).isEmpty();
        Step cut = step(1, true, Step.End.truncated("steps"));
        assertThat(cut.truncated()).isTrue();
        assertThat(cut.terminated() || cut.lost()).isFalse();
        assertThat(cut.limit()).isEqualTo("steps");
        Step lost = step(0, true, Step.End.lost("a crash"));
        assertThat(lost.lost()).isTrue();
        assertThat(lost.terminated() || lost.truncated()).isFalse();
        assertThat(lost.limit()).as("what was lost is no limit").isEmpty();
    }

    @Test
    void theScoreIsANumberOfTheInfo() {
        assertThat(step(0, false, Step.End.NONE).score()).hasValue(40);
        assertThat(new Step(Observation.of(""), 0, false, Map.of()).score()).isEmpty();
        assertThat(new Step(Observation.of(""), 0, false, Map.of("score", "high")).score())
                .isEmpty();
    }

    @Test
    void afterTheEndEverythingStaysAndNothingIsPaid() {
        Step cut = step(1, true, Step.End.truncated("steps"));
        Step after = cut.refusal("look", 100).orElseThrow();
        assertThat(after.observation().text())
                .isEqualTo("The episode is over. It was cut by the limit 'steps'. Reset to begin another.");
        assertThat(after.reward()).isZero();
        assertThat(after.end()).isEqualTo(cut.end());
        assertThat(after.score()).hasValue(40);
        assertThat(after.info()).containsEntry("reward", 0).containsKey(Step.ERROR);
        assertThat(after.observation().attributes()).containsEntry("reward", 0).containsEntry("doors", 1);
        assertThat(after.afterEnd()).as("again").isEqualTo(after);
        assertThat(step(0, true, Step.End.lost("a crash"))
                        .afterEnd()
                        .observation()
                        .text())
                .contains("lost: a crash");
    }

    @Test
    void onlyAnActionAboveTheLimitIsTooLong() {
        Step open = step(1, false, Step.End.NONE);
        assertThat(open.refusal("x".repeat(100), 100)).isEmpty();
        Step refused = open.refusal("x".repeat(2_001), 2_000).orElseThrow();
        assertThat(refused.observation().text()).contains("2,001 characters").contains("2,000");
        assertThat(refused.done()).isFalse();
        assertThat(refused.reward()).isZero();
    }

    @Test
    void aResetWithoutASeedTakesThatOfTheTask() {
        record Echo() implements Environment {
            @Override
            public Step reset(Task task, long seed) {
                return new Step(Observation.of(Long.toString(seed)), 0, false, Map.of());
            }

            @Override
            public Step step(String action) {
                throw new GuerdonException("reset first");
            }

            @Override
            public void close() {}
        }
        Environment echo = new Echo();
        assertThat(echo.reset(Task.of("t", "", Map.of())).observation().text()).isEqualTo("0");
        assertThat(echo.reset(Task.of("t", "", Map.of("seed", 7))).observation().text())
                .isEqualTo("7");
    }

    @Test
    void compatIsTrueOrFalse() {
        assertThat(EnvironmentProvider.compat(Map.of())).isFalse();
        assertThat(EnvironmentProvider.compat(Map.of("compat", "true"))).isTrue();
        assertThatThrownBy(() -> EnvironmentProvider.compat(Map.of("compat", "yes")))
                .hasMessageContaining("'yes'");
    }
}
