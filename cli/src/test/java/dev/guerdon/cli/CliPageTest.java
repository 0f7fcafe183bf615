package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.terminal.BaseCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Holds the reference in {@code docs/cli.md} to what {@code --help} prints: both are made from the same descriptions. */
class CliPageTest {

    private static final String MARK =
            "<!-- From here on CliPageTest writes this page from the help of the commands. -->\n";

    private static final List<String> EVERYWHERE = List.of("--help", "--no-color", "--version");

    @Test
    void pageSaysWhatTheHelpSays() throws IOException {
        Path page = Checkout.REAL.resolve("docs/cli.md");
        String text = Files.readString(page);
        assertThat(text).contains(MARK);
        String expected = text.substring(0, text.indexOf(MARK) + MARK.length()) + reference();
        if (!text.equals(expected)) {
            Files.writeString(Files.createDirectories(Path.of("target")).resolve("cli.md"), expected);
        }
        assertThat(text)
                .as("docs/cli.md is out of date; the test has written cli/target/cli.md, copy it")
                .isEqualTo(expected);
    }

    private static String reference() {
        CommandLine root = CommandTable.whole();
        StringBuilder out = new StringBuilder("\nOptions of every command:\n\n");
        options(out, root.getCommandSpec(), true);
        out.append("\n| exit code | |\n|---|---|\n");
        root.getCommandSpec()
                .usageMessage()
                .exitCodeList()
                .forEach((code, meaning) -> out.append("| ")
                        .append(code.strip())
                        .append(" | ")
                        .append(meaning)
                        .append(" |\n"));
        root.getSubcommands().values().forEach(each -> section(out, each));
        return out.toString();
    }

    private static void section(StringBuilder out, CommandLine commandLine) {
        CommandSpec command = commandLine.getCommandSpec();
        String name = command.qualifiedName();
        out.append("\n### ").append(name).append("\n\n");
        for (String paragraph : command.usageMessage().description()) {
            out.append(cell(paragraph)).append("\n\n");
        }
        BaseCommand.examples(command)
                .forEach(example -> out.append("    ").append(example).append('\n'));
        StringBuilder table = new StringBuilder();
        for (PositionalParamSpec argument : command.positionalParameters()) {
            row(table, argument.paramLabel(), argument);
        }
        options(table, command, false);
        if (!table.isEmpty()) {
            out.append("\n| argument or option | |\n|---|---|\n").append(table);
        }
        // The options of each environment stand in its own page and in its help.
        if (!name.matches("guerdon env (play|serve)")) {
            commandLine.getSubcommands().values().forEach(each -> section(out, each));
        }
    }

    private static void options(StringBuilder out, CommandSpec command, boolean everywhere) {
        if (everywhere) {
            out.append("| option | |\n|---|---|\n");
        }
        command.options().stream()
                .filter(option -> EVERYWHERE.contains(option.longestName()) == everywhere)
                .sorted(Comparator.comparing(CliPageTest::name))
                .forEach(option -> row(
                        out,
                        String.join(", ", option.names()) + (option.arity().max() > 0 ? " " + option.paramLabel() : ""),
                        option));
    }

    private static String name(OptionSpec option) {
        return List.of(option.names()).stream()
                .filter(each -> each.startsWith("--"))
                .findFirst()
                .orElseThrow();
    }

    private static void row(StringBuilder out, String label, ArgSpec argument) {
        if (!argument.hidden()) {
            String text = String.join(" ", argument.description());
            if (argument.completionCandidates() != null) {
                StringBuilder candidates = new StringBuilder();
                argument.completionCandidates()
                        .forEach(each -> candidates
                                .append(candidates.isEmpty() ? "" : ", ")
                                .append(each));
                text = text.replace("${COMPLETION-CANDIDATES}", candidates);
            }
            out.append("| `").append(label).append("` | ").append(cell(text)).append(" |\n");
        }
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace(">", "&gt;");
    }
}
