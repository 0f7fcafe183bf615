package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.VectorEnvironment.AutoReset;
import dev.guerdon.core.VectorEnvironment.Batch;
import dev.guerdon.core.VectorEnvironment.Settings;
import dev.guerdon.core.VectorEnvironment.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class VectorEnvironmentTest {

    private static final Settings STANDARD = Settings.standard();

    private final Dice.House house = new Dice.House();

    private VectorEnvironment vector(int size, Settings settings) {
        return new VectorEnvironment(house::dice, size, settings);
    }

    private static List<String> all(int size, String action) {
        return new ArrayList<>(Collections.nCopies(size, action));
    }

    private static double[] rewards(Batch batch) {
        return batch.steps().stream().mapToDouble(Step::reward).toArray();
    }

    private static Boolean[] mask(Batch batch, Predicate<Step> which) {
        return batch.steps().stream().map(which::test).toArray(Boolean[]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7})
    void eachOfAThousandPlaysAsItWouldAlone(int threads) {
        int size = 1_000;
        List<List<Step>> played = new ArrayList<>();
        try (VectorEnvironment vector = vector(size, STANDARD.withThreads(threads))) {
            played.add(vector.reset(Dice.TASK, 7).steps());
            for (int i = 0; i < 30; i++) {
                played.add(vector.step(all(size, "roll")).steps());
            }
        }
        for (int number = 0; number < size; number += 37) {
            Dice alone = house.dice();
            int episode = 0;
            Step step = alone.reset(Dice.TASK, 7 + number);
            for (List<Step> batch : played) {
                assertThat(batch.get(number)).as("environment %d", number).isEqualTo(step);
                step = step.done() ? alone.reset(Dice.TASK, 7 + number + ++episode * (long) size) : alone.step("roll");
            }
            alone.close();
        }
        assertThat(house.open).hasValue(0);
    }

    @Test
    void aVectorOfEnvironmentsIsNotOneEnvironment() {
        try (VectorEnvironment vector = vector(50, STANDARD)) {
            vector.reset(Dice.TASK, 0);
            List<String> rolls = new ArrayList<>(all(50, ""));
            for (int i = 0; i < 3; i++) {
                List<String> shown = vector.step(all(50, "roll")).observations();
                for (int j = 0; j < 50; j++) {
                    rolls.set(j, rolls.get(j) + shown.get(j));
                }
            }
            assertThat(rolls.stream().distinct().count()).isGreaterThan(30);
        }
    }

    @Test
    void inTheNextStepTheLastObservationComesFirstAndThenTheReset() {
        try (VectorEnvironment vector = vector(1, STANDARD)) {
            vector.reset(Dice.TASK, 3);
            Batch batch = vector.step(List.of("roll"));
            double sum = batch.steps().get(0).reward();
            while (!batch.steps().getFirst().done()) {
                batch = vector.step(List.of("roll"));
                sum += batch.steps().get(0).reward();
            }
            assertThat(batch.observations().getFirst()).startsWith("rolled");
            assertThat(mask(batch, Step::terminated)).containsExactly(true);
            assertThat(sum).isEqualTo(batch.steps().getFirst().score().orElseThrow());
            Batch next = vector.step(List.of("throw"));
            assertThat(next.observations()).containsExactly("seed 4, goal 20");
            assertThat(next.begun()).containsExactly(true);
            assertThat(rewards(next)).containsExactly(0);
            assertThat(mask(next, Step::done)).containsExactly(false);
        }
    }

    @Test
    void inTheSameStepTheResetTakesThePlaceAndTheLastStepIsBesideIt() {
        try (VectorEnvironment vector = vector(2, STANDARD.withAutoReset(AutoReset.SAME_STEP))) {
            vector.reset(List.of(goal(1), goal(1_000)), 0);
            Batch batch = vector.step(List.of("roll", "roll"));
            assertThat(batch.observations().getFirst()).isEqualTo("seed 2, goal 1");
            assertThat(batch.steps().get(0).reward()).isBetween(1.0, 6.0);
            assertThat(mask(batch, Step::terminated)).containsExactly(true, false);
            assertThat(batch.finals().getFirst().orElseThrow().observation().text())
                    .startsWith("rolled");
            assertThat(batch.finals().getLast()).isEmpty();
            assertThat(batch.begun()).containsExactly(true, false);
        }
    }

    @Test
    void withoutAutoResetStepsAreRefusedUntilTheMaskResetsThem() {
        try (VectorEnvironment vector = vector(2, STANDARD.withAutoReset(AutoReset.DISABLED))) {
            vector.reset(List.of(goal(1), goal(1_000)), 0);
            Batch over = vector.step(all(2, "roll"));
            Batch after = vector.step(all(2, "roll"));
            assertThat(after.steps().getFirst())
                    .isEqualTo(over.steps().getFirst().afterEnd());
            assertThat(after.steps().get(1).reward()).isPositive();
            Batch reset = vector.reset(new boolean[] {true, false});
            assertThat(reset.begun()).containsExactly(true, false);
            assertThat(mask(reset, Step::done)).containsExactly(false, false);
            assertThat(reset.steps().get(1)).isEqualTo(after.steps().get(1));
            assertThat(rewards(vector.step(all(2, "roll")))).doesNotContain(0);
        }
    }

    private static Task goal(int goal) {
        return Task.of("goal-" + goal, "Roll.", Map.of("goal", goal));
    }

    @Test
    void tasksGivenOnceAreTakenInOrderAndThenEnvironmentsAreIdle() {
        try (VectorEnvironment vector = vector(3, STANDARD)) {
            Batch batch = vector.reset(Tasks.once(List.of(goal(1), goal(2)).iterator()), 0);
            assertThat(batch.observations()).containsExactly("seed 0, goal 1", "seed 1, goal 2", "No task is left.");
            assertThat(batch.truncated()).containsExactly(false, false, true);
            assertThat(batch.steps().getLast().limit()).isEqualTo("tasks");
            for (int i = 0; i < 5; i++) {
                batch = vector.step(all(3, "roll"));
            }
            assertThat(batch.truncated()).containsExactly(true, true, true);
            assertThat(batch.rewards()).containsExactly(0, 0, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw", "overflow", "nothing"})
    void anEnvironmentThatFailsCostsItsEpisodeAndNoOther(String failure) {
        try (VectorEnvironment vector = vector(4, STANDARD)) {
            vector.reset(goal(1_000), 0);
            List<String> actions = all(4, "roll");
            actions.set(2, failure);
            Batch batch = vector.step(actions);
            assertThat(mask(batch, Step::lost)).containsExactly(false, false, true, false);
            assertThat(mask(batch, Step::done)).containsExactly(false, false, true, false);
            assertThat(batch.steps().get(2).reward()).isZero();
            assertThat(batch.steps().get(3).reward()).isPositive();
            assertThat(house.open).as("the lost one is closed").hasValue(3);
            assertThat(mask(vector.step(all(4, "roll")), Step::lost)).doesNotContain(true);
            assertThat(house.opened).as("its next episode has a new one").hasValue(5);
        }
        assertThat(house.open).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @Tag("slow")
    void anEnvironmentThatHangsIsLostAtItsDeadlineAndTheOthersGoOn(int threads) throws Exception {
        try (VectorEnvironment vector = vector(4, STANDARD.withThreads(threads).withDeadline(Duration.ofSeconds(4)))) {
            vector.reset(goal(1_000), 0);
            List<String> actions = all(4, "roll");
            actions.set(0, "hang");
            Batch batch = vector.step(actions);
            assertThat(mask(batch, Step::lost)).startsWith(true);
            assertThat(batch.steps().getFirst().end().cause()).contains("in time");
            assertThat(vector.step(all(4, "roll")).observations().getFirst()).isEqualTo("seed 4, goal 1000");
        }
        house.letGo.countDown();
        assertThat(house.fiveClosed.await(60, TimeUnit.SECONDS))
                .as("the thread that hung closes its environment when it comes back")
                .isTrue();
    }

    @Test
    void closingFromAnotherThreadEndsAStepThatHangs() throws Exception {
        VectorEnvironment vector = vector(2, STANDARD);
        vector.reset(goal(1_000), 0);
        CompletableFuture<Batch> stepping = CompletableFuture.supplyAsync(() -> vector.step(all(2, "hang")));
        assertThat(house.hanging.await(60, TimeUnit.SECONDS)).isTrue();
        vector.close();
        assertThatThrownBy(() -> stepping.get(60, TimeUnit.SECONDS)).hasMessageContaining("closed");
        assertThatThrownBy(() -> vector.step(all(2, "roll"))).hasMessageContaining("closed");
        vector.close();
    }

    @Test
    void anInterruptEndsTheStepAndTheNextResetBeginsAnew() {
        try (VectorEnvironment vector = vector(2, STANDARD)) {
            vector.reset(goal(1_000), 0);
            Thread self = Thread.currentThread();
            CompletableFuture<Void> interrupting = CompletableFuture.runAsync(() -> {
                try {
                    house.hanging.await();
                    self.interrupt();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThatThrownBy(() -> vector.step(all(2, "hang"))).hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
            interrupting.join();
            assertThatThrownBy(() -> vector.step(all(2, "roll"))).hasMessageContaining("reset");
            assertThat(mask(vector.reset(goal(1_000), 0), Step::lost)).containsExactly(false, false);
            assertThat(mask(vector.step(all(2, "roll")), Step::lost)).containsExactly(false, false);
        }
    }

    @Test
    void wrongUseIsNamed() {
        assertThatThrownBy(() -> vector(0, STANDARD)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> STANDARD.withThreads(-1)).hasMessageContaining("-1");
        try (VectorEnvironment vector = vector(2, STANDARD)) {
            assertThatThrownBy(() -> vector.step(all(2, "roll"))).hasMessageContaining("reset");
            assertThatThrownBy(() -> vector.reset(List.of(), 0)).hasMessageContaining("at least one task");
            assertThatThrownBy(() -> vector.reset(Task.of("x", "", Map.of()), 0))
                    .hasMessageContaining("none of the 2")
                    .hasMessageContaining("no task 'x'");
            vector.reset(Dice.TASK, 0);
            assertThatThrownBy(() -> vector.step(all(3, "roll")))
                    .hasMessageContaining("expected 2 actions")
                    .hasMessageContaining("3");
            assertThatThrownBy(() -> vector.reset(new boolean[1])).hasMessageContaining("expected 2 values");
        }
    }
}
