package dev.guerdon.spark;

import dev.guerdon.cli.spi.Cluster;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.jspecify.annotations.Nullable;

/** Opens Spark applications. */
final class SparkProvider implements Cluster.Provider {

    private static @Nullable Thread early;

    /**
     * Loads what every Spark application needs while the command line is still read, on another core.
     *
     * <p>No other thread may touch Spark's classes meanwhile: two threads that initialize them in different orders could wait for each other.
     */
    static synchronized void startEarly() {
        early = Thread.ofPlatform().daemon().name("guerdon-early-start").start(() -> {
            try {
                // In the order in which a SparkContext does it.
                SparkConf conf = new SparkConf(true).set("spark.app.name", "");
                UserGroupInformation.getCurrentUser();
                SparkHadoopUtil.get().newConfiguration(conf);
            } catch (Exception | LinkageError e) {
                // What is wrong is reported where it is needed. Not only unchecked exceptions: Scala does not say which
                // ones it throws.
            }
        });
    }

    /** Returns when nothing is loaded early any more. */
    private static synchronized void awaitEarlyStart() {
        boolean interrupted = false;
        while (early != null && early.isAlive()) {
            try {
                early.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Cluster open(String master, String name, Map<String, String> settings, int tries, Consumer<String> notices) {
        awaitEarlyStart();
        SparkConf conf = new SparkConf(true).setMaster(master).setAppName(name);
        defaults(master).forEach(conf::setIfMissing);
        settings.forEach(conf::set);
        if (tries > 0) {
            conf.setIfMissing("spark.task.maxFailures", Integer.toString(tries));
        }
        if (!isHere(master)) {
            leaveSickExecutors(conf);
        }
        add(conf, "spark.plugins", DriverRequestPlugin.class.getName());
        if (!isHere(master)) {
            addOwnJar(conf);
        }
        try {
            // Not one that is there: it may be on another master, and closing this one would stop it.
            ExecutorWatch executors = new ExecutorWatch(notices);
            return new SparkCluster(executors.start(conf), executors);
        } catch (Exception e) {
            // Not only unchecked ones: those of Spark and Hadoop are checked, but Scala does not say so.
            throw new IllegalArgumentException("Spark did not start on " + master + ": " + reason(e), e);
        }
    }

    /** Returns what Spark says, and what is behind it: Spark's own sentence is often no more than that something failed. */
    private static String reason(Throwable failure) {
        Throwable first = failure;
        for (int depth = 0; first.getCause() != null && depth < 20; depth++) {
            first = first.getCause();
        }
        return failure.getCause() == null ? String.valueOf(failure.getMessage()) : failure.getMessage() + ": " + first;
    }

    private static Map<String, String> defaults(String master) {
        Map<String, String> defaults = new LinkedHashMap<>();
        // A page that anybody in the network can read is for the user to ask for.
        defaults.put("spark.ui.enabled", "false");
        defaults.put("spark.log.level", "ERROR");
        defaults.put("spark.driver.maxResultSize", "0");
        // Rewards that spin instead of waiting must not keep those that wait from running; native libraries load
        // without a word.
        defaults.put(
                "spark.executor.defaultJavaOptions",
                "-Djdk.virtualThreadScheduler.parallelism=16 --enable-native-access=ALL-UNNAMED");
        if (master.startsWith("local") || master.startsWith("spark://127.") || master.startsWith("spark://localhost")) {
            defaults.put("spark.driver.host", "127.0.0.1");
            defaults.put("spark.driver.bindAddress", "127.0.0.1");
        }
        return defaults;
    }

    /**
     * Has a piece that failed on an executor done on another one, and an executor that fails two pieces left out of what was handed
     * out together. Only a process that cannot get ready fails without ending, such as one whose disk is full; it would fail one piece
     * after another, faster than others do them. Lost processes exclude nothing: those that come in their place have other names.
     */
    private static void leaveSickExecutors(SparkConf conf) {
        if (Stream.of("spark.excludeOnFailure.", "spark.blacklist.")
                .anyMatch(prefix -> conf.getAllWithPrefix(prefix).length > 0)) {
            return; // the user knows better
        }
        String never = Integer.toString(Integer.MAX_VALUE);
        conf.set("spark.excludeOnFailure.taskAndStage.enabled", "true");
        conf.set("spark.excludeOnFailure.task.maxTaskAttemptsPerNode", never);
        conf.set("spark.excludeOnFailure.stage.maxFailedExecutorsPerNode", never);
        // How long a piece waits for another executor where it failed on all that there are.
        conf.setIfMissing("spark.scheduler.excludeOnFailure.unschedulableTaskSetTimeout", "30s");
    }

    /** Returns whether tasks run in this process, which has the one jar. */
    private static boolean isHere(String master) {
        return master.equals("local") || master.startsWith("local[");
    }

    /** Executors need the one jar, beside those that the user names. */
    private static void addOwnJar(SparkConf conf) {
        Path jar = ownJar();
        if (jar != null) {
            add(conf, "spark.jars", jar.toUri().toString());
        }
    }

    /** Adds to a list of the user's. */
    private static void add(SparkConf conf, String name, String value) {
        String others = conf.get(name, "");
        conf.set(name, others.isBlank() ? value : others + "," + value);
    }

    /** Returns the one jar; null where the classes of this process are in a folder. */
    private static @Nullable Path ownJar() {
        CodeSource source = SparkProvider.class.getProtectionDomain().getCodeSource();
        URL location = source == null ? null : source.getLocation();
        try {
            return location == null || !location.getPath().endsWith(".jar") ? null : Path.of(location.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
