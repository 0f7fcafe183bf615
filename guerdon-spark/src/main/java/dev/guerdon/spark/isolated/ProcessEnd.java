package dev.guerdon.spark.isolated;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.List;

/** What is done when the process ends, in order: what uses folders is closed before they are removed. */
@Internal
public final class ProcessEnd {

    private static final List<Runnable> CLOSING = new ArrayList<>();
    private static final List<Runnable> REMOVING = new ArrayList<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ProcessEnd::run, "guerdon-spark-end"));
    }

    private ProcessEnd() {}

    /** Closes something at the end. */
    public static void closing(Runnable step) {
        synchronized (CLOSING) {
            CLOSING.add(step);
        }
    }

    /** Removes something at the end, after everything was closed. */
    static void removing(Runnable step) {
        synchronized (CLOSING) {
            REMOVING.add(step);
        }
    }

    private static void run() {
        List<Runnable> steps;
        synchronized (CLOSING) {
            steps = new ArrayList<>(CLOSING);
            steps.addAll(REMOVING);
        }
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (RuntimeException | LinkageError e) {
                // The process ends; the other steps are still worth doing.
            }
        }
    }
}
