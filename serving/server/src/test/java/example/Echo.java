package example;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** An environment that shows every action again, however long it is. */
public final class Echo implements EnvironmentProvider {

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public String description() {
        return "Shows every action again.";
    }

    @Override
    public List<Option> options() {
        return List.of();
    }

    @Override
    public Environment open(Map<String, String> options) {
        return new Environment() {
            @Override
            public Step reset(Task task, long seed) {
                return new Step(Step.Observation.of("Say something."), 0, false, Map.of());
            }

            @Override
            public Step step(String action) {
                return new Step(Step.Observation.of(action), 0, false, Map.of());
            }

            @Override
            public int longestAction() {
                return 1 << 20;
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }

    @Override
    public Task task(Map<String, String> options) {
        return Task.of("echo", "Say something.", Map.of());
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        return Stream.of(task(options));
    }
}
