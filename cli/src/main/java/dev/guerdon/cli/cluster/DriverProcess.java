package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.terminal.EndRequests;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jline.utils.Signals;

/**
 * The process that drives a cluster: a JVM with the engine's jars, which runs the same command.
 *
 * <p>Ctrl-C and a request to terminate are the driver's to obey; this process waits for its orderly end. A driver that is asked twice and
 * does not end is killed: what it has committed stays. The exit code of one that did not end in order says nothing of the command: a JVM
 * that does not start ends with 1, as does one that breaks down.
 */
final class DriverProcess {

    /** A driver has as long after the second request. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A request to end has these as its outcome; any other signal came from elsewhere. */
    private static final Set<Integer> ASKED_FOR = Set.of(130, 143);

    private static final int SIGNALS = 128;

    private final Process process;
    private final DriverLink link;
    private int requests;
    private boolean endedUnbegun;
    private boolean killed;

    private DriverProcess(Process process, DriverLink link) {
        this.process = process;
        this.link = link;
    }

    /**
     * Runs a command in a driver, with this process's own streams.
     *
     * @param on the cluster
     * @param arguments the command line of this process
     * @param settings settings of the engine, by name
     * @param err receives how it ended, if the driver itself could not report it
     * @return its exit code
     */
    static int run(String on, List<String> arguments, Map<String, String> settings, PrintWriter err) {
        Map<String, String> environment = System.getenv();
        ClusterAddress master = ClusterAddress.of(on);
        SparkHome spark = spark(master, environment);
        DriverCommand command = new DriverCommand(spark, SparkSetup.jar(environment), OwnJars.here(), environment);
        err.flush();
        try (DriverLink link = DriverLink.open()) {
            return run(command.of(master, arguments, settings, link.file()), link, err);
        } catch (IOException e) {
            throw new GuerdonException("the driver of " + on + " could not be started: " + e.getMessage(), e);
        }
    }

    private static SparkHome spark(ClusterAddress master, Map<String, String> environment) {
        SparkHome spark = SparkHome.find(environment)
                .orElseThrow(() -> new GuerdonException(
                        "--on needs Apache Spark, which is not set up here: run 'guerdon setup spark'"
                                + " once, or set " + SparkHome.VARIABLE + " to a Spark 4.x of your own"));
        if (master.needsSubmit()) {
            if (!spark.isUsers()) {
                throw new GuerdonException(
                        "--on " + master.text() + " needs a full Spark 4.x, which has the libraries of "
                                + (master.kind() == ClusterAddress.Kind.YARN ? "Hadoop" : "Kubernetes")
                                + ": set " + SparkHome.VARIABLE
                                + " to its folder; what 'guerdon setup spark' brings is enough for spark://"
                                + " and local");
            }
            if (!Files.isExecutable(spark.submit())) {
                throw new GuerdonException("--on " + master.text() + " is started with " + spark.submit()
                        + ", which is not there; set " + SparkHome.VARIABLE + " to the folder of a full Spark 4.x");
            }
        }
        return spark;
    }

    /** Runs a driver's command line to its end. */
    static int run(List<String> command, DriverLink link, PrintWriter err) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO().redirectInput(ProcessBuilder.Redirect.PIPE);
        // The driver's Java is this one, whatever a script of Spark would choose.
        builder.environment()
                .put("JAVA_HOME", Path.of(System.getProperty("java.home")).toString());
        DriverProcess driver = new DriverProcess(builder.start(), link);
        Object interrupt =
                Signals.register(EndRequests.Kind.INTERRUPT.signal(), () -> driver.asked(EndRequests.Kind.INTERRUPT));
        Object terminate =
                Signals.register(EndRequests.Kind.TERMINATE.signal(), () -> driver.asked(EndRequests.Kind.TERMINATE));
        try {
            int code = driver.process.waitFor();
            return driver.exitCode(code, err);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GuerdonException("interrupted while the driver ran", e);
        } finally {
            Signals.unregister(EndRequests.Kind.INTERRUPT.signal(), interrupt);
            Signals.unregister(EndRequests.Kind.TERMINATE.signal(), terminate);
            driver.process.destroy();
        }
    }

    /**
     * Returns the exit code of the command.
     *
     * @param code that of the driver's process, which is gone
     */
    private int exitCode(int code, PrintWriter err) throws IOException {
        if (isEndedHere(code)) {
            return ExitCode.INTERRUPTED;
        }
        boolean killed = code > SIGNALS && !ASKED_FOR.contains(code);
        boolean known = code == ExitCode.REFUSED || code == ExitCode.ENDED_EARLY || ASKED_FOR.contains(code);
        if (known || (!killed && link.isEndedInOrder())) {
            return code;
        }
        if (!killed && !link.isHeard()) {
            err.println("guerdon: the driver did not start (exit code " + code + "); what is printed above says why");
            return ExitCode.REFUSED;
        }
        err.println("guerdon: the driver "
                + (killed ? "was killed by signal " + (code - SIGNALS) : "broke down (exit code " + code + ")")
                + "; what was finished is kept. The same command continues with the rest, for a run '"
                + InvokedCommand.line("guerdon run --resume latest") + "'");
        return ExitCode.ENDED_EARLY;
    }

    /** Returns whether this process ended the driver because it was asked to; one that was quicker has a code of its own. */
    private synchronized boolean isEndedHere(int code) {
        return endedUnbegun || (killed && code > SIGNALS);
    }

    private synchronized void kill() {
        killed = true;
        process.destroyForcibly();
    }

    private synchronized void asked(EndRequests.Kind kind) {
        requests++;
        DriverLink.tell(process, kind);
        if (requests == 1 && !link.isHeard()) {
            endedUnbegun = kind == EndRequests.Kind.INTERRUPT;
            process.destroy(); // it has not begun anything that would have to be ended in order
        } else if (requests == 2) {
            var unused = process.onExit()
                    .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .whenComplete((ended, late) -> {
                        if (late != null) {
                            kill();
                        }
                    });
        } else if (requests > 2) {
            kill();
        }
    }
}
