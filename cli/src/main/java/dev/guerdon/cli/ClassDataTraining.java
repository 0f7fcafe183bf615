package dev.guerdon.cli;

import dev.guerdon.cli.terminal.ExitCode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs many commands in one process, so that the JVM learns which classes a start needs, and which methods are worth compiling.
 *
 * <p>In a command line, {@code SAMPLES} stands for a file of samples made for this, {@code SCORES} for a file to write to, and
 * {@code EXAMPLES} for the folder of examples next to the folder of the command lines.
 */
final class ClassDataTraining {

    /** Names the file of command lines, one per line, arguments apart by spaces. */
    static final String PROPERTY = "guerdon.training";

    /** Enough for everything on the way of a line to be compiled as it would be in a long job. */
    private static final int SAMPLES = 6000;

    /** Words as trajectories have them: plain ones, quoted ones, ones beyond ASCII. */
    private static final String[] WORDS =
            ("the of and a river in 1889 was built by two engineers who lived near Zürich, said \\\"never again\\\""
                            + " and left; it has 12 arches.\\n"
                            + " Their plan is in the archive of the old town hall today")
                    .split(" ");

    private ClassDataTraining() {}

    /** Runs each command line of the file; returns the highest exit code. */
    static int run(Path file, PrintWriter out, PrintWriter err) throws IOException {
        Path examples = file.toAbsolutePath().resolve("../../examples").normalize();
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
                                .replace("EXAMPLES", examples.toString())
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
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < SAMPLES; i++) {
                int sample = i;
                String turns = IntStream.rangeClosed(0, i % 4)
                        .mapToObj(turn -> String.format(
                                Locale.ROOT,
                                ",{\"role\":\"assistant\",\"content\":\"%s\"},{\"role\":\"tool\",\"content\":\"%s\"}",
                                words(sample + turn, 40 + sample % 50),
                                words(sample * turn, 20 + sample % 90)))
                        .collect(Collectors.joining());
                out.write(String.format(
                        Locale.ROOT,
                        """
                    {"id":"sample-%d","question":"%s?","trajectory":[{"role":"user","content":"%s?"}%s],\
                    "final_response":"%s","answer":"%s","metadata":{"turns":%d,"split":"train"}}
                    """,
                        i,
                        words(i, 9),
                        words(i, 30),
                        turns,
                        words(i, 2 + i % 25),
                        words(i % 2 == 0 ? i : i + 1, 1 + i % 6),
                        i % 4));
            }
        }
    }

    private static String words(int from, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> WORDS[(from + i * (1 + from % 3)) % WORDS.length])
                .collect(Collectors.joining(" "));
    }
}
