package dev.guerdon.cli.spi;

import dev.guerdon.api.Experimental;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Machines that do pieces of work. */
@Experimental
public interface Cluster extends AutoCloseable {

    /** Returns how many pieces run at once; at least 1, and more once further machines have come. */
    int slots();

    /** Returns the files that every machine can read and write. */
    default ClusterStore store() {
        throw new UnsupportedOperationException("this cluster needs no store");
    }

    /**
     * Finds a table that the engine can read.
     *
     * @param source a path or a name, as the engine writes it
     * @param options the format and its options, as the engine names them
     * @throws IllegalArgumentException if there is none, with a sentence for the user
     */
    default Table table(String source, Map<String, String> options) {
        throw new IllegalArgumentException("this cluster reads no tables");
    }

    /** Makes the machines ready for a job: each process opens one {@link PieceEngine} of it, when its first piece comes. */
    Work begin(ClusterJob job);

    @Override
    void close();

    /** A job that is under way. */
    interface Work extends AutoCloseable {

        /** Hands out pieces; returns at once. Several submissions run side by side. */
        Submission submit(List<Piece> pieces, Receiver receiver);

        /** Hands out partitions of a table, each with what is to be done with it; the engine gives its rows as JSON. */
        default Submission submit(Table table, List<TablePiece> pieces, Receiver receiver) {
            throw new UnsupportedOperationException("there are no tables here");
        }

        /** Ends what still runs. The machines close their engines of this job. */
        @Override
        void close();
    }

    /** Pieces that were handed out. */
    @FunctionalInterface
    interface Submission {

        /** Cancels the pieces that are not done; the receiver gets them as failed. */
        void cancel();
    }

    /**
     * A piece of work.
     *
     * @param description what the {@link PieceEngine} is given
     * @param hosts machines that are near to its input; empty if that does not matter
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Piece(byte[] description, List<String> hosts) {

        public Piece {
            hosts = List.copyOf(hosts);
        }
    }

    /**
     * A partition of a table, and what is to be done with it.
     *
     * @param partition its number, from 0
     * @param description what the {@link PieceEngine} is given
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record TablePiece(int partition, byte[] description) {}

    /** Rows that the engine of a cluster can read, in partitions. */
    interface Table {

        /** Returns what it is called, for people. */
        String name();

        /**
         * Changes when the rows or their partitions change: two tables with the same identity have the same rows in the same
         * partitions in the same order.
         */
        String identity();

        int partitions();
    }

    /** Receives the results of pieces. Each piece ends exactly once; calls come from any thread, also several at a time. */
    interface Receiver {

        /**
         * A piece is done.
         *
         * @param piece its place in the list that was submitted
         * @param result what {@link PieceEngine#work} returned
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
         * @param question what was given to {@link PieceEngine.Place#ask}
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
            /** It ended the process that did it: it would end another. */
            ENDED,
            /** Something could not be read or written while the engine worked: that may be over soon, or be better elsewhere. */
            IO_FAILED,
            /** The machines that tried it could not open the engine of the job. So no piece can be done, and this one is not to blame. */
            NO_ENGINE,
            /** Another piece of the same submission was given up, and this one with it; it can be submitted again. */
            ABANDONED,
            /** The submission or the work was cancelled, or the cluster itself ended. */
            CANCELLED
        }

        /**
         * Outcome of a piece that failed.
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

    /** Opens clusters of one kind, in a process that has what it takes. */
    interface Provider {

        /** The provider of this process; the program that starts it sets it before Guerdon's classes are loaded. */
        AtomicReference<Provider> HERE = new AtomicReference<>();

        /** Returns the provider of this process; empty in a process that was not started to drive a cluster. */
        static Optional<Provider> here() {
            return Optional.ofNullable(HERE.get());
        }

        /**
         * Opens a cluster.
         *
         * @param master its address, as the engine writes it, such as {@code spark://host:7077} or {@code local[2]}
         * @param name what the job is called in the engine's own pages
         * @param settings settings of the engine
         * @param tries how often the engine itself tries a piece whose process is lost, where no setting says so; 0 for its own choice
         * @param notices receives what a user should know, a sentence at a time
         * @throws IllegalArgumentException if the master or a setting is not one, with a sentence for the user
         */
        Cluster open(String master, String name, Map<String, String> settings, int tries, Consumer<String> notices);
    }
}
