package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void versionNamesGuerdonAndTheJvm() {
        assertThat(run("--version")).isEqualTo(ExitCode.DONE);
        assertThat(out.toString())
                .startsWith("guerdon ")
                .contains(Runtime.version().toString());
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void helpGoesToStandardOutput() {
        assertThat(run("--help")).isEqualTo(ExitCode.DONE);
        assertThat(out.toString()).contains("Usage: guerdon").contains("--no-color");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void noCommandAtAllShowsThreeThingsToTypeFirst() {
        assertThat(run()).isEqualTo(ExitCode.REFUSED);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .contains("guerdon run starter")
                .contains("guerdon show latest")
                .contains("guerdon init")
                .contains("guerdon help COMMAND");
    }

    @Test
    void misspelledOptionGetsASuggestion() {
        assertThat(run("--verison")).isEqualTo(ExitCode.REFUSED);
        assertThat(err.toString()).contains("unknown option '--verison'; did you mean '--version'?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"score --reward x --on a --on=b", "run qa --on a --limit 1 --on b"})
    void optionGivenTwiceIsNamed(String line) {
        assertThat(run(line.split(" ", -1))).isEqualTo(ExitCode.REFUSED);
        assertThat(err.toString()).contains("option '--on' (MASTER) should be specified only once\n");
    }

    @Test
    void optionWithoutAKeyIsNamedOnce() {
        assertThat(run("run", "starter", "--set", "verbose")).isEqualTo(ExitCode.REFUSED);
        assertThat(err.toString()).contains("option '--set' (KEY=VALUE)").doesNotContain("option option");
    }

    @Test
    void misspelledCommandGetsASuggestion() {
        CommandLine commandLine = new CommandLine(new GuerdonCommand())
                .addSubcommand(new Broken(new IllegalStateException("never run")))
                .setErr(new PrintWriter(err, true))
                .setParameterExceptionHandler(CommandFailures::wrongUsage);
        assertThat(commandLine.execute("borken")).isEqualTo(ExitCode.REFUSED);
        assertThat(err.toString()).contains("unknown command 'borken'; did you mean 'broken'?");
    }

    @Test
    void expectedErrorIsOneSentenceWithoutAStackTrace() {
        assertThat(fail(new GuerdonException("the file a.jsonl has no lines"))).isEqualTo(ExitCode.REFUSED);
        assertThat(err.toString()).isEqualToIgnoringNewLines("guerdon: the file a.jsonl has no lines");
    }

    @Test
    void missingFileIsNamed() {
        assertThat(fail(new NoSuchFileException("a.jsonl"))).isEqualTo(ExitCode.REFUSED);
        assertThat(err.toString()).isEqualToIgnoringNewLines("guerdon: no such file: a.jsonl");
    }

    @Test
    void bugSaysHowToSeeWhere() {
        assertThat(fail(new IllegalStateException("odd"))).isEqualTo(ExitCode.REFUSED);
        assertThat(err.toString())
                .contains("IllegalStateException: odd")
                .contains(CommandFailures.DEBUG)
                .doesNotContain("\tat ");
    }

    private int run(String... arguments) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private int fail(Exception problem) {
        return new CommandLine(new Broken(problem))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler(CommandFailures::failed)
                .execute();
    }

    @Command(name = "broken")
    private record Broken(Exception problem) implements java.util.concurrent.Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            throw problem;
        }
    }
}
