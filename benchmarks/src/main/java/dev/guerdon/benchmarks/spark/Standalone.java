package dev.guerdon.benchmarks.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Spark master and workers of one core each, as processes on the loopback address. */
final class Standalone implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern MASTER = Pattern.compile("Starting Spark master at (spark://\\S+)");
    private static final Pattern KNOWN = Pattern.compile("(Successfully registered with master)");

    private final List<Process> processes = new ArrayList<>();
    private final String address;

    /**
     * Starts it, and waits until the master knows its workers.
     *
     * @param home the folder that has Spark's jars in {@code jars}
     * @param folder for logs and for what executors write
     */
    Standalone(Path home, Path folder, int workers) throws IOException, InterruptedException {
        boolean started = false;
        try {
            Path log = folder.resolve("master.log");
            start(home, log, "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0");
            address = await(log, MASTER);
            for (int i = 0; i < workers; i++) {
                Path itsLog = folder.resolve("worker" + i + ".log");
                String work = folder.resolve("work" + i).toString();
                start(
                        home,
                        itsLog,
                        "org.apache.spark.deploy.worker.Worker",
                        "--host",
                        "127.0.0.1",
                        "--cores",
                        "1",
                        "--memory",
                        "2g",
                        "--work-dir",
                        work,
                        address);
                await(itsLog, KNOWN);
            }
            started = true;
        } finally {
            if (!started) {
                close();
            }
        }
    }

    String address() {
        return address;
    }

    private void start(Path home, Path log, String mainClass, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                home.resolve("jars") + "/*",
                mainClass,
                "--webui-port",
                "0"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        processes.add(builder.start());
    }

    private static String await(Path log, Pattern pattern) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            Matcher found = pattern.matcher(Files.readString(log));
            if (found.find()) {
                return found.group(1);
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IllegalStateException("Spark did not start; its log:\n" + Files.readString(log));
    }

    @Override
    public void close() {
        processes.forEach(process -> process.descendants().forEach(ProcessHandle::destroyForcibly));
        processes.forEach(Process::destroyForcibly);
    }
}
