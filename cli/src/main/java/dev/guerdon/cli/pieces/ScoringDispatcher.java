package dev.guerdon.cli.pieces;

import dev.guerdon.cli.spi.Cluster.Receiver;
import dev.guerdon.core.base.EndedEarly;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * Has pieces done by a cluster, whatever becomes of its machines.
 *
 * <p>What an engine throws is the piece's own fault, and final. A piece that was lost with its machines may be the one that killed them, or one that
 * ran next to it: it is tried once more, alone, after all others. What could not be read or written is tried once more before those. What was given
 * up because of another piece is handed out again. A cluster that ends, or has no machine that can open an engine, ends the job early.
 */
final class ScoringDispatcher<T> {

    /** A piece that was given up with others so often is tried alone. */
    private static final int MAX_ABANDONED = 3;

    /** Time that pieces wait for others that are to be handed out again, too, and how soon an interrupt is noticed. */
    private static final Duration LOOK = Duration.ofMillis(100);

    /** Time that cancelled pieces may take to end. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Number of results that are taken at once: a store may need long to move a file. */
    private static final int TAKEN_AT_ONCE = 8;

    /** Takes what a piece brought, on some thread. */
    @FunctionalInterface
    interface PieceHandler<T> {
        /** Returns further pieces that are to be done because of it. */
        List<T> done(T piece, byte[] result) throws IOException;
    }

    /** A piece that could not be done. */
    record Failed<T>(T piece, Receiver.Failure reason) {}

    /**
     * A try of a piece. Each is another one: a piece is handed out again while its last try may still be under way.
     *
     * @param abandoned how often it was given up with others
     * @param alone whether it is tried by itself, because its machines were lost
     * @param retried whether something could not be read or written before
     */
    private record Try<T>(T piece, int abandoned, boolean alone, boolean retried) {}

    private final PieceDispatcher.Submitter<T> submitter;
    private final PieceHandler<T> handler;
    private final BooleanSupplier interrupted;
    private final List<Try<T>> again = new ArrayList<>();
    private final List<Try<T>> late = new ArrayList<>();
    private final ArrayDeque<Try<T>> suspects = new ArrayDeque<>();
    private final List<Failed<T>> failed = new ArrayList<>();

    /**
     * @param interrupted whether nothing more is to be handed out
     */
    ScoringDispatcher(PieceDispatcher.Submitter<T> submitter, PieceHandler<T> handler, BooleanSupplier interrupted) {
        this.submitter = submitter;
        this.handler = handler;
        this.interrupted = interrupted;
    }

    /** Has pieces done; returns those that could not be, and returns early if it is interrupted. */
    List<Failed<T>> run(List<T> pieces) throws IOException, InterruptedException {
        ExecutorService takers = Executors.newFixedThreadPool(
                TAKEN_AT_ONCE,
                Thread.ofPlatform().daemon().name("guerdon-commit-", 1).factory());
        PieceDispatcher<Try<T>> dispatcher = new PieceDispatcher<>(new ResultHandler(), takers);
        boolean whole = false;
        try {
            add(pieces);
            while (!whole && !interrupted.getAsBoolean()) {
                dispatcher.requireNoFailure();
                boolean idle = dispatcher.size() == 0; // before it is asked what is left: a piece adds to that first
                List<Try<T>> next = next(idle);
                if (!next.isEmpty()) {
                    dispatcher.hand(
                            next,
                            (tries, receiver) -> submitter.submit(
                                    tries.stream().map(Try::piece).toList(), receiver));
                }
                whole = idle && next.isEmpty();
                dispatcher.awaitFewerThan(1, LOOK);
            }
            if (!whole) {
                // What was done before the pieces hear of it is still taken.
                dispatcher.cancel();
                dispatcher.awaitFewerThan(1, PATIENCE);
            }
            dispatcher.requireNoFailure();
            synchronized (this) {
                return List.copyOf(failed);
            }
        } finally {
            if (!whole) {
                dispatcher.cancel();
            }
            takers.shutdown();
        }
    }

    private synchronized void add(List<T> pieces) {
        pieces.forEach(piece -> again.add(new Try<>(piece, 0, false, false)));
    }

    /**
     * Takes what is to be handed out now.
     *
     * @param idle whether nothing is under way
     */
    private synchronized List<Try<T>> next(boolean idle) {
        List<Try<T>> from = again.isEmpty() && idle ? late : again;
        if (from.isEmpty() && idle && !suspects.isEmpty()) {
            return List.of(suspects.remove());
        }
        List<Try<T>> next = List.copyOf(from);
        from.clear();
        return next;
    }

    private final class ResultHandler implements PieceDispatcher.ResultHandler<Try<T>> {
        @Override
        public void done(Try<T> one, byte[] result) throws IOException {
            add(handler.done(one.piece, result));
        }

        @Override
        public void failed(Try<T> one, Receiver.Failure reason) {
            if (!interrupted.getAsBoolean()) {
                decide(one, reason);
            }
        }
    }

    private synchronized void decide(Try<T> one, Receiver.Failure reason) {
        switch (reason.cause()) {
            case IO_FAILED -> {
                if (one.retried) {
                    failed.add(new Failed<>(one.piece, reason));
                } else {
                    late.add(new Try<>(one.piece, 0, one.alone, true));
                }
            }
            case THREW, ENDED -> failed.add(new Failed<>(one.piece, reason));
            case ABANDONED -> {
                if (one.abandoned < MAX_ABANDONED) {
                    again.add(new Try<>(one.piece, one.abandoned + 1, one.alone, one.retried));
                } else {
                    suspect(one, reason);
                }
            }
            case LOST -> suspect(one, reason);
            case NO_ENGINE -> throw early("the cluster cannot do the job", reason);
            case CANCELLED -> throw early("the cluster ended the job", reason); // it was not this driver
        }
    }

    private void suspect(Try<T> one, Receiver.Failure reason) {
        if (one.alone) {
            failed.add(new Failed<>(one.piece, reason));
        } else {
            suspects.add(new Try<>(one.piece, 0, true, one.retried));
        }
    }

    private static EndedEarly early(String what, Receiver.Failure reason) {
        return new EndedEarly(
                what + ": " + reason.message()
                        + "; what is finished is kept, and the same command continues with the rest",
                new IOException(reason.message()));
    }
}
