package dev.guerdon.spark;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** HDFS and YARN in a process of their own, on the loopback address. */
final class HadoopProcess implements AutoCloseable {

    /** Hadoop's servers, which its clients do without, and what those need. */
    private static final List<String> JARS = List.of(
            "org.apache.hadoop:hadoop-client-minicluster:3.5.0",
            "org.bouncycastle:bcprov-jdk18on:1.82",
            "org.bouncycastle:bcpkix-jdk18on:1.82",
            "org.bouncycastle:bcutil-jdk18on:1.82");

    private static final long PATIENCE_MINUTES = 4;

    private final Path folder;
    private final Process process;

    private HadoopProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /** Starts them; a test that asks is skipped where their jars are not at hand. */
    static HadoopProcess start(Path folder) throws IOException, InterruptedException {
        String classPath = Stream.concat(
                        MavenJars.of(JARS).stream().map(Path::toString),
                        Stream.of(System.getProperty("java.class.path")))
                .collect(Collectors.joining(File.pathSeparator));
        Path program = folder.resolve("Cluster.java");
        try (InputStream in = Objects.requireNonNull(HadoopProcess.class.getResourceAsStream("/hadoop/Cluster.java"))) {
            Files.copy(in, program);
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                program.toString(),
                folder.toString()));
        Path log = folder.resolve("hadoop.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        HadoopProcess hadoop = new HadoopProcess(folder, builder.start());
        try {
            hadoop.await(log);
        } catch (RuntimeException | IOException | InterruptedException | Error e) {
            hadoop.close();
            throw e;
        }
        return hadoop;
    }

    private void await(Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
        while (!Files.readString(log).contains("\nready\n")
                && !Files.readString(log).startsWith("ready\n")) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException("Hadoop did not start; its log:\n" + Files.readString(log));
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** The settings for clients, as {@code HADOOP_CONF_DIR} names them. */
    Path settings() {
        return folder.resolve("conf");
    }

    /** A client of HDFS. */
    FileSystem files() throws IOException {
        Configuration configuration = new Configuration();
        configuration.addResource(new org.apache.hadoop.fs.Path(
                settings().resolve("core-site.xml").toUri()));
        return FileSystem.newInstance(URI.create(configuration.get("fs.defaultFS")), configuration);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
