package dev.guerdon.core.tck;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A tiny world to test with: count down from the task's {@code from} to zero, in steps of one or two. */
public final class CountdownProvider implements EnvironmentProvider {

    @Override
    public String name() {
        return "countdown";
    }

    @Override
    public String description() {
        return "Count down to exactly zero.";
    }

    @Override
    public List<Option> options() {
        return List.of(new Option("from", "N", "where to start, 1 to 100"));
    }

    @Override
    public Environment open(Map<String, String> options) {
        return new Countdown();
    }

    @Override
    public Task task(Map<String, String> options) {
        return task(Integer.parseInt(options.getOrDefault("from", "5")));
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        return IntStream.rangeClosed(1, 10).mapToObj(CountdownProvider::task);
    }

    private static Task task(int from) {
        return Task.of("countdown-" + from, "Count down from " + from + " to zero.", Map.of("from", from));
    }

    private static final class Countdown implements Environment {

        private int left;
        private Status status = Status.READY;
        private Step last = new Step(Observation.of("not begun"), 0, true, Map.of());

        @Override
        public Step reset(Task task, long seed) {
            int from = task.field("from").orElseThrow().asInt();
            if (from < 1 || from > 100) {
                throw new GuerdonException("the field 'from' must be 1 to 100, found " + from);
            }
            left = from;
            return answer("You are at " + left + ".", 0);
        }

        @Override
        public Step step(String action) {
            Optional<Step> refusal = last.refusal(action, longestAction());
            if (refusal.isPresent()) {
                return refusal.get();
            }
            if (!actions().contains(action)) {
                return answer("What?", 0);
            }
            left -= Integer.parseInt(action);
            return answer("You are at " + left + ".", left == 0 ? 1 : 0);
        }

        private Step answer(String text, double reward) {
            last = new Step(Observation.of(text), reward, left == 0, Map.of("left", left));
            return last;
        }

        @Override
        public List<String> actions() {
            return left == 0 ? List.of() : left == 1 ? List.of("1") : List.of("1", "2");
        }

        @Override
        public Optional<String> hint() {
            return actions().stream().reduce((first, second) -> second);
        }

        @Override
        public String describeState() {
            return left + " left";
        }

        @Override
        public Status status() {
            return status;
        }

        @Override
        public void close() {
            status = Status.CLOSED;
        }
    }
}
