package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout;
import dev.guerdon.cli.Child;
import dev.guerdon.cli.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A real {@code guerdon} process that something happens to. */
final class Victim implements AutoCloseable {

    /** The signals that end a process, by their exit codes. */
    private static final Map<String, List<Integer>> CODES =
            Map.of("KILL", List.of(137), "TERM", List.of(130, 143), "INT", List.of(130));

    private final Process process;
    private final Path out;
    private final Path err;
    private final List<ProcessHandle> helpers = new ArrayList<>();

    private Victim(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * Starts a command.
     *
     * @param fileLimit the most 1024-byte blocks that a file may get, as on a disk that fills up; 0 for no limit
     */
    static Victim start(Path folder, Map<String, String> environment, int fileLimit, String... arguments)
            throws IOException {
        Path out = Files.createTempFile(folder, "stdout", "");
        Path err = Files.createTempFile(folder, "stderr", "");
        List<String> command = new ArrayList<>(Signals.interruptible(Child.command(arguments)));
        if (fileLimit > 0) {
            command.addAll(0, List.of("bash", "-c", "ulimit -f " + fileLimit + "; exec \"$@\"", "bash"));
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        builder.environment().keySet().removeAll(List.of("GUERDON_JAVA_OPTS", "JAVA_TOOL_OPTIONS"));
        Process process = builder.start();
        process.getOutputStream().close();
        return new Victim(process, out, err);
    }

    /** Waits until something is seen, the process ends, or a minute has gone. */
    void await(BooleanSupplier seen) throws InterruptedException {
        for (int i = 0; i < 12_000 && !seen.getAsBoolean() && !process.waitFor(5, TimeUnit.MILLISECONDS); i++) {
            Thread.onSpinWait();
        }
    }

    /** Lets it work for a while. */
    void live(int millis) throws InterruptedException {
        boolean unused = process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a signal that ends it; the exit code must be the one for that, or for a work that was just done. */
    Checkout.Result end(String signal) throws IOException, InterruptedException {
        process.descendants().forEach(helpers::add);
        boolean hit = Signals.send(process.toHandle(), signal);
        Checkout.Result result = end();
        List<Integer> codes = new ArrayList<>(List.of(0));
        codes.addAll(hit ? CODES.getOrDefault(signal, List.of()) : List.of());
        assertThat(result.exitCode())
                .as("exit code after SIG%s; %s", signal, result.err())
                .isIn(codes);
        return result;
    }

    /** Stops it and everything it started, as a machine does that sleeps, and lets it go on. */
    void sleep(int millis) throws IOException, InterruptedException {
        List<ProcessHandle> all = new ArrayList<>(List.of(process.toHandle()));
        process.descendants().forEach(all::add);
        for (ProcessHandle each : all) {
            boolean unused = Signals.send(each, "STOP");
        }
        TimeUnit.MILLISECONDS.sleep(millis);
        for (ProcessHandle each : all.reversed()) {
            boolean unused = Signals.send(each, "CONT");
        }
    }

    /** Waits for its end, and for that of the processes it started. */
    Checkout.Result end() throws IOException, InterruptedException {
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("ended; %s", err()).isTrue();
        for (ProcessHandle helper : helpers) {
            helper.onExit()
                    .orTimeout(1, TimeUnit.MINUTES)
                    .exceptionally(late -> {
                        throw new AssertionError("a process was left behind: " + helper.info(), late);
                    })
                    .join();
        }
        return new Checkout.Result(process.exitValue(), Files.readString(out), err());
    }

    private String err() throws IOException {
        String text = Files.readString(err);
        return text.length() > 3000 ? text.substring(text.length() - 3000) : text;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
