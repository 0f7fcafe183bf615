package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

class HelpTest {

    /** A text in double quotes, or a word. */
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    /** Words that describe a thing and not what it does: a description should begin with a verb. */
    private static final Set<String> NO_VERBS =
            Set.of("the", "a", "an", "where", "what", "how", "only", "as", "no", "some", "which", "when", "this");

    @TempDir
    Path folder;

    static Stream<CommandSpec> commands() {
        List<CommandSpec> all = new ArrayList<>();
        collect(CommandTable.whole(), all);
        return all.stream();
    }

    private static void collect(CommandLine command, List<CommandSpec> all) {
        all.add(command.getCommandSpec());
        command.getSubcommands().values().forEach(below -> collect(below, all));
    }

    private static String[] arguments(String typed) {
        List<String> words = WORD.matcher(typed)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toList();
        assertThat(words.getFirst()).isEqualTo("guerdon");
        return words.subList(1, words.size()).toArray(String[]::new);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasTwoExamplesThatParse(CommandSpec command) {
        List<String> examples = BaseCommand.examples(command);
        assertThat(examples)
                .as(command.qualifiedName())
                .hasSizeGreaterThanOrEqualTo(2)
                .doesNotHaveDuplicates();
        assertThat(command.usageMessage().footerHeading()).isEqualTo(BaseCommand.EXAMPLES);
        for (String example : examples) {
            assertThat(example).startsWith(command.qualifiedName()).hasSizeLessThanOrEqualTo(96);
            String[] arguments = arguments(example);
            PrintWriter nowhere = new PrintWriter(new StringWriter());
            Main.commandLine(nowhere, nowhere, arguments).parseArgs(arguments);
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void descriptionsBeginWithAVerbAndEndWithAStop(CommandSpec command) {
        // What an environment is, its provider says; it is a noun there.
        if (!command.qualifiedName().matches("guerdon env (play|serve) .*")) {
            check(command.qualifiedName(), command.usageMessage().description()[0]);
        }
        Stream<ArgSpec> arguments = Stream.concat(command.options().stream(), command.positionalParameters().stream());
        arguments.filter(each -> !each.hidden()).forEach(each -> {
            String name = command.qualifiedName() + " " + each;
            assertThat(each.description()).as(name).isNotEmpty();
            check(name, String.join(" ", each.description()));
        });
    }

    private static void check(String name, String description) {
        assertThat(description).as(name).matches("\\p{Lu}.*\\.");
        String first = description.split("[ ,]", 2)[0].toLowerCase(java.util.Locale.ROOT);
        assertThat(NO_VERBS)
                .as("%s: '%s' does not begin with a verb", name, description)
                .doesNotContain(first);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpExplainsEveryCommand(CommandSpec command) {
        List<String> words = List.of(command.qualifiedName().split(" ", -1));
        List<String> typed = new ArrayList<>(List.of("help"));
        typed.addAll(words.subList(1, words.size()));
        Result result = Cli.run(typed.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.DONE);
        assertThat(result.out()).startsWith("Usage: " + command.qualifiedName()).contains("Examples:");
        List<String> option = new ArrayList<>(words.subList(1, words.size()));
        option.add("--help");
        assertThat(Cli.run(option.toArray(String[]::new)).out()).isEqualTo(result.out());
    }

    @Test
    void helpListsEveryCommandWhereverTheOptionStands() {
        String all = Cli.run("help").out();
        assertThat(all)
                .isEqualTo(Cli.run("--help").out())
                .isEqualTo(Cli.run("--help", "run").out());
        CommandTable.whole()
                .getSubcommands()
                .keySet()
                .forEach(name -> assertThat(all).containsPattern("(?m)^  " + name + " +\\p{Lu}"));
    }

    @Test
    void anUnknownCommandGetsTheNearestName() {
        Result result = Cli.run("help", "diagnos");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("unknown command 'diagnos'; did you mean 'diagnose'?");
        assertThat(Cli.run("help", "env", "plya").err()).contains("did you mean 'play'?");
        assertThat(Cli.run("help", "env", "play", "alfwrld").err()).contains("did you mean 'alfworld'?");
        assertThat(Cli.run("env", "play", "alfwrld").err()).contains("did you mean 'alfworld'?");
        assertThat(Cli.run("help", "xyzzy").err()).contains("'guerdon help' lists what there is");
        assertThat(Cli.run("help", "run", "starter").err()).contains("'guerdon run' has no commands of its own");
    }

    static boolean isInstalled(String program) {
        return Stream.of(String.valueOf(System.getenv("PATH")).split(java.io.File.pathSeparator, -1))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
    }
}
