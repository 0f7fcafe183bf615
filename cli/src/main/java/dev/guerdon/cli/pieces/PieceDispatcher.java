package dev.guerdon.cli.pieces;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Dispatcher that hands pieces to a cluster and passes their results to a handler.
 *
 * <p>Results are handled on other threads than the cluster's own, which has more to deliver. A piece is under way until that is over. What is
 * thrown there ends all: the other pieces are cancelled, and the thread that waits for the end gets it. Its monitor guards what it knows, and is notified
 * when that changes, so that its owner can guard with it and wait on it, too.
 *
 * @param <P> a piece; two of them are never equal
 */
final class PieceDispatcher<P> {
    private final ResultHandler<P> handler;
    private final Executor threads;

    /** What is under way; null until the cluster has taken it. */
    private final IdentityHashMap<P, Cluster.@Nullable Submission> underWay = new IdentityHashMap<>();

    /** What is to be cancelled as soon as the cluster has taken it. */
    private final Set<P> unwanted = new HashSet<>();

    private boolean cancelled;
    private @Nullable Throwable failure;

    /** Handles the results of pieces, on any thread. */
    public interface ResultHandler<P> {

        /** Takes what a piece brought. */
        void done(P piece, byte[] result) throws IOException;

        /** Decides what is done about a piece that failed. */
        void failed(P piece, Receiver.Failure reason) throws IOException;

        /** Answers what a piece asks while it is done. */
        default byte[] asked(P piece, byte[] question) {
            throw new UnsupportedOperationException("pieces of this job have nothing to ask");
        }

        /** Called after a piece was handled; once this returns it is no longer under way. */
        default void over(P piece) {}
    }

    /** Gives pieces to the cluster. */
    @FunctionalInterface
    public interface Submitter<P> {
        Cluster.Submission submit(List<P> pieces, Receiver receiver) throws IOException;
    }

    /**
     * @param threads on which pieces that came back are dealt with
     */
    public PieceDispatcher(ResultHandler<P> handler, Executor threads) {
        this.handler = handler;
        this.threads = threads;
    }

    /** Hands out pieces; returns at once. */
    public void hand(List<P> pieces, Submitter<P> submitter) throws IOException {
        synchronized (this) {
            pieces.forEach(piece -> underWay.put(piece, null));
        }
        Cluster.Submission submission;
        try {
            submission = submitter.submit(pieces, new Receiver() {
                @Override
                public void done(int piece, byte[] result) {
                    P back = pieces.get(piece);
                    deal(back, () -> handler.done(back, result));
                }

                @Override
                public void failed(int piece, Failure reason) {
                    P back = pieces.get(piece);
                    deal(back, () -> handler.failed(back, reason));
                }

                @Override
                public byte[] asked(int piece, byte[] question) {
                    return handler.asked(pieces.get(piece), question);
                }
            });
        } catch (Throwable e) {
            pieces.forEach(this::back);
            throw e;
        }
        boolean late;
        synchronized (this) {
            late = cancelled || pieces.stream().anyMatch(unwanted::contains);
            pieces.stream().filter(underWay::containsKey).forEach(piece -> underWay.put(piece, submission));
        }
        if (late) {
            submission.cancel();
        }
    }

    /** Treatment of a piece that came back. */
    private interface Dealing {
        void run() throws IOException;
    }

    private void deal(P piece, Dealing what) {
        try {
            threads.execute(() -> {
                try {
                    what.run();
                } catch (Throwable e) {
                    fail(e);
                } finally {
                    back(piece);
                }
            });
        } catch (RejectedExecutionException e) {
            // The job is over, and this piece does not count as done.
        }
    }

    private void back(P piece) {
        handler.over(piece);
        synchronized (this) {
            underWay.remove(piece);
            unwanted.remove(piece);
            notifyAll();
        }
    }

    /** Returns how many pieces are under way. */
    public synchronized int size() {
        return underWay.size();
    }

    /** Returns the pieces that are under way. */
    public synchronized List<P> pieces() {
        return List.copyOf(underWay.keySet());
    }

    public synchronized boolean isCancelled() {
        return cancelled;
    }

    /** Cancels all that is under way, and what is handed out from now on. */
    public void cancel() {
        List<Cluster.Submission> submissions;
        synchronized (this) {
            cancelled = true;
            submissions = underWay.values().stream()
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            notifyAll();
        }
        submissions.forEach(Cluster.Submission::cancel);
    }

    /** Cancels a piece, with those that were handed out together with it. */
    public void cancel(P piece) {
        Cluster.Submission submission;
        synchronized (this) {
            submission = underWay.get(piece);
            if (underWay.containsKey(piece)) {
                unwanted.add(piece);
            }
        }
        if (submission != null) {
            submission.cancel();
        }
    }

    /** Ends all; the thread that waits for the end gets the first exception. */
    public void fail(Throwable e) {
        synchronized (this) {
            failure = failure == null ? e : failure;
        }
        cancel();
    }

    public synchronized boolean isFailed() {
        return failure != null;
    }

    /**
     * Throws what went wrong, if anything did.
     *
     * @throws IOException if that was one
     */
    public void requireNoFailure() throws IOException {
        Throwable thrown;
        synchronized (this) {
            thrown = failure;
        }
        switch (thrown) {
            case null -> {}
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new GuerdonException("what came back could not be kept: " + thrown, thrown);
        }
    }

    /** Waits until fewer pieces than so many are under way, at most so long; returns whether that is so. */
    public synchronized boolean awaitFewerThan(int pieces, Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (long left = most.toNanos(); left > 0 && underWay.size() >= pieces; left = end - System.nanoTime()) {
            wait(Math.max(1, Duration.ofNanos(left).toMillis()));
        }
        return underWay.size() < pieces;
    }
}
