package dev.guerdon.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The {@code guerdon} command in a process of its own, as users start it. */
final class Command {

    private static final long MINUTES = 8;

    private final Path folder;
    private final Map<String, String> environment;
    private int count;

    /**
     * @param folder for caches, runs and output
     * @param sparkHome Spark's jars
     */
    Command(Path folder, Path sparkHome) {
        this(folder, Map.of("SPARK_HOME", sparkHome.toString()));
    }

    /**
     * @param folder for caches, runs and output
     * @param environment of the command, beside that of this process; says where Spark is
     */
    Command(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = Map.copyOf(environment);
    }

    /**
     * What a command came to.
     *
     * @param exitCode how it ended
     * @param out its standard output
     * @param err its standard error
     */
    record End(int exitCode, String out, String err) {}

    /** A command that runs. */
    record Running(Process process, Path out, Path err) {

        End end() throws IOException, InterruptedException {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new IllegalStateException("the command did not end; it said:\n" + Files.readString(err));
            }
            return new End(process.exitValue(), Files.readString(out), Files.readString(err));
        }
    }

    Running start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-Dguerdon.spark.jar=" + GuerdonJars.side(),
                "-cp",
                GuerdonJars.all().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "dev.guerdon.cli.Main"));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out" + count);
        Path err = folder.resolve("err" + count++);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        builder.environment().putAll(environment);
        return new Running(builder.start(), out, err);
    }

    End run(String... arguments) throws IOException, InterruptedException {
        return start(arguments).end();
    }
}
