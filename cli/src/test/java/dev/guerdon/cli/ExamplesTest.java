package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.core.Registry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs in {@code examples/environments} compile, are short, and print what their pages say. */
final class ExamplesTest {

    private static final Path FOLDER = Checkout.REAL.resolve("examples/environments");

    @TempDir
    Path classes;

    @ParameterizedTest
    @CsvSource({
        "AlfworldEpisode, 'return 1.0, terminated true'",
        "WebshopEpisode, 'reward above 0, terminated true|The episode is over. Reset to begin another.'",
        "MinilabEpisode, 'return 100.0, score 100.0'",
        "BrowserEpisode, 'true|truncated by steps'",
        "ManyAtOnce, '100 episodes ended, all cut by the limit of steps'"
    })
    void aProgramDoesWhatItSays(String name, String expected) throws Exception {
        EnvironmentProvider browser = Registry.discover().environment("browser");
        assumeTrue(
                !name.startsWith("Browser") || browser.checks().stream().allMatch(EnvironmentProvider.Check::ok),
                "skipped: there is no Chromium; 'guerdon setup chromium' fetches one");
        assertThat(run(name).strip().lines()).containsExactly(expected.split("\\|", -1));
    }

    @Test
    void everyProgramIsRunAndShort() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<Path> programs =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(programs).hasSize(5);
            for (Path program : programs) {
                assertThat(Files.readAllLines(program)).as(program.toString()).hasSizeLessThanOrEqualTo(30);
            }
        }
    }

    private String run(String name) throws Exception {
        int failed = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FOLDER.resolve(name + ".java").toString());
        assertThat(failed).as("%s compiles", name).isZero();
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {classes.toUri().toURL()}, ExamplesTest.class.getClassLoader());
                PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
