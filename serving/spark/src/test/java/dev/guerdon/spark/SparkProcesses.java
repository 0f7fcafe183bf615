package dev.guerdon.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Spark master and workers as processes of their own on the loopback address, as a cluster has them on machines of their own. */
public final class SparkProcesses implements AutoCloseable {

    /** All of 127.0.0.0/8 is this machine there. */
    private static final boolean LINUX = System.getProperty("os.name", "").equals("Linux");

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Pattern PAGE = Pattern.compile("MasterWebUI .* (http://\\S+)");

    private static final Pattern ADDRESS = Pattern.compile("Starting Spark master at (spark://\\S+)");

    private final Path folder;
    private final String classPath;
    private final List<Process> workers = new ArrayList<>();
    private final Process master;
    private final String address;
    private final int cores;
    private final String memory;
    private int started;

    private SparkProcesses(Path folder, String classPath, int workers, int cores, String memory) throws IOException {
        this.folder = folder;
        this.classPath = classPath;
        this.cores = cores;
        this.memory = memory;
        var unused = home(folder.resolve("home"), classPath);
        Path log = folder.resolve("master.log");
        this.master = start(
                "127.0.0.1",
                log,
                "org.apache.spark.deploy.master.Master",
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--webui-port",
                "0");
        try {
            this.address = await("the master", log, () -> match(log, ADDRESS));
            for (int i = 0; i < workers; i++) {
                this.workers.add(startWorker(i));
            }
        } catch (RuntimeException | IOException | Error e) {
            close();
            throw e;
        }
    }

    /**
     * Makes a folder with Spark's jars in {@code jars}, as {@code SPARK_HOME} names one.
     *
     * @param classPath Spark's jars
     */
    static Path home(Path home, String classPath) throws IOException {
        Path jars = Files.createDirectories(home.resolve("jars"));
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            if (entry.endsWith(".jar")) {
                Path jar = Path.of(entry).toAbsolutePath();
                Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
            }
        }
        return home;
    }

    /**
     * Starts a cluster, and waits until its workers are known.
     *
     * @param classPath Spark's jars
     */
    public static SparkProcesses start(Path folder, String classPath, int workers, int cores, String memory)
            throws IOException {
        return new SparkProcesses(folder, classPath, workers, cores, memory);
    }

    /** The address of the master. */
    public String address() {
        return address;
    }

    /** The address of the master's page. */
    public String page() throws IOException {
        Path log = folder.resolve("master.log");
        return await("the master's page", log, () -> match(log, PAGE));
    }

    /** Starts another worker in the place of one that was ended. */
    public void replaceWorker(int number) throws IOException {
        workers.set(number, startWorker(workers.size() + started++));
    }

    private Process startWorker(int number) throws IOException {
        Path log = folder.resolve("worker" + number + ".log");
        // A second copy of a piece is never made on the host of the first, so workers have addresses of their own.
        String host = LINUX ? "127.0.0." + (2 + number) : "127.0.0.1";
        Process worker = start(
                host,
                log,
                "org.apache.spark.deploy.worker.Worker",
                "--host",
                host,
                "--port",
                "0",
                "--webui-port",
                "0",
                "--cores",
                Integer.toString(cores),
                "--memory",
                memory,
                "--work-dir",
                folder.resolve("work" + number).toString(),
                address);
        await("a worker", log, () -> match(log, Pattern.compile("(Successfully registered with master)")));
        return worker;
    }

    private Process start(String host, Path log, String mainClass, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED"));
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-cp", classPath, mainClass));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment()
                .putAll(Map.of(
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "SPARK_HOME",
                        folder.resolve("home").toString(),
                        "SPARK_SCALA_VERSION",
                        "2.13",
                        "SPARK_LOCAL_IP",
                        host,
                        "SPARK_NO_DAEMONIZE",
                        "1"));
        return builder.start();
    }

    private static Optional<String> match(Path log, Pattern pattern) {
        try {
            Matcher found = pattern.matcher(Files.readString(log));
            return found.find() ? Optional.of(found.group(1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String await(String what, Path log, Supplier<Optional<String>> look) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            Optional<String> found = look.get();
            if (found.isPresent()) {
                return found.get();
            }
            try {
                TimeUnit.MILLISECONDS.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
        throw new IllegalStateException(what + " did not start; its log:\n" + Files.readString(log));
    }

    /** A folder with Spark's jars in {@code jars}, as {@code SPARK_HOME} names one. */
    public Path home() {
        return folder.resolve("home");
    }

    /** The executors that run now, on all workers. */
    public List<ProcessHandle> executors() {
        return workers.stream().flatMap(Process::children).toList();
    }

    /** The worker with that number. */
    public Process worker(int number) {
        return workers.get(number);
    }

    @Override
    public void close() {
        executors().forEach(ProcessHandle::destroyForcibly);
        workers.forEach(Process::destroyForcibly);
        master.destroyForcibly();
    }
}
