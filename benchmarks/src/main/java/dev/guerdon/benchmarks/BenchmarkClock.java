package dev.guerdon.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Clocks, meters and figures that the benchmarks share. */
final class BenchmarkClock {

    /** Keeps the results alive. */
    static volatile double lastChecksum;

    private BenchmarkClock() {}

    /** A round of work: does some operations and returns how many, and something that depends on all of them. */
    @FunctionalInterface
    interface Round {
        Done run() throws Exception;
    }

    /**
     * Outcome of a round.
     *
     * @param operations how many operations
     * @param checksum depends on every result, so that none can be optimised away
     */
    record Done(long operations, double checksum) {}

    /** Returns the CPU nanoseconds of the calling thread so far. */
    static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /**
     * Returns the median of {@code rounds} measurements of about {@code seconds} CPU seconds each, after one unmeasured warm-up
     * of the same length.
     */
    static double perCpuSecond(int rounds, double seconds, Round round) throws Exception {
        once(seconds, round);
        double[] rates = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            rates[i] = once(seconds, round);
        }
        return median(rates);
    }

    private static double once(double seconds, Round round) throws Exception {
        long start = cpuNanos();
        long operations = 0;
        long spent;
        do {
            Done done = round.run();
            operations += done.operations;
            lastChecksum = done.checksum;
            spent = cpuNanos() - start;
        } while (spent < seconds * 1e9);
        return operations / (spent / 1e9);
    }

    /** Returns the CPU nanoseconds of all threads of this process so far, those that compile and collect included. */
    static long processCpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Returns the bytes of the heap in use after a full collection. */
    static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Returns the bytes that the heap had at most, garbage included. */
    static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Returns the seconds since a time of {@link System#nanoTime}. */
    static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /** Runs a command to its end, drops what it prints, and tells the seconds that it took. */
    static double seconds(int expectedExit, List<String> command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        int exit = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (exit != expectedExit) {
            throw new IllegalStateException(String.join(" ", command) + " ended with exit code " + exit);
        }
        return since(start);
    }

    /** Returns the command of a JVM like this one with the classes of this program. */
    static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the CPU seconds of a process and of those that it started. */
    static double cpuSeconds(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .flatMap(each -> each.info().totalCpuDuration().stream())
                .mapToDouble(duration -> duration.toNanos() / 1e9)
                .sum();
    }

    /**
     * Returns the KiB that Linux tells of a process; 0 if it has ended, or this is not Linux.
     *
     * @param file such as {@code status}
     * @param name such as {@code VmHWM}, the highest memory so far
     */
    static long kibibytes(long process, String file, String name) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", String.valueOf(process), file))) {
            return lines.filter(line -> line.startsWith(name + ":"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    /** Returns the number in an argument {@code name=number}. */
    static int argument(String[] arguments, String name, int otherwise) {
        String text = argument(arguments, name);
        return text.isEmpty() ? otherwise : Integer.parseInt(text);
    }

    /** Returns the text in an argument {@code name=text}; empty if there is none. */
    static String argument(String[] arguments, String name) {
        return Arrays.stream(arguments)
                .filter(argument -> argument.startsWith(name + "="))
                .map(argument -> argument.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }
}
