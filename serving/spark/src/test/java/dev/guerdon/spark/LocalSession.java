package dev.guerdon.spark;

import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A session on this machine, with the functions; one for all tests of this process, because Spark allows one at a time. */
public final class LocalSession {

    private static @Nullable SparkSession session;

    private LocalSession() {}

    public static synchronized SparkSession get() {
        if (session == null) {
            GuerdonJars.useHere();
            session = SparkSession.builder()
                    .master("local[2]")
                    .appName("guerdon tests")
                    .config("spark.ui.enabled", "false")
                    .config("spark.log.level", "ERROR")
                    .config("spark.driver.host", "127.0.0.1")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    .config("spark.sql.shuffle.partitions", "3")
                    .config("spark.sql.session.timeZone", "America/St_Johns")
                    .config("spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir") + "/guerdon-warehouse")
                    .config("spark.sql.extensions", GuerdonExtensions.class.getName())
                    .getOrCreate();
        }
        return session;
    }

    /** Makes room for another application in this process. */
    public static synchronized void stop() {
        if (session != null) {
            session.stop();
            session = null;
        }
    }
}
