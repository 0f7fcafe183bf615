package dev.guerdon.agent;

import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelException.Kind;
import dev.guerdon.core.base.OwnThread;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs a program once: the prompt goes in, what it writes comes out, and nothing of it is left running, however it ends.
 *
 * @param name names the model in messages
 * @param timeout how long it may take
 * @param most how many bytes it may write
 */
record ProgramCall(String name, Duration timeout, int most) {

    private static final int MOST_ERRORS = 64 << 10;

    /** Time that its output may stay open after a program has ended. */
    private static final Duration GRACE = Duration.ofMillis(200);

    /** Time to read what was written, once everything has ended. */
    private static final Duration REST = Duration.ofSeconds(2);

    /**
     * Outcome of a program.
     *
     * @param status its exit code
     */
    record Result(int status, String output, String errors) {}

    Result run(List<String> command, String prompt) {
        return run(new ProcessBuilder(command), prompt);
    }

    Result run(ProcessBuilder program, String prompt) {
        ProcessTree tree;
        try {
            tree = ProcessTree.start(program);
        } catch (IOException e) {
            throw new ModelException(
                    Kind.OTHER,
                    name + " cannot be started: " + e.getMessage() + "; is '"
                            + program.command().getFirst() + "' installed and on the PATH?",
                    e);
        }
        try {
            return await(tree, prompt);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException(Kind.CANCELLED, name + " was interrupted", e);
        } finally {
            tree.kill();
        }
    }

    private Result await(ProcessTree tree, String prompt) throws InterruptedException {
        Process process = tree.process();
        BoundedOutput output = new BoundedOutput(process.getInputStream(), most, tree::kill);
        BoundedOutput errors = new BoundedOutput(process.getErrorStream(), MOST_ERRORS, () -> {});
        OwnThread.start("guerdon-cli-input", () -> feed(process, prompt));
        int status;
        try {
            status = process.onExit()
                    .get(timeout.toNanos(), TimeUnit.NANOSECONDS)
                    .exitValue();
        } catch (TimeoutException e) {
            throw new ModelException(
                    Kind.TIMEOUT,
                    name + " gave no answer within " + dev.guerdon.core.base.DurationText.format(timeout));
        } catch (ExecutionException e) {
            throw new ModelException(Kind.OTHER, name + " failed: " + e.getCause(), e);
        }
        if (!output.endsWithin(GRACE) || !errors.endsWithin(GRACE)) {
            tree.kill(); // a child that the program left behind holds its output
        }
        String written = output.text(REST);
        if (output.exceeded()) {
            throw new ModelException(Kind.OTHER, name + " wrote more than " + most + " bytes and was ended");
        }
        return new Result(status, written, errors.text(REST));
    }

    private static void feed(Process process, String prompt) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(prompt.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A program that reads no input, or has ended, says what it has to say by its output.
        }
    }

    /** Reads what a process writes, in a thread of its own, up to a limit. */
    static final class BoundedOutput {

        private final InputStream in;
        private final int most;
        private final Runnable tooMuch;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final Thread thread;
        private volatile boolean exceeded;

        /**
         * @param tooMuch told once when there is more than the limit
         */
        BoundedOutput(InputStream in, int most, Runnable tooMuch) {
            this.in = in;
            this.most = most;
            this.tooMuch = tooMuch;
            // Reading a pipe holds the thread it runs in, so a virtual one would hold one of the few carriers.
            this.thread = OwnThread.start("guerdon-cli-output", this::read);
        }

        private void read() {
            byte[] buffer = new byte[8192];
            try {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    synchronized (bytes) {
                        int room = Math.max(0, most - bytes.size());
                        bytes.write(buffer, 0, Math.min(room, count));
                    }
                    if (!exceeded && bytes.size() >= most) {
                        exceeded = true;
                        tooMuch.run();
                    }
                }
            } catch (IOException e) {
                // The process was killed; what was read so far stands.
            }
        }

        boolean exceeded() {
            return exceeded;
        }

        /** Waits for the end of the output; false where it did not come. */
        boolean endsWithin(Duration patience) throws InterruptedException {
            return thread.join(patience);
        }

        /** Returns what was written, once the end is reached or the patience is. */
        String text(Duration patience) throws InterruptedException {
            thread.join(patience);
            synchronized (bytes) {
                return bytes.toString(StandardCharsets.UTF_8);
            }
        }
    }

    /**
     * A process with everything it started.
     *
     * <p>Children whose parent has ended are no longer its descendants. Where the system shows the environments of processes (Linux),
     * they are found by a mark that every process inherits.
     */
    static final class ProcessTree {

        private static final String MARK = "GUERDON_CLI_CALL";
        private static final Path PROCESSES = Path.of("/proc");

        /** A process that forks while its tree is killed may leave a new child; so often it is looked for again. */
        private static final int ROUNDS = 5;

        private final Process process;
        private final String mark;

        private ProcessTree(Process process, String mark) {
            this.process = process;
            this.mark = mark;
        }

        static ProcessTree start(ProcessBuilder builder) throws IOException {
            String mark = UUID.randomUUID().toString();
            builder.environment().put(MARK, mark);
            return new ProcessTree(builder.start(), mark);
        }

        Process process() {
            return process;
        }

        /** Ends all of it, at once. */
        void kill() {
            for (int round = 0; round < ROUNDS; round++) {
                Set<ProcessHandle> alive = alive();
                if (alive.isEmpty()) {
                    return;
                }
                alive.forEach(ProcessHandle::destroyForcibly);
            }
        }

        private Set<ProcessHandle> alive() {
            Set<ProcessHandle> alive = new HashSet<>();
            if (process.isAlive()) {
                alive.add(process.toHandle());
            }
            process.descendants().filter(ProcessHandle::isAlive).forEach(alive::add);
            if (!Files.isDirectory(PROCESSES)) {
                return alive;
            }
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
                for (Path folder : folders) {
                    if (isMarked(folder)) {
                        ProcessHandle.of(Long.parseLong(folder.getFileName().toString()))
                                .filter(ProcessHandle::isAlive)
                                .ifPresent(alive::add);
                    }
                }
            } catch (IOException | NumberFormatException e) {
                // The descendants are found all the same.
            }
            return alive;
        }

        private boolean isMarked(Path folder) {
            try {
                String environment =
                        new String(Files.readAllBytes(folder.resolve("environ")), StandardCharsets.ISO_8859_1);
                return environment.contains(MARK + "=" + mark);
            } catch (IOException e) {
                return false; // it has ended, or belongs to someone else
            }
        }
    }
}
