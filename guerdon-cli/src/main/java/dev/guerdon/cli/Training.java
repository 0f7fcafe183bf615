package dev.guerdon.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs many commands in one process, so that the JVM learns which classes a start needs. */
final class Training {

    /** Names the file of command lines, one per line, arguments apart by spaces. */
    static final String PROPERTY = "guerdon.training";

    private Training() {}

    /** Runs each command line of the file; returns the highest exit code. */
    static int run(Path file, PrintWriter out, PrintWriter err) throws IOException {
        int worst = ExitCode.DONE;
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank()) {
                worst = Math.max(worst, Main.run(out, err, line.strip().split(" +")));
            }
        }
        return worst;
    }
}
