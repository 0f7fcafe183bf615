package dev.guerdon.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Child;
import dev.guerdon.cli.Signals;
import dev.guerdon.cli.terminal.EndRequests.Interrupts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A parent and its driver as processes, without Spark: who ends when the other does, and with which exit code. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "sends signals with kill")
class DriverProcessTest {

    private static final long PATIENCE_SECONDS = 120;

    @TempDir
    private Path folder;

    private final List<ProcessHandle> started = new ArrayList<>();

    /** What runs as the driver. */
    static final class Driver {
        @SuppressWarnings("try") // the interrupts are counted by the latch
        public static void main(String[] arguments) throws Exception {
            if (arguments[0].equals("exit")) {
                System.exit(Integer.parseInt(arguments[1]));
            }
            if (arguments[0].equals("break")) {
                DriverLink.listen();
                throw new IllegalStateException("as asked"); // the JVM ends with 1
            }
            if (arguments[0].equals("done")) {
                DriverLink.listen();
                DriverLink.tellEnd();
                System.exit(Integer.parseInt(arguments[1]));
            }
            CountDownLatch stopped = new CountDownLatch(arguments[0].equals("stubborn") ? 1_000 : 1);
            PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
            try (Interrupts interrupts = new Interrupts(stopped::countDown, err)) {
                DriverLink.listen();
                System.out.println("driver " + ProcessHandle.current().pid());
                stopped.await();
                System.out.println("orderly end");
            }
            System.exit(130);
        }
    }

    /** What runs as the command that the user started. */
    static final class Parent {
        public static void main(String[] arguments) throws Exception {
            PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
            int code;
            try (DriverLink link = DriverLink.open()) {
                List<String> command = new ArrayList<>(Child.java(Driver.class, arguments));
                command.add(1, "-D" + DriverLink.PROPERTY + "=" + link.file());
                code = DriverProcess.run(command, link, err);
            }
            System.exit(code);
        }
    }

    @AfterEach
    void endAll() {
        started.forEach(ProcessHandle::destroyForcibly);
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(Child.java(Parent.class, arguments));
        command.add(1, "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")));
        Process parent = new ProcessBuilder(Signals.interruptible(command))
                .redirectErrorStream(true)
                .start();
        started.add(parent.toHandle());
        return parent;
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Waits until the driver listens, and gives its process. */
    private ProcessHandle driver(BufferedReader lines) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("driver ")) {
                ProcessHandle driver = ProcessHandle.of(Long.parseLong(line.substring("driver ".length())))
                        .orElseThrow();
                started.add(driver);
                return driver;
            }
        }
        throw new IOException("the driver did not start");
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("the process ended")
                .isTrue();
        return process.exitValue();
    }

    private static void assertEnds(ProcessHandle process) {
        assertThat(process.onExit()).as("the driver's end").succeedsWithin(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void theExitCodeIsTheDrivers() throws Exception {
        assertThat(exitCode(start("exit", "3"))).isEqualTo(3);
        assertThat(exitCode(start("done", "0"))).isZero();
        assertThat(exitCode(start("done", "1"))).isEqualTo(1);
        try (var left = Files.list(folder.resolve("tmp"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aDriverThatDoesNotStartHasDoneNothing() throws Exception {
        Process parent = start("exit", "1");
        BufferedReader lines = output(parent);
        assertThat(exitCode(parent)).isEqualTo(2);
        assertThat(lines.lines()).anyMatch(line -> line.startsWith("guerdon: the driver did not start (exit code 1)"));
    }

    @Test
    void aDriverThatBreaksDownEndsEarly() throws Exception {
        Process parent = start("break");
        BufferedReader lines = output(parent);
        assertThat(exitCode(parent)).isEqualTo(3);
        assertThat(lines.lines())
                .anyMatch(line -> line.startsWith("guerdon: the driver broke down (exit code 1); what was finished"));
    }

    @Test
    void aKilledDriverIsTold() throws Exception {
        Process parent = start("wait");
        BufferedReader lines = output(parent);
        driver(lines).destroyForcibly();
        assertThat(exitCode(parent)).isEqualTo(3);
        assertThat(lines.lines())
                .anyMatch(line -> line.contains("the driver was killed by signal 9; what was finished is kept"));
    }

    @Test
    void anInterruptOfTheParentAloneEndsTheDriverInOrder() throws Exception {
        Process parent = start("wait");
        BufferedReader lines = output(parent);
        ProcessHandle driver = driver(lines);
        assertThat(Signals.send(parent.toHandle(), "INT")).isTrue();
        assertThat(exitCode(parent)).isEqualTo(130);
        assertThat(lines.lines())
                .contains("orderly end")
                .anyMatch(line -> line.contains("finishing what is in flight"));
        assertEnds(driver);
    }

    @Test
    void anInterruptOfBothIsOne() throws Exception {
        Process parent = start("wait");
        BufferedReader lines = output(parent);
        ProcessHandle driver = driver(lines);
        Signals.send(driver, "INT");
        Signals.send(parent.toHandle(), "INT");
        assertThat(exitCode(parent)).isEqualTo(130);
        assertThat(lines.lines()).contains("orderly end").noneMatch(line -> line.contains("stopping"));
    }

    @Test
    void aRequestToTerminateReachesTheDriver() throws Exception {
        Process parent = start("wait");
        BufferedReader lines = output(parent);
        ProcessHandle driver = driver(lines);
        parent.toHandle().destroy();
        assertThat(exitCode(parent)).isEqualTo(130);
        assertThat(lines.lines()).contains("orderly end");
        assertEnds(driver);
    }

    @Test
    void aDriverThatDoesNotEndIsKilled() throws Exception {
        Process parent = start("stubborn");
        BufferedReader lines = output(parent);
        ProcessHandle driver = driver(lines);
        for (String answer : List.of("finishing what is in flight", "stopping")) {
            Signals.send(parent.toHandle(), "INT");
            String line = lines.readLine();
            while (line != null && !line.contains(answer)) {
                line = lines.readLine();
            }
            assertThat(line).contains(answer);
        }
        // From now on it cannot end itself, as one whose end hangs.
        assertThat(Signals.send(driver, "STOP")).isTrue();
        Signals.send(parent.toHandle(), "INT");
        assertThat(exitCode(parent)).isEqualTo(130);
        assertThat(lines.lines()).noneMatch(line -> line.contains("was killed by signal"));
        assertEnds(driver);
    }

    @Test
    void theDriverEndsWhenItsParentIsKilled() throws Exception {
        Process parent = start("stubborn");
        ProcessHandle driver = driver(output(parent));
        Signals.send(parent.toHandle(), "KILL");
        assertEnds(driver);
    }
}
