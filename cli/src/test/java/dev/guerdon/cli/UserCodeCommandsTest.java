package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command leaves the loading of user code to workers, and says in one sentence what went wrong there. */
class UserCodeCommandsTest {

    private static final String HALT = "try { Class<?> r = Class.forName(\"java.lang.Runtime\");"
            + " r.getMethod(\"halt\", int.class).invoke(r.getMethod(\"getRuntime\").invoke(null), 0);"
            + " } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }";

    @TempDir
    private Path folder;

    private Path data = Path.of("");
    private Path run = Path.of("");

    @BeforeEach
    void write() throws IOException {
        data = Files.writeString(folder.resolve("in.jsonl"), """
                {"id":1,"final_response":"Lima","answer":"Lima"}
                """);
        run = folder.resolve("runs");
    }

    private Path source(String initialiser) throws IOException {
        return Files.writeString(folder.resolve("Hostile.java"), """
                class Hostile {
                    static {
                        try { %s } catch (java.io.IOException e) { throw new java.io.UncheckedIOException(e); }
                        %s
                    }
                    @dev.guerdon.api.Reward(value = "hostile", example = "{\\"final_response\\":\\"x\\"}")
                    static double hostile(String finalResponse) throws java.io.IOException {
                        %s
                        return finalResponse.length();
                    }
                }
                """.formatted(note(), initialiser, note()));
    }

    private String note() {
        return "java.nio.file.Files.writeString(java.nio.file.Path.of(\"" + folder.resolve("pids")
                + "\"), ProcessHandle.current().pid() + \"\\n\", java.nio.file.StandardOpenOption.CREATE,"
                + " java.nio.file.StandardOpenOption.APPEND);";
    }

    private Result run(String command, Path source) {
        String line = command.replace("DATA", data.toString())
                .replace("RUNS", run.toString())
                .replace("OUT", folder.resolve("out.jsonl").toString());
        return Cli.run(Stream.concat(Stream.of(line.split(" ")), Stream.of("--source", source.toString()))
                .toArray(String[]::new));
    }

    private void assertRanElsewhere() throws IOException {
        List<String> pids = Files.readAllLines(folder.resolve("pids"));
        assertThat(pids)
                .isNotEmpty()
                .doesNotContain(String.valueOf(ProcessHandle.current().pid()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "score --reward hostile --in DATA",
                "score --reward qa_f1_reward,hostile --in DATA --isolate",
                "probe --reward hostile --gold Lima",
                "audit --reward hostile --in DATA",
                "rewards hostile",
                "serve --reward hostile --port 0",
                "run starter --reward hostile --limit 1 --runs RUNS --quiet",
            })
    void codeThatHaltsEndsTheCommandWithOneSentence(String command) throws IOException {
        Result result = run(command, source(HALT));
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().lines())
                .containsExactly("guerdon: loading the class Hostile of Hostile.java failed: its worker process ended"
                        + " with exit code 0, as System.exit or Runtime.halt do");
        assertRanElsewhere();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "score --reward hostile --in DATA --quiet --out OUT",
                "audit --reward hostile --in DATA",
                "rewards hostile",
                "rewards",
            })
    void codeOfARewardRunsElsewhere(String command) throws IOException {
        Result result = run(command, source(""));
        assertThat(result.exitCode()).as(result.err()).isLessThanOrEqualTo(ExitCode.INCOMPLETE);
        assertRanElsewhere();
    }

    @Test
    void withoutIsolationTheCodeIsLoadedHere() throws IOException {
        Result result = run("score --reward hostile --in DATA --quiet --no-isolate --out OUT", source(""));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(Files.readAllLines(folder.resolve("pids")))
                .containsOnly(String.valueOf(ProcessHandle.current().pid()));
    }
}
