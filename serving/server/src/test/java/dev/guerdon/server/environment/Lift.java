package dev.guerdon.server.environment;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A user's own environment: a lift that must get to the floor of its task, and whatever can go wrong in such code. */
final class Lift implements EnvironmentProvider {

    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    final ConcurrentLinkedQueue<CountDownLatch> stuck = new ConcurrentLinkedQueue<>();
    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch leave = new CountDownLatch(1);

    @Override
    public String name() {
        return "lift";
    }

    @Override
    public String description() {
        return "a lift";
    }

    @Override
    public List<Option> options() {
        return List.of(new Option("floors", "N", "How many floors there are."));
    }

    @Override
    public Environment open(Map<String, String> options) {
        opened.incrementAndGet();
        return new Cabin(Integer.parseInt(options.getOrDefault("floors", "5")));
    }

    @Override
    public Task task(Map<String, String> options) {
        return Task.of("to-2", "Go to floor 2.", Map.of("floor", 2));
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        return Stream.of(1, 2, 3).map(floor -> Task.of("to-" + floor, "", Map.of("floor", floor)));
    }

    /** One lift. */
    private final class Cabin implements Environment {

        private final int floors;
        private int floor;
        private int goal;
        private @Nullable Step last;

        Cabin(int floors) {
            this.floors = floors;
        }

        @Override
        public Step reset(Task task, long seed) {
            goal = task.field("floor")
                    .orElseThrow(() -> new GuerdonException("expected a task with a 'floor', found none"))
                    .asInt();
            floor = (int) Math.floorMod(seed, (long) floors);
            return told(0, false);
        }

        @Override
        public Step step(String action) {
            Step before = last;
            if (before == null) {
                throw new GuerdonException("reset first");
            }
            if (before.done()) {
                last = before.afterEnd();
                return last;
            }
            switch (action) {
                case "up" -> floor = Math.min(floors, floor + 1);
                case "down" -> floor = Math.max(0, floor - 1);
                case "wait" -> pause();
                case "hang" -> hang();
                case "null" -> {
                    return nothing();
                }
                case "break" -> throw new StackOverflowError("the rope broke");
                case "exit" -> throw new IllegalStateException(new Exception("exit"));
                case "nan" -> {
                    return new Step(Observation.of("?"), Double.NaN, false, Map.of());
                }
                case "odd" -> {
                    Map<String, @Nullable Object> info = new HashMap<>();
                    info.put("thread", new AtomicReference<>("odd"));
                    return new Step(Observation.of("odd"), 0, false, info);
                }
                case "fall" -> {
                    return new Step(Observation.of(""), 0, true, Map.of(), Step.End.lost("the rope"));
                }
                default -> {
                    return told(0, false);
                }
            }
            return told(floor == goal ? 1 : 0, floor == goal);
        }

        @SuppressWarnings("NullAway") // a user's mistake
        private static Step nothing() {
            return null;
        }

        private void pause() {
            entered.countDown();
            try {
                leave.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Never ends by itself, and ignores interrupts. */
        private void hang() {
            CountDownLatch never = new CountDownLatch(1);
            stuck.add(never);
            boolean done = false;
            while (!done) {
                try {
                    never.await();
                    done = true;
                } catch (InterruptedException e) {
                    // That is the point.
                }
            }
        }

        private Step told(double reward, boolean done) {
            Step step = new Step(
                    new Observation("floor " + floor, Map.of("floor", floor)), reward, done, Map.of("score", floor));
            last = step;
            return step;
        }

        @Override
        public List<String> actions() {
            return List.of("up", "down");
        }

        @Override
        public String describeState() {
            return "on floor " + floor + " of " + floors;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    /** Lets the threads go that hang. */
    void free() {
        leave.countDown();
        stuck.forEach(CountDownLatch::countDown);
    }
}
