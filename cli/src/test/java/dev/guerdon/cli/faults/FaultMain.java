package dev.guerdon.cli.faults;

import dev.guerdon.core.base.DurationText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs steps of one scenario, until their number or their time is up, or one fails.
 *
 * <p>Arguments: the scenario, the seed, the first step, the number of steps, the time (0s for no limit), the folder to work in. The
 * last line of a run that went well begins with {@code finished}: a process that somebody ended does not write it.
 */
final class FaultMain {

    /** How long a step may take, on the slowest machine. */
    private static final long STEP_LIMIT = TimeUnit.MINUTES.toMillis(4);

    /** How often the memory that is held is looked at, in steps. */
    private static final int LOOK_AT_MEMORY = 500;

    /** More than a scenario keeps for itself; what grows with the number of steps gets there. */
    private static final long MOST_MEMORY = 96L << 20;

    /** The jars of the class path, and a few more; what is not closed gets there. */
    private static final int MOST_FILES = 400;

    /** What a fault does to the JVM must not end up in the logger's configuration, which only holds loggers weakly. */
    private static final Logger QUIET = Logger.getLogger("");

    private final PrintStream out;
    private final String name;
    private final long seed;
    private final Path folder;
    private final Tally tally = new Tally();
    private long done;

    private FaultMain(PrintStream out, String name, long seed, Path folder) {
        this.out = out;
        this.name = name;
        this.seed = seed;
        this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        QUIET.setLevel(Level.OFF);
        Path folder = Path.of(arguments[5]);
        FaultMain main = new FaultMain(out, arguments[0], Long.parseLong(arguments[1]), folder);
        boolean fine = main.run(
                Long.parseLong(arguments[2]),
                Long.parseLong(arguments[3]),
                DurationText.parse(arguments[4]).toNanos());
        out.flush();
        Runtime.getRuntime().halt(fine ? 0 : 1);
    }

    private boolean run(long first, long count, long nanos) throws IOException, InterruptedException {
        long start = System.nanoTime();
        long lastWord = start;
        Threads before = Threads.now();
        try (Scenario scenario = Scenarios.get(name).maker().get()) {
            for (long step = first; step < first + count; step++) {
                if (nanos > 0 && System.nanoTime() - start > nanos) {
                    break;
                }
                if (!step(scenario, step)) {
                    return false;
                }
                if (System.nanoTime() - lastWord > TimeUnit.SECONDS.toNanos(30)) {
                    lastWord = System.nanoTime();
                    out.println("so far " + tally.total() + " faults in " + done + " steps");
                }
            }
        }
        try {
            before.assertNoneLeft(false);
        } catch (AssertionError e) {
            return broken(first + count - 1, String.valueOf(e.getMessage()));
        }
        out.println("faults " + tally.total() + " in " + done + " steps: " + tally);
        out.println("finished");
        return true;
    }

    private boolean step(Scenario scenario, long step) throws IOException, InterruptedException {
        Path own = Files.createDirectories(folder.resolve(name + "-" + step));
        Threads before = Threads.now();
        @Nullable Throwable[] failure = new Throwable[1];
        Thread thread = Thread.ofPlatform().daemon().name("step").start(() -> {
            try {
                scenario.step(new Chaos(seed, name, step, tally), own);
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        thread.join(STEP_LIMIT);
        if (thread.isAlive()) {
            return broken(step, "it does not end:\n" + Threads.dump());
        }
        if (failure[0] != null) {
            return broken(step, text(failure[0]));
        }
        try {
            before.assertNoneLeft(true);
        } catch (AssertionError e) {
            return broken(step, String.valueOf(e.getMessage()));
        }
        done++;
        if (done % LOOK_AT_MEMORY == 0 && held() > MOST_MEMORY) {
            return broken(
                    step,
                    "after garbage collection, " + (held() >> 20) + " MB are held; something keeps what it was given");
        }
        if (done % LOOK_AT_MEMORY == 0 && openFiles() > MOST_FILES) {
            return broken(step, openFiles() + " files are open");
        }
        delete(own);
        return true;
    }

    /** How many files this process has open, where the operating system tells. */
    private static long openFiles() throws IOException {
        Path all = Path.of("/proc/self/fd");
        if (!Files.isDirectory(all)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(all)) {
            return files.count();
        }
    }

    private boolean broken(long step, String what) {
        out.println("broken: " + name + " in step " + step + " of seed " + seed + ": " + what);
        out.println("again: ./dev faults 1s --seed " + seed + " --only " + name + ":" + step);
        return false;
    }

    private static long held() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static String text(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
