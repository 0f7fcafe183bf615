package dev.guerdon.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Signals to child processes.
 *
 * <p>A shell starts what it runs in the background with interrupts ignored, and every child inherits that: a JVM then does not hear
 * the signal at all. So what is to be interrupted is started with the default again.
 */
public final class Signals {

    /** Programs that reset the signal and become the command, whichever is here. */
    private static final List<List<String>> RESETS = List.of(
            List.of("env", "--default-signal=INT"),
            List.of(
                    "python3",
                    "-c",
                    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execvp(sys.argv[1], sys.argv[1:])"),
            List.of("perl", "-e", "$SIG{INT} = 'DEFAULT'; exec @ARGV"));

    private Signals() {}

    /** The command, started so that an interrupt reaches it; the same command where no program can do that. */
    public static List<String> interruptible(List<String> command) {
        List<String> whole = new ArrayList<>();
        for (List<String> reset : RESETS) {
            if (works(reset)) {
                whole.addAll(reset);
                break;
            }
        }
        whole.addAll(command);
        return whole;
    }

    private static boolean works(List<String> reset) {
        List<String> trial = new ArrayList<>(reset);
        trial.add("true");
        try {
            Process process = new ProcessBuilder(trial)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends what Ctrl-C sends. */
    static void interrupt(Process process) throws IOException, InterruptedException {
        if (!send(process.toHandle(), "INT")) {
            throw new IOException("kill failed; is the process there? " + process.info());
        }
    }

    /** Sends a signal by its name; false where there is no such process any more. */
    public static boolean send(ProcessHandle process, String signal) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
