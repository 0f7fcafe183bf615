package dev.guerdon.cluster.spi;

import dev.guerdon.api.Experimental;
import java.util.List;
import java.util.Map;

/** Machines that do pieces of work. */
@Experimental
public interface Cluster extends AutoCloseable {

    /** Where it is, for people. */
    String name();

    /** How many pieces run at once; at least 1, and more once further machines have come. */
    int slots();

    /** The files that every machine can read and write. */
    Store store();

    /**
     * Finds a table that the engine can read.
     *
     * @param source a path or a name, as the engine writes it
     * @param options the format and its options, as the engine names them
     * @throws IllegalArgumentException where there is none, with a sentence for the user
     */
    Table table(String source, Map<String, String> options);

    /** Makes the machines ready for a job: each process opens one {@link Engine} of it, when its first piece comes. */
    Work begin(Job job);

    @Override
    void close();

    /** A job that is under way. */
    interface Work extends AutoCloseable {

        /** Hands out pieces; returns at once. Several submissions run side by side. */
        Submission submit(List<Piece> pieces, Receiver receiver);

        /** Hands out partitions of a table, each with what is to be done with it; the engine gives its rows as JSON. */
        Submission submit(Table table, List<TablePiece> pieces, Receiver receiver);

        /** Ends what still runs. The machines close their engines of this job. */
        @Override
        void close();
    }

    /** Pieces that were handed out. */
    interface Submission {

        /** Ends the pieces that are not done; the receiver is told that they failed. */
        void cancel();

        /** Waits until the receiver was told of every piece. */
        void await() throws InterruptedException;
    }

    /**
     * A piece of work.
     *
     * @param description what the {@link Engine} is given
     * @param hosts machines that are near to its input; empty where that does not matter
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
     * @param description what the {@link Engine} is given
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record TablePiece(int partition, byte[] description) {}
}
