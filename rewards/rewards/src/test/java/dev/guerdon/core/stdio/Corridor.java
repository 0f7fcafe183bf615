package dev.guerdon.core.stdio;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A corridor with a door at its end: a few steps forward end the episode, and one word breaks the floor. */
final class Corridor implements EnvironmentProvider {

    @Override
    public String name() {
        return "corridor";
    }

    @Override
    public String description() {
        return "Walk to the door.";
    }

    @Override
    public List<Option> options() {
        return List.of(new Option("length", "N", "How far the door is."));
    }

    @Override
    public Task task(Map<String, String> options) {
        return new Task("only", List.of(), Map.of());
    }

    @Override
    public Task task(Map<String, String> options, long seed) {
        return options.isEmpty() ? task(options) : new Task("corridor-" + seed, List.of(), Map.of());
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        return IntStream.range(0, 5).mapToObj(i -> new Task("door-" + i, List.of(), Map.of("colour", i)));
    }

    @Override
    public Environment open(Map<String, String> options) {
        return new Walk(Integer.parseInt(options.getOrDefault("length", "2")));
    }

    private static final class Walk implements Environment {
        private final int length;
        private Step last = new Step(Step.Observation.of(""), 0, true, Map.of());
        private int at;

        Walk(int length) {
            this.length = length;
        }

        @Override
        public Step reset(Task task, long seed) {
            at = 0;
            long drawn = task.field("seed").map(Json::asLong).orElse(seed);
            last = new Step(Step.Observation.of(task.id() + " with the seed " + drawn), 0, false, Map.of());
            return last;
        }

        @Override
        public Step step(String action) {
            Optional<Step> refusal = last.refusal(action, longestAction());
            if (refusal.isPresent()) {
                return refusal.get();
            }
            if (action.equals("break")) {
                throw new IllegalStateException("the floor broke");
            }
            at += action.equals("forward") ? 1 : 0;
            boolean done = at == length;
            last = new Step(Step.Observation.of("at " + at), done ? 1 : 0, done, Map.of("steps", at));
            return last;
        }

        @Override
        public List<String> actions() {
            return List.of("forward", "wait");
        }

        @Override
        public void close() {}
    }
}
