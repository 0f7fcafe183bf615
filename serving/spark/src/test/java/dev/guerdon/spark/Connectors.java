package dev.guerdon.spark;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A connector for tables of another project, as its users have it: jars that Spark is given beside its own.
 *
 * <p>They are no part of the build, see {@link MavenJars}.
 */
@SuppressWarnings("ImmutableEnumChecker") // lists and maps that cannot change, and classes that are loaded once
public enum Connectors {
    /** Delta Lake for this Spark. */
    DELTA(
            List.of(
                    "io.delta:delta-spark_4.2_2.13:4.4.0",
                    "io.delta:delta-storage:4.4.0",
                    "io.delta:delta-kernel-api:4.4.0",
                    "io.delta:delta-kernel-defaults:4.4.0",
                    "io.delta:delta-kernel-unitycatalog:4.4.0"),
            Map.of(
                    "spark.sql.extensions",
                    "io.delta.sql.DeltaSparkSessionExtension",
                    "spark.sql.catalog.spark_catalog",
                    "org.apache.spark.sql.delta.catalog.DeltaCatalog"));

    private final List<String> coordinates;
    private final Map<String, String> settings;
    private @Nullable ClassLoader loader;

    Connectors(List<String> coordinates, Map<String, String> settings) {
        this.coordinates = coordinates;
        this.settings = settings;
    }

    /** Spark's settings for it, beside its jars. */
    public Map<String, String> settings() {
        return settings;
    }

    /** Its jars; a test that asks is skipped where they are not at hand. */
    public List<Path> jars() {
        return MavenJars.of(coordinates);
    }

    /** What {@code --conf spark.jars} takes. */
    public String jarList() {
        return jars().stream().map(Path::toString).collect(Collectors.joining(","));
    }

    /**
     * Opens a session with it, in place of the one that tests share.
     *
     * @param folder for the tables of its catalogues
     */
    public Session open(Path folder) {
        ClassLoader classes = loader();
        LocalSession.stop();
        return new Session(this, classes, folder);
    }

    /** One for all tests of this process: Spark lets a connector declare its settings once, and refuses them from a second loader. */
    private synchronized ClassLoader loader() {
        if (loader == null) {
            loader = new URLClassLoader(
                    jars().stream().map(Connectors::url).toArray(URL[]::new), Connectors.class.getClassLoader());
        }
        return loader;
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A session whose jars are loaded as those that {@code spark-submit --jars} names: by the loader of the thread. */
    public static final class Session implements AutoCloseable {

        private final ClassLoader before = Thread.currentThread().getContextClassLoader();
        private final ClassLoader loader;
        private final SparkSession session;

        private Session(Connectors connector, ClassLoader loader, Path folder) {
            this.loader = loader;
            Thread.currentThread().setContextClassLoader(loader);
            GuerdonJars.useHere();
            SparkSession.Builder builder = SparkSession.builder()
                    .master("local[2]")
                    .appName("guerdon tests of " + connector)
                    .config("spark.ui.enabled", "false")
                    .config("spark.log.level", "ERROR")
                    .config("spark.driver.host", "127.0.0.1")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    .config("spark.sql.shuffle.partitions", "1")
                    .config("spark.databricks.delta.snapshotPartitions", "1")
                    .config("spark.databricks.delta.stats.collect", "false")
                    // Delta asks Spark many small questions; to compile each takes longer than to answer it.
                    .config("spark.sql.codegen.wholeStage", "false")
                    .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                    .config(
                            "spark.sql.warehouse.dir",
                            folder.resolve("warehouse").toString());
            connector.settings.forEach(builder::config);
            String extensions = connector.settings.get("spark.sql.extensions");
            this.session = builder.config(
                            "spark.sql.extensions",
                            Stream.of(extensions, GuerdonExtensions.class.getName())
                                    .collect(Collectors.joining(",")))
                    .getOrCreate();
        }

        public SparkSession spark() {
            return session;
        }

        /** Lets a thread of a test load the connector's classes; JUnit may run each test on another. */
        public void enter() {
            Thread.currentThread().setContextClassLoader(loader);
        }

        @Override
        public void close() {
            session.stop();
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
