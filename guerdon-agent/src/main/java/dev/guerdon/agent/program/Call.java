package dev.guerdon.agent.program;

import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
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
record Call(String name, Duration timeout, int most) {

    private static final int MOST_ERRORS = 64 << 10;

    /** How long its output may stay open after a program has ended. */
    private static final Duration GRACE = Duration.ofMillis(200);

    /** How long to read what was written, once everything has ended. */
    private static final Duration REST = Duration.ofSeconds(2);

    /**
     * What a program did.
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
        Thread.ofPlatform().daemon().name("guerdon-cli-input").start(() -> feed(process, prompt));
        int status;
        try {
            status = process.onExit()
                    .get(timeout.toNanos(), TimeUnit.NANOSECONDS)
                    .exitValue();
        } catch (TimeoutException e) {
            throw new ModelException(
                    Kind.TIMEOUT, name + " gave no answer within " + dev.guerdon.base.Durations.format(timeout));
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
}
