package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.VectorEnvironment;
import dev.guerdon.core.VectorEnvironment.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many environments at once play as each would alone, and are not one environment. */
final class EnvironmentVectorsTest {

    private static final int SIZE = 24;
    private static final int STEPS = 60;
    private static final Task ANY = Task.of("any", "Play.", Map.of());

    @ParameterizedTest
    @ValueSource(strings = {"alfworld", "webshop"})
    void aTaskThatNamesNothingIsAnotherOneInEachEnvironment(String name) {
        try (VectorEnvironment vector = VectorEnvironment.of(Registry.discover().environment(name), Map.of(), 50)) {
            List<String> first = vector.reset(ANY, 0).observations();
            assertThat(first.stream().distinct().count())
                    .as("different beginnings among 50")
                    .isGreaterThan(25);
            assertThat(vector.reset(ANY, 0).observations())
                    .as("the same seed again")
                    .isEqualTo(first);
            assertThat(vector.reset(ANY, 1_000).observations())
                    .as("another seed")
                    .isNotEqualTo(first);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"alfworld", "webshop", "minilab"})
    void eachPlaysAsItWouldAlone(String name) throws Exception {
        EnvironmentProvider provider = Registry.discover().environment(name);
        List<Task> tasks = provider.tasks("", Map.of()).limit(10).toList();
        List<List<Step>> played = new ArrayList<>();
        List<List<String>> actions = new ArrayList<>();
        try (VectorEnvironment vector = VectorEnvironment.of(provider, Map.of(), SIZE)) {
            Batch batch = vector.reset(tasks, 5);
            played.add(batch.steps());
            Random dice = new Random(1);
            for (int i = 0; i < STEPS; i++) {
                List<String> chosen =
                        batch.steps().stream().map(step -> choice(step, dice)).toList();
                actions.add(chosen);
                batch = vector.step(chosen);
                played.add(batch.steps());
            }
        }
        for (int i = 0; i < SIZE; i += 5) {
            try (Environment alone = provider.open(Map.of())) {
                alone.start();
                int episode = 0;
                Step step = alone.reset(tasks.get(i % tasks.size()), 5 + i);
                for (int number = 0; number <= STEPS; number++) {
                    assertThat(played.get(number).get(i))
                            .as("%s %d, step %d", name, i, number)
                            .isEqualTo(step);
                    if (number < STEPS && !step.done()) {
                        step = alone.step(actions.get(number).get(i));
                    } else if (number < STEPS) {
                        int next = i + ++episode * SIZE;
                        step = alone.reset(tasks.get(next % tasks.size()), 5 + next);
                    }
                }
            }
        }
    }

    /** An action that the step shows, or some words. */
    private static String choice(Step step, Random dice) {
        List<String> shown = new ArrayList<>(List.of("look", "search[red shoes]", "nonsense"));
        Map<String, ?> attributes = step.observation().attributes();
        if (attributes.get("admissible_commands") instanceof List<?> commands) {
            commands.forEach(command -> shown.add(String.valueOf(command)));
        }
        if (attributes.get("available_actions") instanceof Map<?, ?> available
                && available.get("clickables") instanceof List<?> clickables) {
            clickables.forEach(clickable -> shown.add("click[" + clickable + "]"));
        }
        if (attributes.get("valid") instanceof List<?> valid) {
            valid.forEach(action -> shown.add(String.valueOf(action)));
        }
        return shown.get(dice.nextInt(shown.size()));
    }
}
