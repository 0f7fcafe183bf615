package dev.guerdon.cluster.spi;

import dev.guerdon.api.Experimental;

/** Receives what became of pieces. Each piece ends exactly once; calls come from any thread, and may come side by side. */
@Experimental
public interface Receiver {

    /**
     * A piece is done.
     *
     * @param piece its place in the list that was submitted
     * @param result what {@link Engine#work} returned
     */
    void done(int piece, byte[] result);

    /**
     * A piece could not be done: its engine threw, or the machines that tried it were lost, one after another.
     *
     * @param piece its place in the list that was submitted
     * @param reason why
     */
    void failed(int piece, Failure reason);

    /**
     * Answers what a piece asks while it is done. The answer must come at once: others may wait for theirs.
     *
     * @param piece its place in the list that was submitted
     * @param question what was given to {@link Engine.Place#ask}
     */
    default byte[] asked(int piece, byte[] question) {
        throw new UnsupportedOperationException("pieces of this job have nothing to ask");
    }

    /** Why a piece could not be done. */
    enum Cause {
        /** The engine threw: it would throw again. */
        THREW,
        /** The machines or processes that tried it were lost, as often as the cluster tries. */
        LOST,
        /** Something could not be read or written while the engine worked: that may be over soon, or be better elsewhere. */
        IO_FAILED,
        /** The machines that tried it could not open the engine of the job. So no piece can be done, and this one is not to blame. */
        NO_ENGINE,
        /** Another piece of the same submission was given up, and this one with it; it can be submitted again. */
        ABANDONED,
        /** The submission or the work was ended; where nobody asked for that, the cluster itself ended. */
        CANCELLED
    }

    /**
     * What became of a piece that failed.
     *
     * @param cause which kind of failure it is
     * @param message a sentence for the user
     * @param tries how often the cluster tried it, at least 1
     */
    record Failure(Cause cause, String message, int tries) {

        public Failure(Cause cause, String message) {
            this(cause, message, 1);
        }
    }
}
