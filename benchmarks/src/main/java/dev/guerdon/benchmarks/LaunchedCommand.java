package dev.guerdon.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Cost of a command, with all processes that it started.
 *
 * @param seconds from start to end
 * @param cpuSeconds of the command and of every process that it waited for
 * @param peakBytes the highest memory of each of its processes, added up; 0 where the system does not tell
 * @param exit its exit code
 * @param errors what it wrote to standard error
 */
record LaunchedCommand(double seconds, double cpuSeconds, long peakBytes, int exit, String errors) {

    // bash's own 'time' counts children of children, once they were waited for; the JDK counts the first process only.
    private static final String TIMED = "TIMEFORMAT='%R %U %S'; { time \"${@:3}\" 2>\"$1\"; } 2>\"$2\"";

    /** Runs a command to its end; what it writes to standard output is dropped. */
    static LaunchedCommand run(List<String> command) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("guerdon-bench", ".err");
        Path times = Files.createTempFile("guerdon-bench", ".time");
        try {
            List<String> timed =
                    new ArrayList<>(List.of("bash", "-c", TIMED, "bash", errors.toString(), times.toString()));
            timed.addAll(command);
            ProcessBuilder builder = new ProcessBuilder(timed)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("LC_ALL", "C");
            Process process = builder.start();
            Map<Long, Long> peaks = new HashMap<>();
            try {
                while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
                    try (Stream<ProcessHandle> all = process.descendants()) {
                        all.forEach(each -> peaks.merge(
                                each.pid(), BenchmarkClock.kibibytes(each.pid(), "status", "VmHWM") << 10, Math::max));
                    }
                }
            } finally {
                process.destroy();
            }
            String[] parts = Files.readString(times).strip().split(" ", -1);
            return new LaunchedCommand(
                    Double.parseDouble(parts[0]),
                    Double.parseDouble(parts[1]) + Double.parseDouble(parts[2]),
                    peaks.values().stream().mapToLong(Long::longValue).sum(),
                    process.exitValue(),
                    Files.readString(errors, StandardCharsets.UTF_8));
        } finally {
            Files.deleteIfExists(errors);
            Files.deleteIfExists(times);
        }
    }

    /** Runs a command, and ends the measurement if its exit code is not 0. */
    static LaunchedCommand well(List<String> command) throws IOException, InterruptedException {
        LaunchedCommand launched = run(command);
        if (launched.exit != 0) {
            throw new IllegalStateException(
                    String.join(" ", command) + " ended with exit code " + launched.exit + ":\n" + launched.errors);
        }
        return launched;
    }
}
