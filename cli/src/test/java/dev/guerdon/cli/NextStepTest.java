package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NextStepTest {

    private static final TerminalScreen TERMINAL = new TerminalScreen(true, false, false, 60);

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
        String where = Pattern.quote(" --runs " + InvokedCommand.quoted(runs.toString()));
        assertThat(run(terminal).err()).containsPattern("next: guerdon show run_\\d+_\\d+" + where + "\\n");
        Result listed = type(terminal, "runs", "--runs", runs.toString());
        assertThat(listed.err()).containsPattern("next: guerdon show run_\\d+_\\d+" + where + "\\n");
        assertThat(listed.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
        assertThat(type(terminal, "show", "latest", "--runs", runs.toString()).err())
                .containsPattern("next: guerdon show latest math-\\d" + where + "\\n");
        assertThat(type(terminal, "rewards").err()).contains("next: guerdon rewards qa_f1_reward\n");
        assertThat(type(terminal, "help", "compare").err()).contains("next: guerdon compare ");
        assertThat(type(terminal, "env", "list").err()).contains("next: guerdon env play alfworld\n");
    }

    /** Types what each command says, from a run to its report. */
    @Test
    void whatIsSuggestedWorksAsItStands() {
        Screens terminal = new Screens(TERMINAL, TERMINAL);
        String next = next(run(terminal));
        for (int i = 0; i < 3; i++) {
            Result result = type(terminal, words(next.replaceFirst("^guerdon ", "")));
            assertThat(result.exitCode()).as(next + ": " + result.err()).isLessThanOrEqualTo(ExitCode.INCOMPLETE);
            if (!result.err().contains("next: guerdon ")) {
                return;
            }
            next = next(result);
        }
    }

    @Test
    void aRunOutsideOfTheFolderIsNamedByItsPath() {
        Screens terminal = new Screens(TERMINAL, TERMINAL);
        String name = next(run(terminal)).split(" ", -1)[2];
        String folder = runs.resolve(name).toString();
        String typed = InvokedCommand.quoted(folder);
        assertThat(type(terminal, "compare", folder, folder).err())
                .contains("next: guerdon report " + typed + " " + typed + "\n");
    }

    @Test
    void pluginsAreNamedAgainWhereTheNextCommandTakesThem() throws IOException {
        Path source = Files.writeString(runs.resolve("Own.java"), """
            import dev.guerdon.api.Reward;
            public final class Own {
                @Reward("own_reward")
                public static double own(String finalResponse) {
                    return 1;
                }
            }
            """);
        Result described =
                type(new Screens(TERMINAL, TERMINAL), "rewards", "own_reward", "--source", source.toString());
        assertThat(described.err())
                .contains("next: guerdon probe --reward own_reward --gold TEXT --source "
                        + InvokedCommand.quoted(source.toString()) + "\n");
    }

    /** A line as a shell cuts it. */
    private static String[] words(String line) {
        return Pattern.compile("'[^']*'|\\S+")
                .matcher(line)
                .results()
                .map(word -> word.group().replace("'", ""))
                .toArray(String[]::new);
    }

    private static String next(Result result) {
        return result.err()
                .lines()
                .filter(line -> line.startsWith("next: "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(result.toString()))
                .substring("next: ".length());
    }

    @Test
    void nobodyElseGetsIt() {
        Screens terminal = new Screens(TERMINAL, TERMINAL);
        assertThat(run(Screens.PIPES).err()).doesNotContain("next:");
        assertThat(run(new Screens(TerminalScreen.PIPE, TERMINAL)).err()).doesNotContain("next:");
        assertThat(run(terminal, "--quiet").err()).doesNotContain("next:");
        assertThat(run(terminal, "--json").err()).doesNotContain("next:");
        Result refused = type(terminal, "show", "no-such-run", "--runs", runs.toString());
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).doesNotContain("next:");
    }

    /** As with jbang, which starts the class itself. */
    @Test
    void withoutALauncherJavaTellsWhetherThereIsATerminal() {
        assumeTrue(HelpTest.isInstalled("script"), "script is not installed, which makes a terminal for this test");
        String command =
                Child.command("rewards").stream().map(InvokedCommand::quoted).collect(Collectors.joining(" "));
        assertThat(onTerminal(command)).contains("next:").contains("\u001b[");
        assertThat(onTerminal(command + " 2>errors")).doesNotContain("next:");
        assertThat(runs.resolve("errors")).isEmptyFile();
        assertThat(onTerminal(command + " | cat")).doesNotContain("next:").doesNotContain("\u001b[");
        assertThat(onTerminal(command + " </dev/null")).doesNotContain("next:");
    }

    private String onTerminal(String command) {
        Map<String, String> environment = Map.of("TERM", "xterm", "NO_COLOR", "", "CLICOLOR_FORCE", "");
        Result result = Checkout.run(runs, environment, List.of("script", "-qec", command, "/dev/null"));
        assertThat(result.exitCode()).as(result.out()).isZero();
        return result.out();
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
        TerminalScreen coloured = new TerminalScreen(true, true, true, 80);
        Screens screens = new Screens(coloured, coloured);
        assertThat(type(screens, "help", "run").out()).contains("\u001b[");
        assertThat(type(screens, "help", "run", "--no-color").out()).doesNotContain("\u001b[");
        assertThat(type(screens, "doctor").out()).contains("\u001b[32mok\u001b[0m");
        assertThat(type(screens, "doctor", "--no-color").out()).doesNotContain("\u001b[");
        assertThat(type(screens, "--no-color", "doctor").out()).doesNotContain("\u001b[");
    }
}
