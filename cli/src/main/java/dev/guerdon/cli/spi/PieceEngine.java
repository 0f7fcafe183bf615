package dev.guerdon.cli.spi;

import dev.guerdon.api.Experimental;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;

/** Engine with which a process of a cluster does pieces of one job; made once for the job, and used by several threads at once. */
@Experimental
public interface PieceEngine extends AutoCloseable {

    /** The class with a constructor without parameters that opens engines; it is loaded with Guerdon's own classes. */
    String OPENER = "dev.guerdon.cli.pieces.EngineOpener";

    /**
     * Does a piece of work on the calling thread.
     *
     * @throws Exception if it cannot be done, with a sentence for the user; the piece is not tried again, unless something could
     *     not be read or written
     */
    byte[] work(byte[] piece, Place here) throws Exception;

    /** Ends everything the engine began. */
    @Override
    void close();

    /** Opens engines. */
    interface Opener {

        /**
         * Opens the engine of a job.
         *
         * @param folder an empty folder of this process alone, which is removed when the engine was closed
         * @throws IOException if something of this machine stands in the way; other machines try. What else is thrown would be
         *     thrown everywhere
         */
        PieceEngine open(ClusterJob job, Path folder) throws IOException;
    }

    /** Machine and process in which a piece is done. */
    interface Place {

        /** Sets this try apart from every other try of any piece; letters, digits and hyphens. */
        String attempt();

        /** Returns the files that every machine can read and write. */
        default ClusterStore store() {
            throw new UnsupportedOperationException("there is no store here");
        }

        /** Returns the rows of the partition, each a JSON object in UTF-8 without a line end; none if the piece is not one of a table. */
        default Iterator<byte[]> rows() {
            return Collections.emptyIterator();
        }

        /** Returns whether the piece was cancelled. */
        boolean isCancelled();

        /**
         * Asks the driver something while the piece is done; from any thread.
         *
         * @return what {@link Receiver#asked} returned
         * @throws IOException if the driver cannot be reached, has no answer, or does not want the piece any more
         */
        default byte[] ask(byte[] question) throws IOException {
            throw new IOException("the processes of this cluster cannot ask their driver");
        }
    }
}
