package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.Screen;
import dev.guerdon.cli.terminal.Screens;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NextStepTest {

    private static final Screen TERMINAL = new Screen(true, false, false, 60);

    @TempDir
    Path runs;

    private static Result type(Screens screens, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(out), new PrintWriter(err), screens, arguments);
        return new Result(exitCode, out.toString(), err.toString());
    }

    private Result run(Screens screens, String... more) {
        String[] arguments = new String[more.length + 6];
        System.arraycopy(new String[] {"run", "math", "--limit", "2", "--runs", runs.toString()}, 0, arguments, 0, 6);
        System.arraycopy(more, 0, arguments, 6, more.length);
        return type(screens, arguments);
    }

    @Test
    void aTerminalGetsTheMostUsefulNextCommandWithRealNames() {
        Screens terminal = new Screens(TERMINAL, TERMINAL);
        assertThat(run(terminal).err()).containsPattern("next: guerdon show run_\\d+_\\d+\\n");
        Result listed = type(terminal, "runs", "--runs", runs.toString());
        assertThat(listed.err()).containsPattern("next: guerdon show run_\\d+_\\d+\\n");
        assertThat(listed.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
        assertThat(type(terminal, "show", "latest", "--runs", runs.toString()).err())
                .containsPattern("next: guerdon show latest math-\\d\\n");
        assertThat(type(terminal, "rewards").err()).contains("next: guerdon rewards qa_f1_reward\n");
        assertThat(type(terminal, "help", "compare").err()).contains("next: guerdon compare ");
        assertThat(type(terminal, "env", "list").err()).contains("next: guerdon env play alfworld\n");
    }

    @Test
    void nobodyElseGetsIt() {
        Screens terminal = new Screens(TERMINAL, TERMINAL);
        assertThat(run(Screens.PIPES).err()).doesNotContain("next:");
        assertThat(run(new Screens(Screen.PIPE, TERMINAL)).err()).doesNotContain("next:");
        assertThat(run(terminal, "--quiet").err()).doesNotContain("next:");
        assertThat(run(terminal, "--json").err()).doesNotContain("next:");
        Result refused = type(terminal, "show", "no-such-run", "--runs", runs.toString());
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).doesNotContain("next:");
    }

    @Test
    void doctorTellsInFullBelowTheTableWhatIsMissing() {
        String out = type(new Screens(TERMINAL, TERMINAL), "doctor").out();
        long missing = out.lines().filter(line -> line.startsWith("--  ")).count();
        assertThat(out.split("\n\n", -1)).hasSize((int) missing + 1);
        if (missing > 0) {
            assertThat(out.substring(out.indexOf("\n\n")))
                    .as("only the table is cut")
                    .doesNotContain("\u2026");
        }
    }

    @Test
    void coloursFollowTheScreenAndTheOption() {
        Screen coloured = new Screen(true, true, true, 80);
        Screens screens = new Screens(coloured, coloured);
        assertThat(type(screens, "help", "run").out()).contains("\u001b[");
        assertThat(type(screens, "help", "run", "--no-color").out()).doesNotContain("\u001b[");
        assertThat(type(screens, "doctor").out()).contains("\u001b[32mok\u001b[0m");
        assertThat(type(screens, "doctor", "--no-color").out()).doesNotContain("\u001b[");
        assertThat(type(screens, "--no-color", "doctor").out()).doesNotContain("\u001b[");
    }
}
