package dev.guerdon.cli;

import dev.guerdon.cli.terminal.ExitCode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs many commands in one process, so that the JVM learns which classes a start needs, and which methods are worth compiling.
 *
 * <p>In a command line, {@code SAMPLES} stands for a file of samples made for this, and {@code SCORES} for a file to write to.
 */
final class Training {

    /** Names the file of command lines, one per line, arguments apart by spaces. */
    static final String PROPERTY = "guerdon.training";

    private static final int SAMPLES = 6000;

    private Training() {}

    /** Runs each command line of the file; returns the highest exit code. */
    static int run(Path file, PrintWriter out, PrintWriter err) throws IOException {
        Path samples = Files.createTempFile("guerdon-training", ".jsonl");
        Path scores = Files.createTempFile("guerdon-training", ".out");
        try {
            writeSamples(samples);
            int worst = ExitCode.DONE;
            for (String line : Files.readAllLines(file)) {
                if (!line.isBlank()) {
                    String[] arguments = line.strip().split(" +");
                    for (int i = 0; i < arguments.length; i++) {
                        arguments[i] = arguments[i]
                                .replace("SAMPLES", samples.toString())
                                .replace("SCORES", scores.toString());
                    }
                    worst = Math.max(worst, Main.run(out, err, arguments));
                }
            }
            return worst;
        } finally {
            Files.deleteIfExists(samples);
            Files.deleteIfExists(scores);
        }
    }

    private static void writeSamples(Path file) throws IOException {
        String turn = "{\"role\":\"assistant\",\"content\":\"I look for \\\"it\\\" first.\\nThen I answer.\"},"
                + "{\"role\":\"tool\",\"content\":\"Zürich, café: found in 12 places of the archive\"}";
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < SAMPLES; i++) {
                out.write("{\"id\":\"sample-%d\",\"question\":\"which is number %d?\",\"trajectory\":[%s%s],"
                        .formatted(i, i, turn, i % 2 == 0 ? "" : "," + turn));
                out.write("\"final_response\":\"%s number %d of the list%s\",\"answer\":\"%s %d\"}\n"
                        .formatted(
                                i % 3 == 0 ? "The" : "the \\\"old\\\"", i, i % 5 == 0 ? ", é" : "", "number", i / 2));
            }
        }
    }
}
