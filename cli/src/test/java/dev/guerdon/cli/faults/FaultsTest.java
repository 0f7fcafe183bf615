package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.guerdon.cli.Child;
import dev.guerdon.core.base.DurationText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the fault-injection suite, each scenario in a process of its own with little memory.
 *
 * <p>System properties: {@code guerdon.faults.seed}; {@code guerdon.faults.time}, the time for all scenarios together, in the place of
 * their fixed numbers of steps; {@code guerdon.faults.only}, a scenario, or one step of it as {@code NAME:STEP}.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals and bash")
class FaultsTest {

    private static final long SEED = Long.getLong("guerdon.faults.seed", 20261115L);
    private static final String TIME = System.getProperty("guerdon.faults.time", "");
    private static final String ONLY = System.getProperty("guerdon.faults.only", "");

    /** Many wait for deadlines and for processes; a time is for one after the other. */
    private static final int AT_ONCE = TIME.isEmpty() ? 2 : 1;

    @TempDir
    Path all;

    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    private final Queue<Process> processes = new ConcurrentLinkedQueue<>();

    @AfterEach
    void end() {
        threads.shutdownNow();
        processes.forEach(FaultsTest::end);
        threads.close();
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    static Stream<String> scenarios() {
        return ONLY.isEmpty() ? Scenarios.names().stream() : Stream.of(ONLY.split(":", -1)[0]);
    }

    @TestFactory
    Stream<DynamicTest> whatIsPromisedHolds() {
        Map<String, Future<?>> running = new LinkedHashMap<>();
        scenarios()
                .forEach(scenario -> running.put(scenario, threads.submit(() -> {
                    play(scenario, Files.createDirectory(all.resolve(scenario)));
                    return null;
                })));
        return running.entrySet().stream()
                .map(each -> dynamicTest(each.getKey(), () -> each.getValue().get()));
    }

    private void play(String scenario, Path folder) throws IOException, InterruptedException {
        List<String> said = new ArrayList<>();
        List<String> command = Child.java(
                FaultMain.class,
                scenario,
                Long.toString(SEED),
                Long.toString(firstStep()),
                Long.toString(steps(scenario)),
                time(scenario).toMillis() + "ms",
                folder.toString());
        if (Scenarios.get(scenario).clock()) {
            command.add(1, ClockAgent.option(folder));
        }
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        processes.add(process);
        process.getOutputStream().close();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.add(line);
                if (line.startsWith("so far ") || line.startsWith("faults ")) {
                    System.out.println("faults: " + scenario + ": " + line);
                }
            }
        } finally {
            end(process);
        }
        assertThat(String.join("\n", said))
                .as("%s with seed %s, exit code %s", scenario, SEED, process.waitFor())
                .endsWith("\nfinished");
    }

    private static long firstStep() {
        return ONLY.contains(":") ? Long.parseLong(ONLY.split(":", -1)[1]) : 0;
    }

    private static long steps(String scenario) {
        if (ONLY.contains(":")) {
            return 1;
        }
        return TIME.isEmpty() ? Scenarios.get(scenario).steps() : Long.MAX_VALUE / 2;
    }

    /** The scenario's share of the whole time; zero where the steps are counted. */
    private static Duration time(String scenario) {
        if (TIME.isEmpty() || ONLY.contains(":")) {
            return Duration.ZERO;
        }
        Duration whole = DurationText.parse(TIME);
        if (!ONLY.isEmpty()) {
            return whole;
        }
        int shares = Scenarios.names().stream()
                .mapToInt(name -> Scenarios.get(name).share())
                .sum();
        return whole.multipliedBy(Scenarios.get(scenario).share()).dividedBy(shares);
    }
}
