package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.CacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder with Spark's jars in {@code jars}: the user's own, which {@code SPARK_HOME} names, or the one of {@code guerdon setup spark}.
 *
 * @param folder what {@code SPARK_HOME} would name
 * @param version the version of Spark
 * @param isUsers whether it is the user's own
 */
record SparkHome(Path folder, String version, boolean isUsers) {

    /** Names the user's own Spark. */
    static final String VARIABLE = "SPARK_HOME";

    private static final Pattern CORE = Pattern.compile("spark-core_(\\d+\\.\\d+)-(\\d+)\\.(.+)\\.jar");
    private static final int MAJOR = 4;
    private static final String SCALA = "2.13";

    /** Returns where setup keeps everything about Spark. */
    static Path cache(Map<String, String> environment) {
        return CacheFolder.of("spark", environment);
    }

    /** Returns where setup puts Spark, whether it is there or not. */
    static Path fetched(Map<String, String> environment) {
        return cache(environment).resolve(SparkList.VERSION);
    }

    /**
     * Finds one; the user's own comes first.
     *
     * @throws GuerdonException if the user's own is not one that Guerdon can use
     */
    static Optional<SparkHome> find(Map<String, String> environment) {
        String own = environment.getOrDefault(VARIABLE, "");
        if (!own.isBlank()) {
            return Optional.of(users(Path.of(own)));
        }
        Path fetched = fetched(environment);
        boolean complete = SparkList.jars().stream()
                .allMatch(jar -> Files.isRegularFile(fetched.resolve("jars").resolve(jar.fileName())));
        return complete ? Optional.of(new SparkHome(fetched, SparkList.VERSION, false)) : Optional.empty();
    }

    private static SparkHome users(Path folder) {
        String named = VARIABLE + "=" + folder;
        String instead = "; set it to a Spark " + MAJOR + ".x, or unset it and run 'guerdon setup spark'";
        List<Matcher> cores;
        try (Stream<Path> jars = Files.list(folder.resolve("jars"))) {
            cores = jars.map(jar -> CORE.matcher(jar.getFileName().toString()))
                    .filter(Matcher::matches)
                    .toList();
        } catch (IOException e) {
            throw new GuerdonException(named + " has no folder 'jars' that can be read, as a Spark has" + instead, e);
        }
        if (cores.isEmpty()) {
            throw new GuerdonException(named + " has no spark-core among its jars, as a Spark has" + instead);
        }
        Matcher core = cores.getFirst();
        String version = core.group(2) + "." + core.group(3);
        if (Integer.parseInt(core.group(2)) != MAJOR || !core.group(1).equals(SCALA)) {
            throw new GuerdonException(named + " is Spark " + version + " for Scala " + core.group(1)
                    + ", and Guerdon needs Spark " + MAJOR + ".x for Scala " + SCALA + instead);
        }
        return new SparkHome(folder.toAbsolutePath().normalize(), version, true);
    }

    Path jars() {
        return folder.resolve("jars");
    }

    /** Returns where its settings are, if it has some. */
    Optional<Path> settings(Map<String, String> environment) {
        String named = environment.getOrDefault("SPARK_CONF_DIR", "");
        return Optional.of(named.isBlank() ? folder.resolve("conf") : Path.of(named))
                .filter(path -> isUsers && Files.isDirectory(path));
    }

    /** Returns the program that starts drivers for the clusters of others. */
    Path submit() {
        boolean windows = java.io.File.separatorChar == '\\';
        return folder.resolve("bin").resolve(windows ? "spark-submit.cmd" : "spark-submit");
    }

    /** Says which one it is. */
    String description() {
        return "Spark " + version + " at " + folder + (isUsers ? " (" + VARIABLE + ")" : "");
    }
}
