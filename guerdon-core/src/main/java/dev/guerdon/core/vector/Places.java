package dev.guerdon.core.vector;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Internal;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The places of a vector, and the threads that work in them. */
@Internal
public final class Places implements AutoCloseable {

    private final Place[] places;
    private final int threads;
    private final Duration deadline;
    private final ExecutorService executor;

    /**
     * @param threads how many share the work; 0 for a virtual one for each place
     * @param deadline how long the work in one place may take
     */
    public Places(Callable<? extends Environment> factory, int size, int threads, Duration deadline) {
        this.places = new Place[size];
        Arrays.setAll(places, i -> new Place(factory));
        this.threads = threads;
        this.deadline = deadline;
        this.executor = threads == 0
                ? Executors.newVirtualThreadPerTaskExecutor()
                : Executors.newCachedThreadPool(
                        Thread.ofPlatform().daemon().name("vector-", 0).factory());
    }

    public int size() {
        return places.length;
    }

    public Place get(int number) {
        return places[number];
    }

    /** What is done in one place. */
    @FunctionalInterface
    public interface Work {
        void run(Place place, int number);
    }

    /** Works in the places with these numbers. Whoever is late, or was at work when the caller was interrupted, is lost. */
    public void inParallel(int[] numbers, Work work) throws InterruptedException {
        if (numbers.length == 0) {
            return;
        }
        Place[] now = places.clone();
        Round round =
                new Round(numbers.length, i -> work.run(now[numbers[i]], numbers[i]), i -> now[numbers[i]].drop());
        try {
            round.run(executor, threads == 0 ? numbers.length : threads, deadline);
        } finally {
            round.givenUp()
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
}
