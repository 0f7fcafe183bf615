package dev.guerdon.spark.cluster;

import org.apache.spark.SparkContext;

/** The end of an application that was not ended here: its master removed it, or somebody killed it. */
final class ApplicationEnd {

    private final SparkContext context;
    private volatile String reason = "";

    ApplicationEnd(SparkContext context) {
        this.context = context;
    }

    /** Whether nothing more can be done. */
    boolean isOver() {
        return context.isStopped();
    }

    /** Takes note of why a job of Spark's ended, where that is not the fault of one of its tasks: Spark says so before it stops. */
    void note(String message) {
        if (reason.isEmpty() || !isOver()) { // later ones say no more than that it is over
            reason = message;
        }
    }

    /**
     * Why it is over.
     *
     * @param latest what Spark says now, which may be no more than that it is over
     */
    String why(String latest) {
        return Executors.firstLine(reason.isEmpty() ? latest : reason);
    }
}
