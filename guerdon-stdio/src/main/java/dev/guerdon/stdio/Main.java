package dev.guerdon.stdio;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Shutdown;
import dev.guerdon.core.ForeignCode;
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
public final class Main {

    /** Closing what is open may take this long; then the process ends. */
    private static final Duration PATIENCE = Duration.ofMillis(700);

    /** A JVM that was told to write an archive of loaded classes writes it at its end. */
    private static final Duration PATIENCE_WITH_ARCHIVE = Duration.ofMinutes(1);

    private Main() {}

    public static void main(String[] arguments) {
        if (arguments.length > 0) {
            throw new GuerdonException("the engine takes no arguments, found '" + arguments[0]
                    + "'; 'guerdon serve --stdio' is the same engine with options");
        }
        serve(Engine.Settings.standard());
    }

    /** Serves the client that started this process, and ends the process with it. Does not return. */
    public static void serve(Engine.Settings settings) {
        // Streams of their own: nothing that is printed gets between the frames.
        InputStream in = new FileInputStream(FileDescriptor.in);
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        ForeignCode.guardStreams();
        Interrupt.ignore();
        int code = Engine.serve(in, out, settings);
        Shutdown.exit(code, Boolean.getBoolean("guerdon.archive") ? PATIENCE_WITH_ARCHIVE : PATIENCE);
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        while (true) {
            LockSupport.park();
        }
    }
}
