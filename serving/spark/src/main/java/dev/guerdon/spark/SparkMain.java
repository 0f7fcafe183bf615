package dev.guerdon.spark;

import dev.guerdon.api.Experimental;
import dev.guerdon.cli.spi.Cluster;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Runs the {@code guerdon} command in a Spark driver: {@code spark-submit --class dev.guerdon.spark.SparkMain guerdon-spark.jar score ...}.
 */
@Experimental
public final class SparkMain {

    private static final String COMMAND = "dev.guerdon.cli.Main";

    /** The exit code of a command that cannot do its work. */
    private static final int CANNOT_START = 2;

    private SparkMain() {}

    public static void main(String[] arguments) throws Throwable {
        SparkProvider.startEarly();
        GuerdonLoader loader;
        try {
            loader = GuerdonLoader.shared();
        } catch (UncheckedIOException e) {
            System.err.println("guerdon: " + e.getMessage());
            end(CANNOT_START);
            return;
        }
        Cluster.Provider.HERE.set(ClassLoaderBridge.over(
                Cluster.Provider.class,
                new SparkProvider(),
                Thread.currentThread().getContextClassLoader()));
        Thread.currentThread().setContextClassLoader(loader);
        int exitCode;
        try {
            exitCode = (int) Class.forName(COMMAND, true, loader)
                    .getMethod("process", String[].class)
                    .invoke(null, (Object) withMaster(arguments));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
        end(exitCode);
    }

    /**
     * Ends the process. YARN's own process around a driver tells the cluster how it ended, and takes a process that exits for one that
     * crashed.
     */
    private static void end(int exitCode) {
        boolean insideYarn = "yarn".equals(System.getProperty("spark.master"))
                && "cluster".equals(System.getProperty("spark.submit.deployMode"));
        if (!insideYarn) {
            System.exit(exitCode);
        } else if (exitCode != 0) {
            throw new IllegalStateException("guerdon ended with exit code " + exitCode + "; its log says why");
        }
    }

    /** {@code spark-submit --master} says where, so the command need not repeat it. */
    private static String[] withMaster(String[] arguments) {
        String master = System.getProperty("spark.master");
        boolean given = Arrays.stream(arguments).anyMatch(each -> each.equals("--on") || each.startsWith("--on="));
        return master == null || given
                ? arguments
                : Stream.concat(Arrays.stream(arguments), Stream.of("--on", master))
                        .toArray(String[]::new);
    }
}
