package dev.guerdon.core.stdio;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.base.ForeignCalls;
import dev.guerdon.core.base.ProcessShutdown;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The engine as a process of its own: frames come in on standard input and go out on standard output.
 *
 * <p>It ends with its client, whatever its threads do. Ctrl-C is the client's business.
 */
@Internal
public final class EngineMain {

    /** Closing what is open may take this long; then the process ends. */
    private static final Duration PATIENCE = Duration.ofMillis(700);

    /** A JVM that is to write an archive of loaded classes writes it at its end. */
    private static final Duration PATIENCE_WITH_ARCHIVE = Duration.ofMinutes(1);

    private EngineMain() {}

    public static void main(String[] arguments) {
        if (arguments.length > 0) {
            throw new GuerdonException("the engine takes no arguments, found '" + arguments[0]
                    + "'; 'guerdon serve --stdio' is the same engine with options");
        }
        // Rewards that are loaded later run in workers.
        serve(PluginPath.NONE, Isolation.FOREIGN, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Serves the client that started this process, and ends the process with it. Does not return.
     *
     * @param path where the user's own rewards come from
     * @param isolation which of them run in worker processes
     * @param threads how many calls compute at once
     */
    public static void serve(PluginPath path, Isolation isolation, int threads) {
        // Streams of their own: nothing that is printed gets between the frames.
        InputStream in = new FileInputStream(FileDescriptor.in);
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        ForeignCalls.guardStreams();
        ProcessShutdown.ignoreInterrupts();
        int code = new StdioEngine(in, out, path, isolation, threads, new FlowControlWindow()).run();
        ProcessShutdown.exit(code, Boolean.getBoolean("guerdon.archive") ? PATIENCE_WITH_ARCHIVE : PATIENCE);
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        while (true) {
            LockSupport.park();
        }
    }
}
