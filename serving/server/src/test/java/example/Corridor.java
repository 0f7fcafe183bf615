package example;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A corridor to walk along: 'go' comes a step closer to the door, and the door ends the episode. Some actions misbehave. */
public final class Corridor implements EnvironmentProvider {

    /** How many environments are open now. */
    public final AtomicInteger open = new AtomicInteger();

    /** Waits until so many environments are open: some are closed a moment after the answer. */
    public void awaitOpen(int number) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (open.get() != number) {
            if (System.nanoTime() > end) {
                throw new AssertionError("expected " + number + " open environments, found " + open.get());
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Counted down when an action 'stick' has begun. */
    public final CountDownLatch stuck = new CountDownLatch(1);

    /** Ends the actions 'hold'. */
    public final CountDownLatch released = new CountDownLatch(1);

    @Override
    public String name() {
        return "corridor";
    }

    @Override
    public String description() {
        return "A corridor with a door at its end.";
    }

    @Override
    public List<Option> options() {
        return List.of(new Option("length", "N", "Make the corridor N steps long. Default: 3."));
    }

    @Override
    public Environment open(Map<String, String> options) {
        open.incrementAndGet();
        return new Walk(Integer.parseInt(options.getOrDefault("length", "3")));
    }

    @Override
    public Task task(Map<String, String> options) {
        return tasks("", options).findFirst().orElseThrow();
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        if (!split.isEmpty() && !split.equals("hard")) {
            throw new GuerdonException("there is no split '" + split + "' of corridor");
        }
        return IntStream.range(0, split.isEmpty() ? 4 : 2).mapToObj(number -> {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("door", "door " + number);
            fields.put("answer", "gold-" + number);
            return Task.of("corridor-" + split + number, "Walk to door " + number + ".", fields);
        });
    }

    private final class Walk implements Environment {
        private final int length;
        private int at;
        private @Nullable Step last;
        private String door = "";

        private Walk(int length) {
            this.length = length;
        }

        @Override
        public Step reset(Task task, long seed) {
            door = task.field("door")
                    .map(Json::asString)
                    .orElseThrow(() -> new GuerdonException("the task has no door"));
            at = 0;
            last = new Step(Step.Observation.of("You see " + door + ". Seed " + seed + "."), 0, false, Map.of());
            return last;
        }

        @Override
        public Step step(String action) {
            Step before = last;
            if (before == null) {
                throw new GuerdonException("reset first");
            }
            last = before.refusal(action, longestAction()).orElseGet(() -> act(action));
            return last;
        }

        private Step act(String action) {
            switch (action) {
                case "fail" -> throw new IllegalStateException("the floor broke");
                case "stick" -> {
                    stuck.countDown();
                    await(new CountDownLatch(1));
                }
                case "hold" -> {
                    stuck.countDown();
                    await(released);
                }
                case "lose" -> {
                    return new Step(Step.Observation.of(""), 0, true, Map.of(), Step.End.lost("the building"));
                }
                case "go" -> at++;
                default -> {}
            }
            boolean there = at >= length;
            Map<String, @Nullable Object> attributes = Map.of("left", length - at);
            return new Step(
                    new Step.Observation(there ? "You are at " + door + "." : "You walk.", attributes),
                    there ? 1 : 0.25,
                    there,
                    Map.of("at", at));
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public List<String> actions() {
            return List.of("go", "wait");
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }
}
