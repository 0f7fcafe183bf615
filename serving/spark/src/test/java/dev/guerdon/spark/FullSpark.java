package dev.guerdon.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A full Spark with its programs and all its libraries, which PySpark is, and its {@code spark-submit}. */
final class FullSpark {

    /** Names a Python that has pyspark. */
    private static final String VARIABLE = "GUERDON_PYSPARK_PYTHON";

    private static final long MINUTES = 8;

    private final Path home;
    private final Path folder;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private int count;

    private FullSpark(Path home, Path folder) {
        this.home = home;
        this.folder = folder;
    }

    /** What a program came to. */
    record End(int exitCode, String out, String err) {}

    /**
     * Finds it; a test that asks is skipped where there is none.
     *
     * @param folder for caches and output
     */
    static FullSpark find(Path folder) throws IOException, InterruptedException {
        String python = System.getenv().getOrDefault(VARIABLE, "python3");
        End probe = new FullSpark(Path.of(""), folder)
                .run(List.of(python, "-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))"));
        Assumptions.assumeTrue(
                probe.exitCode() == 0, () -> python + " has no pyspark; " + VARIABLE + " names a Python that has it");
        Path home = Path.of(probe.out().strip());
        return new FullSpark(home, folder).with("SPARK_HOME", home.toString());
    }

    /** Sets a variable of the environment of all that is started from now on. */
    FullSpark with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Path home() {
        return home;
    }

    /** The environment of what is started, beside that of this process. */
    Map<String, String> environment() {
        return environment;
    }

    /** All its jars, as a class path. */
    String classPath() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("jars"))) {
            return files.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
        }
    }

    /**
     * Runs {@code spark-submit} with the one jar.
     *
     * @param jar a path or an address
     * @param options of {@code spark-submit}
     * @param arguments of {@code guerdon}
     */
    End submit(String jar, String master, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/spark-submit").toString(), "--master", master));
        command.addAll(options);
        command.addAll(List.of("--conf", "spark.executor.memory=512m", "--class", "dev.guerdon.spark.SparkMain"));
        command.add(jar);
        command.addAll(List.of(arguments));
        return run(command);
    }

    private End run(List<String> command) throws IOException, InterruptedException {
        Path out = folder.resolve("submit-out" + count);
        Path err = folder.resolve("submit-err" + count++);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().remove("SPARK_HOME");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return new End(-1, "", String.valueOf(e.getMessage()));
        }
        try {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                throw new AssertionError(command + " did not end; it printed " + Files.readString(err));
            }
            return new End(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
