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
 * Hands pieces to a cluster, and has what becomes of them dealt with.
 *
 * <p>What the cluster's own thread is told is dealt with on another one: it has others to tell. A piece is under way until that is over. What is
 * thrown there ends all: the other pieces are cancelled, and whoever waits for the end gets it. Its monitor guards what it knows, and is notified
 * when that changes, so that its owner can guard with it and wait on it, too.
 *
 * @param <P> a piece; two of them are never equal
 */
final class PieceDispatcher<P> {
    private final Dealer<P> dealer;
    private final Executor threads;

    /** What is under way; null until the cluster has taken it. */
    private final IdentityHashMap<P, Cluster.@Nullable Submission> underWay = new IdentityHashMap<>();

    /** What is to be cancelled as soon as the cluster has taken it. */
    private final Set<P> unwanted = new HashSet<>();

    private boolean cancelled;
    private @Nullable Throwable failure;

    /** Deals with what becomes of pieces, on any thread. */
    public interface Dealer<P> {

        /** Takes what a piece brought. */
        void done(P piece, byte[] result) throws IOException;

        /** Decides what is done about a piece that failed. */
        void failed(P piece, Receiver.Failure reason) throws IOException;

        /** Answers what a piece asks while it is done. */
        default byte[] asked(P piece, byte[] question) {
            throw new UnsupportedOperationException("pieces of this job have nothing to ask");
        }

        /** Told that a piece was dealt with; once this returns it is under way no more. */
        default void over(P piece) {}
    }

    /** Gives pieces to the cluster. */
    @FunctionalInterface
    public interface Giver<P> {
        Cluster.Submission submit(List<P> pieces, Receiver receiver) throws IOException;
    }

    /**
     * @param threads on which pieces that came back are dealt with
     */
    public PieceDispatcher(Dealer<P> dealer, Executor threads) {
        this.dealer = dealer;
        this.threads = threads;
    }

    /** Hands out pieces; returns at once. */
    public void hand(List<P> pieces, Giver<P> giver) throws IOException {
        synchronized (this) {
            pieces.forEach(piece -> underWay.put(piece, null));
        }
        Cluster.Submission submission;
        try {
            submission = giver.submit(pieces, new Receiver() {
                @Override
                public void done(int piece, byte[] result) {
                    P back = pieces.get(piece);
                    deal(back, () -> dealer.done(back, result));
                }

                @Override
                public void failed(int piece, Failure reason) {
                    P back = pieces.get(piece);
                    deal(back, () -> dealer.failed(back, reason));
                }

                @Override
                public byte[] asked(int piece, byte[] question) {
                    return dealer.asked(pieces.get(piece), question);
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
            // The job is over, and nobody counts this piece as done.
        }
    }

    private void back(P piece) {
        dealer.over(piece);
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

    /** The pieces that are under way. */
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

    /** Ends all; whoever waits for the end gets the first thing that went wrong. */
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

    /** Waits until fewer pieces than so many are under way, at most so long; tells whether that is so. */
    public synchronized boolean awaitFewerThan(int pieces, Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (long left = most.toNanos(); left > 0 && underWay.size() >= pieces; left = end - System.nanoTime()) {
            wait(Math.max(1, Duration.ofNanos(left).toMillis()));
        }
        return underWay.size() < pieces;
    }
}
