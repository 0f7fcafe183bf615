package dev.guerdon.core;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Resource.Status;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.OwnThread;
import dev.guerdon.core.boundary.CodeBoundary;
import dev.guerdon.core.boundary.CodeFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The places of a vector, and the threads that work in them. */
final class EnvironmentSlots implements AutoCloseable {

    private final Place[] places;
    private final int threads;
    private final Duration deadline;
    private final ExecutorService executor;

    /**
     * @param threads how many share the work; 0 for a virtual one for each place
     * @param deadline how long the work in one place may take
     */
    EnvironmentSlots(Callable<? extends Environment> factory, int size, int threads, Duration deadline) {
        this.places = new Place[size];
        Arrays.setAll(places, i -> new Place(factory));
        this.threads = threads;
        this.deadline = deadline;
        this.executor = threads == 0
                ? Executors.newVirtualThreadPerTaskExecutor()
                : Executors.newCachedThreadPool(OwnThread.factory("vector"));
    }

    int size() {
        return places.length;
    }

    Place get(int number) {
        return places[number];
    }

    /** Work done in one slot. */
    @FunctionalInterface
    interface Work {
        void run(Place place, int number);
    }

    /** Works in the places with these numbers. An environment that is late, or was at work when the caller was interrupted, is lost. */
    void inParallel(int[] numbers, Work work) throws InterruptedException {
        if (numbers.length == 0) {
            return;
        }
        Place[] now = places.clone();
        Round round =
                new Round(numbers.length, i -> work.run(now[numbers[i]], numbers[i]), i -> now[numbers[i]].drop());
        try {
            round.run(executor, threads == 0 ? numbers.length : threads, deadline);
        } finally {
            round.abandonedPlaces()
                    .map(i -> numbers[i])
                    .forEach(i -> places[i] = places[i].abandoned("it did not answer in time"));
        }
    }

    @Override
    public void close() {
        for (Place place : places) {
            place.drop();
        }
        executor.shutdownNow();
    }

    /**
     * One piece of work for each of n places, shared among a few threads.
     *
     * <p>A thread takes the next place that has not begun, so that a slow place blocks no other. A place that takes longer than the
     * deadline is given up: its thread is interrupted, and another takes over from it.
     */
    private static final class Round {

        private static final Thread DONE = new Thread("done");
        private static final Thread LATE = new Thread("late");
        private static final long LOOK_EVERY_MILLIS = 100;

        private final int size;
        private final IntConsumer work;
        private final IntConsumer afterLate;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicReferenceArray<Thread> owners;
        private final long[] began;
        private final CountDownLatch left;
        private final BitSet late = new BitSet();

        /**
         * @param size how many places
         * @param work does the work of one place; never throws
         * @param afterLate cleans up after a place that was given up, once its work has come back; in the thread that did it
         */
        Round(int size, IntConsumer work, IntConsumer afterLate) {
            this.size = size;
            this.work = work;
            this.afterLate = afterLate;
            this.owners = new AtomicReferenceArray<>(size);
            this.began = new long[size];
            this.left = new CountDownLatch(size);
        }

        /**
         * Does all of it.
         *
         * @throws InterruptedException if the caller was interrupted; what had not come back by then is given up
         */
        void run(Executor executor, int threads, Duration deadline) throws InterruptedException {
            for (int i = 0; i < Math.min(threads, size); i++) {
                executor.execute(this::serve);
            }
            try {
                while (!left.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                    abandon(executor, deadline.toNanos());
                }
            } catch (InterruptedException e) {
                next.set(size);
                abandon(Runnable::run, -1);
                throw e;
            }
        }

        /** Returns the numbers of what was given up, once the round is over. */
        IntStream abandonedPlaces() {
            return late.stream();
        }

        private void serve() {
            for (int place = next.getAndIncrement(); place < size; place = next.getAndIncrement()) {
                began[place] = System.nanoTime();
                owners.set(place, Thread.currentThread());
                work.accept(place);
                if (!owners.compareAndSet(place, Thread.currentThread(), DONE)) {
                    afterLate.accept(place);
                    return; // another thread took over
                }
                left.countDown();
            }
        }

        @SuppressWarnings("ReferenceEquality") // the marks are threads that never run
        private void abandon(Executor executor, long nanos) {
            long now = System.nanoTime();
            for (int place = 0; place < Math.min(size, next.get()); place++) {
                Thread owner = owners.get(place);
                if (owner != null
                        && owner != DONE
                        && owner != LATE
                        && now - began[place] > nanos
                        && owners.compareAndSet(place, owner, LATE)) {
                    owner.interrupt();
                    late.set(place);
                    executor.execute(this::serve);
                    left.countDown();
                }
            }
        }
    }

    /**
     * One environment of a vector: opened at its first reset, and replaced by another if it was lost.
     *
     * <p>Whatever the environment throws becomes a step that is lost, so that it costs this place its episode and no other. One thread at a
     * time.
     */
    static final class Place {

        private final Callable<? extends Environment> factory;
        private @Nullable Environment environment;
        private @Nullable Step last;
        private int episode = -1;

        Place(Callable<? extends Environment> factory) {
            this.factory = factory;
        }

        /** Returns the last step, empty before the first reset. */
        Optional<Step> last() {
            return Optional.ofNullable(last);
        }

        /** Returns the number of the episode, from 0; -1 before the first reset. */
        int episode() {
            return episode;
        }

        /** Counts from the first episode again. */
        void rewind() {
            episode = -1;
        }

        /** Begins the next episode. */
        Step reset(Task task, long seed) {
            episode++;
            return keep("reset", () -> opened().reset(task, seed));
        }

        /** Acts, unless the episode is over. */
        Step step(String action) {
            Step before = last;
            Environment open = environment;
            if (before == null || (open == null && !before.done())) {
                return keep("step", () -> {
                    throw new IllegalStateException("no episode has begun; reset the vector first");
                });
            }
            if (before.done() || open == null) {
                last = before.afterEnd();
                return last;
            }
            return keep("step", () -> open.step(action));
        }

        /** Returns the actions that make sense now; none if the environment cannot list them, or fails to. */
        List<String> actions() {
            Environment open = environment;
            if (open == null || last == null || last.done()) {
                return List.of();
            }
            List<String> found = new ArrayList<>();
            CodeBoundary.tell("listing the actions of an environment", () -> found.addAll(List.copyOf(open.actions())));
            return List.copyOf(found);
        }

        /** Says that there is nothing more to do here. */
        void idle() {
            last = new Step(
                    Observation.of("No task is left."),
                    0,
                    true,
                    Map.of(Step.ERROR, "no task is left"),
                    Step.End.truncated("tasks"));
        }

        private Environment opened() throws Exception {
            Environment open = environment;
            if (open != null && open.status() != Status.READY) {
                drop();
                open = null;
            }
            if (open == null) {
                open = factory.call();
                environment = open;
                open.start();
            }
            return open;
        }

        private Step keep(String what, Callable<@Nullable Step> code) {
            Step step;
            try {
                step = code.call();
                if (step == null) {
                    step = gone("the environment's " + what + " gave no step");
                }
            } catch (Throwable e) {
                step = gone(CodeFault.of(e).reason());
            }
            last = step;
            return step;
        }

        private Step gone(String why) {
            drop();
            return lost(why);
        }

        /** Gives this place up as it is: its environment may still run in another thread, and is closed there. */
        Place abandoned(String why) {
            Place next = new Place(factory);
            next.episode = episode;
            next.last = lost(why);
            return next;
        }

        private static Step lost(String why) {
            return new Step(
                    Observation.of("The environment was lost: " + why),
                    0,
                    true,
                    Map.of(Step.ERROR, why),
                    Step.End.lost(why));
        }

        /** Closes the environment; the next reset opens another. */
        void drop() {
            Environment open = environment;
            environment = null;
            if (open != null) {
                CodeBoundary.tell("closing an environment of a vector", open::close);
            }
        }
    }
}
