package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** Programs of the documentation that use the Python package: run with its sources, and an engine of the classes under test. */
final class PythonBlocks {

    static final String INFO = "python run";

    private static final List<String> NEW_ENOUGH =
            List.of("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))");

    private PythonBlocks() {}

    /** Runs a block in the folder, and compares what it prints. */
    static void check(DocBlock block, @Nullable DocBlock output, Path folder) throws IOException {
        Assumptions.assumeTrue(pythonIsHere(folder), "there is no python3 of version 3.9 or newer");
        Path program = Files.writeString(folder.resolve("block" + block.line() + ".py"), block.text());
        Checkout.Result result = Checkout.run(
                folder,
                Map.of(
                        "PYTHONPATH", Checkout.REAL.resolve("python/src").toString(),
                        "PYTHONDONTWRITEBYTECODE", "1",
                        "GUERDON_ENGINE", engine()),
                List.of("sh", "-c", "exec python3 \"$1\" 2>&1", "sh", program.toString()));
        assertThat(result.out()).isEqualTo(output == null ? "" : output.text());
    }

    private static boolean pythonIsHere(Path folder) {
        try {
            return Checkout.run(folder, Map.of(), NEW_ENOUGH).exitCode() == 0;
        } catch (UncheckedIOException e) {
            return false; // no such program
        }
    }

    private static String engine() {
        return Child.java(dev.guerdon.core.stdio.EngineMain.class).stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
