package dev.guerdon.scienceworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Resource.Status;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.scienceworld.ScienceworldEnvironment.AfterEnd;
import dev.guerdon.scienceworld.ScienceworldEnvironment.Queries;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator.GoalState;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator.Simulators;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The wrapper's bookkeeping, over a simulator that says what it is told to. */
final class ScienceworldEnvironmentTest {

    private final Scripted simulator = new Scripted();
    private final ScienceworldEnvironment environment = environment(Queries.WRAPPER, AfterEnd.PLAY);

    private ScienceworldEnvironment environment(Queries queries, AfterEnd afterEnd) {
        return new ScienceworldEnvironment(
                new Simulators() {
                    @Override
                    public LaboratorySimulator take() {
                        return simulator;
                    }

                    @Override
                    public String origin() {
                        return "scripted";
                    }
                },
                queries,
                afterEnd);
    }

    private static Task task(Map<String, @Nullable Object> fields) {
        return Task.of("t", "", fields);
    }

    @Test
    void aResetLooksAroundAndMakesTheWrappersCallsInItsOrder() {
        Step step = environment.reset(task(Map.of("task_name", "1-1", "variation_idx", 2)));
        assertThat(simulator.calls)
                .containsExactly(
                        "load boil 2 ",
                        "step look around",
                        "score",
                        "completed",
                        "moves",
                        "look",
                        "inventory",
                        "taskDescription",
                        "validActions");
        assertThat(step.info().keySet())
                .containsExactly(
                        "moves",
                        "score",
                        "reward",
                        "look",
                        "inv",
                        "taskDesc",
                        "valid",
                        "variationIdx",
                        "taskName",
                        "simplificationStr");
        assertThat(step.observation().attributes()).isEqualTo(step.info());
        assertThat(step.info()).containsEntry("taskName", "boil").containsEntry("variationIdx", 2);
        assertThat(step.observation().text()).isEqualTo("observed look around");
    }

    @Test
    void withoutQueriesTheValidActionsAreNotAskedFor() {
        ScienceworldEnvironment bare = environment(Queries.NONE, AfterEnd.PLAY);
        bare.reset(task(Map.of()));
        bare.step("wait");
        assertThat(simulator.calls).doesNotContain("validActions");
        assertThat(bare.actions()).isEmpty();
    }

    @Test
    void theRewardIsTheChangeOfTheRoundedScore() {
        environment.reset(task(Map.of()));
        simulator.score = 0.125;
        assertThat(environment.step("a").info()).as("half to even").containsEntry("score", 12);
        simulator.score = 0.375;
        Step step = environment.step("b");
        assertThat(step.info()).containsEntry("score", 38).containsEntry("reward", 26);
        assertThat(step.reward()).isEqualTo(26.0);
        simulator.score = -1;
        step = environment.step("c");
        assertThat(step.reward()).isEqualTo(-138.0);
        assertThat(step.done()).as("failed").isTrue();
        assertThat(environment.bestScore()).as("a failure takes nothing back").isEqualTo(0.38);
    }

    @Test
    void theEpisodeIsDoneOnceMoreThanTheLimitHasPassed() {
        environment.reset(task(Map.of()));
        simulator.moves = 100;
        assertThat(environment.step("a").done()).isFalse();
        simulator.moves = 101;
        assertThat(environment.step("b").done()).isTrue();
    }

    @Test
    void afterTheEndPlayGoesOnWithCompatAndIsRefusedElse() {
        environment.reset(task(Map.of()));
        simulator.completed = true;
        environment.step("a");
        assertThat(environment.step("b").observation().text()).isEqualTo("observed b");
        ScienceworldEnvironment stopping = environment(Queries.WRAPPER, AfterEnd.REFUSE);
        simulator.completed = false;
        stopping.reset(task(Map.of()));
        simulator.completed = true;
        Step last = stopping.step("a");
        assertThat(stopping.step("b")).isEqualTo(last.afterEnd());
    }

    @Test
    void anActionThatIsTooLongIsRefusedUnreadWithCompatToo() {
        environment.reset(task(Map.of()));
        simulator.calls.clear();
        Step step = environment.step("x".repeat(environment.longestAction() + 1));
        assertThat(step.info()).containsKey("error");
        assertThat(step.observation().text()).contains("16,385", "16,384");
        assertThat(step.done()).isFalse();
        assertThat(simulator.calls).isEmpty();
        assertThat(environment.step("x".repeat(environment.longestAction())).info())
                .doesNotContainKey("error");
    }

    @Test
    void wrongTasksAreRefusedUpFront() {
        assertThatThrownBy(() -> environment.reset(task(Map.of("task_name", "boyl"))))
                .hasMessageContainingAll("boyl", "did you mean 'boil'");
        assertThatThrownBy(() -> environment.reset(task(Map.of("variation_idx", 3))))
                .hasMessageContainingAll("boil", "0 to 2", "found 3");
        assertThatThrownBy(() -> environment.reset(task(Map.of("variation_idx", -1))))
                .hasMessageContaining("found -1");
        assertThatThrownBy(() -> environment.reset(task(Map.of("variation_idx", "two"))))
                .hasMessageContainingAll("variation_idx", "whole number");
        assertThatThrownBy(() -> environment.reset(task(Map.of("task_name", 4))))
                .hasMessageContaining("task_name");
        assertThatThrownBy(() -> environment.reset(task(Map.of("simplifications", "hard"))))
                .hasMessageContaining("hard");
        assertThat(simulator.calls).isEmpty();
        assertThatThrownBy(() -> environment.step("look around")).hasMessageContaining("reset");
    }

    @Test
    void theUncheckedResetLetsAVariationThroughThatThereIsNot() {
        environment.resetUnchecked(task(Map.of("variation_idx", 3)));
        assertThat(simulator.calls).contains("load boil 3 ");
        assertThatThrownBy(() -> environment.resetUnchecked(task(Map.of("task_name", "zzz"))))
                .hasMessageContaining("zzz");
    }

    @Test
    void aSimulatorThatFallsOverEndsTheEpisodeAndIsReplacedAtTheNext() {
        environment.reset(task(Map.of()));
        simulator.failing = true;
        Step step = environment.step("crash");
        assertThat(step.done()).isTrue();
        assertThat(step.observation().text()).startsWith("ERROR: ").contains("it fell over");
        assertThat(step.end().kind()).isEqualTo(Step.End.Kind.LOST);
        assertThat(environment.status()).isEqualTo(Status.BROKEN);
        assertThat(environment.step("again")).isEqualTo(step.afterEnd());
        simulator.failing = false;
        assertThat(environment.reset(task(Map.of())).done()).isFalse();
        assertThat(simulator.calls).contains("close");
        assertThat(environment.status()).isEqualTo(Status.READY);
    }

    @Test
    void theHintIsTheNextStepOfTheGoldPathWhileItIsKept() {
        environment.reset(task(Map.of("variation_idx", 1)));
        assertThat(environment.hint()).contains("first");
        environment.step("first");
        assertThat(environment.hint()).contains("second");
        environment.step("another");
        assertThat(environment.hint()).isEmpty();
    }

    /** Answers what its fields say, and writes down what it was asked. */
    private static final class Scripted implements LaboratorySimulator {

        final List<String> calls = new ArrayList<>();
        double score;
        boolean completed;
        boolean failing;
        int moves;

        private <T> T called(String call, T answer) {
            calls.add(call);
            return answer;
        }

        @Override
        public List<String> taskNames() {
            return List.of("boil", "power-component");
        }

        @Override
        public int variations(String task) {
            return 3;
        }

        @Override
        public String load(String task, int variation, String simplifications) {
            return called("load " + task + " " + variation + " " + simplifications, "");
        }

        @Override
        public String step(String action) {
            if (failing) {
                throw new ScienceworldException("it fell over");
            }
            return called("step " + action, "observed " + action);
        }

        @Override
        public double score() {
            return called("score", score);
        }

        @Override
        public boolean completed() {
            return called("completed", completed);
        }

        @Override
        public int moves() {
            return called("moves", moves);
        }

        @Override
        public String look() {
            return called("look", "a room\n");
        }

        @Override
        public String inventory() {
            return called("inventory", "nothing\n");
        }

        @Override
        public String taskDescription() {
            return called("taskDescription", "Task Description:\nBoil.");
        }

        @Override
        public List<String> validActions() {
            return called("validActions", List.of("wait"));
        }

        @Override
        public String progress() {
            return "none";
        }

        @Override
        public List<GoalState> goals() {
            return List.of();
        }

        @Override
        public List<String> goldPath(String task, int variation, String simplifications) {
            return List.of("first", "second");
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }
}
