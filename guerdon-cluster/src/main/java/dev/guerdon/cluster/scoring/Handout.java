package dev.guerdon.cluster.scoring;

import dev.guerdon.base.EndedEarly;
import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.cluster.spi.Receiver;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Has pieces done by a cluster, whatever becomes of its machines.
 *
 * <p>What an engine throws is the piece's own fault, and final. A piece that was lost with its machines may be the one that killed them, or one that
 * was beside it: it is tried once more, alone, after all others. What could not be read or written is tried once more before those. What was given
 * up because of another piece is handed out again. A cluster that ends, or has no machine that can open an engine, ends the job early.
 */
final class Handout<T> {

    /** A piece that was given up with others so often is tried alone. */
    private static final int MOST_ABANDONED = 3;

    /** How long new pieces wait for more of their kind while others come back all the time: a submission has its price. */
    private static final long TOGETHER_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long pieces may take to hear that nobody wants them. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** How many results are taken at once: a store may need long to move a file. */
    private static final int TAKEN_AT_ONCE = 8;

    /** Takes what a piece brought, on some thread. */
    @FunctionalInterface
    interface Taker<T> {

        /** Returns further pieces that are to be done because of it. */
        List<T> done(T piece, byte[] result) throws IOException;
    }

    /** Hands pieces to a cluster. */
    @FunctionalInterface
    interface Giver<T> {

        Cluster.Submission submit(List<T> pieces, Receiver receiver) throws IOException;
    }

    /** A piece that could not be done. */
    record Failed<T>(T piece, Receiver.Failure reason) {}

    /**
     * A piece on its way.
     *
     * @param abandoned how often it was given up with others
     * @param alone whether it is tried by itself, because its machines were lost
     * @param retried whether something could not be read or written before
     */
    private record Entry<T>(T piece, int abandoned, boolean alone, boolean retried) {

        Entry(T piece) {
            this(piece, 0, false, false);
        }
    }

    /** What became of a piece. */
    private sealed interface Event<T> {

        /** It could not be done. */
        record Lost<T>(Entry<T> entry, Receiver.Failure reason) implements Event<T> {}

        /** It is done, and its result was taken. */
        record Taken<T>(List<T> more) implements Event<T> {}

        /** It is done, but its result could not be taken. */
        record Broken<T>(Throwable reason) implements Event<T> {}
    }

    private final Giver<T> giver;
    private final Taker<T> taker;
    private final BooleanSupplier interrupted;
    private final BlockingQueue<Event<T>> events = new LinkedBlockingQueue<>();
    private final List<Cluster.Submission> submissions = new ArrayList<>();
    private final List<Entry<T>> again = new ArrayList<>();
    private final List<Entry<T>> late = new ArrayList<>();
    private final ArrayDeque<Entry<T>> suspects = new ArrayDeque<>();
    private final List<Failed<T>> failed = new ArrayList<>();
    private final ExecutorService takers;
    private long open;
    private long againSince;

    /**
     * @param interrupted whether nothing more is to be handed out
     */
    Handout(Giver<T> giver, Taker<T> taker, BooleanSupplier interrupted) {
        this.giver = giver;
        this.taker = taker;
        this.interrupted = interrupted;
        this.takers = Executors.newFixedThreadPool(
                TAKEN_AT_ONCE,
                Thread.ofPlatform().daemon().name("guerdon-commit-", 1).factory());
    }

    /** Has pieces done; returns those that could not be, and returns early where it is interrupted. */
    List<Failed<T>> run(List<T> pieces) throws IOException, InterruptedException {
        boolean whole = false;
        try {
            pieces.forEach(piece -> handAgain(new Entry<>(piece)));
            while (!interrupted.getAsBoolean() && (open > 0 || isLeft())) {
                Event<T> event = open == 0 ? null : events.poll(100, TimeUnit.MILLISECONDS);
                if (event != null) {
                    hear(event);
                }
                if (!again.isEmpty() && (event == null || System.nanoTime() - againSince > TOGETHER_NANOS)) {
                    submitAll(again);
                } else if (open == 0 && again.isEmpty() && isLeft()) {
                    if (late.isEmpty()) {
                        submit(List.of(suspects.remove()));
                    } else {
                        submitAll(late);
                    }
                }
            }
            whole = !interrupted.getAsBoolean();
            if (!whole) {
                cancel();
                drain();
            }
            return failed;
        } finally {
            if (!whole) {
                cancel();
            }
            takers.shutdown();
        }
    }

    private boolean isLeft() {
        return !again.isEmpty() || !late.isEmpty() || !suspects.isEmpty();
    }

    private void handAgain(Entry<T> entry) {
        if (again.isEmpty()) {
            againSince = System.nanoTime();
        }
        again.add(entry);
    }

    private void submitAll(List<Entry<T>> entries) throws IOException {
        List<Entry<T>> all = List.copyOf(entries);
        entries.clear();
        submit(all);
    }

    private void cancel() {
        submissions.forEach(Cluster.Submission::cancel);
    }

    /** After an interrupt: lets what was done before the pieces heard of it be taken. */
    private void drain() throws IOException, InterruptedException {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (open > 0 && System.nanoTime() < until) {
            switch (events.poll(100, TimeUnit.MILLISECONDS)) {
                case null -> {}
                case Event.Lost<T> any -> open--;
                case Event.Taken<T> any -> open--;
                case Event.Broken<T> broken -> throw thrown(broken.reason());
            }
        }
    }

    private void submit(List<Entry<T>> entries) throws IOException {
        open += entries.size();
        submissions.add(giver.submit(entries.stream().map(Entry::piece).toList(), new Receiver() {
            @Override
            public void done(int piece, byte[] result) {
                try {
                    takers.execute(() -> take(entries.get(piece), result));
                } catch (RejectedExecutionException e) {
                    // The run is over, and nobody counts this piece as done.
                }
            }

            @Override
            public void failed(int piece, Failure reason) {
                events.add(new Event.Lost<>(entries.get(piece), reason));
            }
        }));
    }

    private void take(Entry<T> entry, byte[] result) {
        try {
            events.add(new Event.Taken<>(taker.done(entry.piece, result)));
        } catch (Throwable e) {
            events.add(new Event.Broken<>(e));
        }
    }

    private static IOException thrown(Throwable reason) {
        return switch (reason) {
            case IOException e -> e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException("a result could not be taken", reason);
        };
    }

    private void hear(Event<T> event) throws IOException {
        open--;
        switch (event) {
            case Event.Taken<T> taken -> taken.more.forEach(piece -> handAgain(new Entry<>(piece)));
            case Event.Broken<T> broken -> throw thrown(broken.reason);
            case Event.Lost<T> lost -> decide(lost.entry, lost.reason);
        }
    }

    private void decide(Entry<T> entry, Receiver.Failure reason) {
        switch (reason.cause()) {
            case THREW -> failed.add(new Failed<>(entry.piece, reason));
            case IO_FAILED -> {
                if (entry.retried) {
                    failed.add(new Failed<>(entry.piece, reason));
                } else {
                    late.add(new Entry<>(entry.piece, 0, entry.alone, true));
                }
            }
            case LOST -> suspect(entry, reason);
            case ABANDONED -> {
                if (entry.abandoned < MOST_ABANDONED) {
                    handAgain(new Entry<>(entry.piece, entry.abandoned + 1, entry.alone, entry.retried));
                } else {
                    suspect(entry, reason);
                }
            }
            case NO_ENGINE -> throw early("the cluster cannot do the job", reason);
            case CANCELLED -> throw early("the cluster ended the job", reason); // it was not this driver
        }
    }

    private void suspect(Entry<T> entry, Receiver.Failure reason) {
        if (entry.alone) {
            failed.add(new Failed<>(entry.piece, reason));
        } else {
            suspects.add(new Entry<>(entry.piece, 0, true, entry.retried));
        }
    }

    private static EndedEarly early(String what, Receiver.Failure reason) {
        return new EndedEarly(
                what + ": " + reason.message()
                        + "; what is finished is kept, and the same command goes on with the rest",
                new IOException(reason.message()));
    }
}
