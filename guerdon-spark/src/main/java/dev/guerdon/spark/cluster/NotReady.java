package dev.guerdon.spark.cluster;

/**
 * This process cannot open the engine of a job, because of its machine. It goes through to Spark, which does the piece elsewhere; where
 * it is tried nowhere else, Spark's message tells it to the driver by the name of this class.
 */
final class NotReady extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Without its cause, whose class the driver may not know. */
    NotReady(String message) {
        super(message);
    }
}
