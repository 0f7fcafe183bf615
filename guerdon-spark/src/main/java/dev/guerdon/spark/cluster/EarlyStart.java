package dev.guerdon.spark.cluster;

import dev.guerdon.api.Internal;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.jspecify.annotations.Nullable;

/**
 * Loads what every Spark application needs while the command line is still read, on another core.
 *
 * <p>Nobody else may touch Spark's classes meanwhile: two threads that initialize them in different orders could wait for each other.
 */
@Internal
public final class EarlyStart {

    private static @Nullable Thread thread;

    private EarlyStart() {}

    public static synchronized void begin() {
        thread = Thread.ofPlatform().daemon().name("guerdon-early-start").start(EarlyStart::load);
    }

    private static void load() {
        try {
            // In the order in which a SparkContext does it.
            SparkConf conf = new SparkConf(true).set("spark.app.name", "");
            UserGroupInformation.getCurrentUser();
            SparkHadoopUtil.get().newConfiguration(conf);
        } catch (Exception | LinkageError e) {
            // What is wrong is told by whoever needs it. Not only unchecked exceptions: Scala does not say which ones
            // it throws.
        }
    }

    /** Returns when nothing is loaded early any more. */
    static void await() {
        Thread begun;
        synchronized (EarlyStart.class) {
            begun = thread;
        }
        if (begun != null) {
            boolean interrupted = false;
            while (begun.isAlive()) {
                try {
                    begun.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
