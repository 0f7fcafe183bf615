package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.input.RangeCheck;
import dev.guerdon.cli.input.RangeCheck.AllowedRange;
import dev.guerdon.cli.terminal.ExitCode;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Every number that an option does not take is refused before the command does anything, in a sentence that says what it takes. */
class NumericOptionsTest {

    /** Options of which every finite number has a meaning. */
    private static final Set<String> ANY = Set.of("--seed", "--fallback", "--below");

    private static void eachNumber(CommandLine commandLine, BiConsumer<CommandSpec, OptionSpec> check) {
        CommandSpec command = commandLine.getCommandSpec();
        command.options().stream().filter(RangeCheck::isNumber).forEach(option -> check.accept(command, option));
        commandLine.getSubcommands().values().forEach(each -> eachNumber(each, check));
    }

    private static @Nullable AllowedRange range(OptionSpec option) {
        return option.userObject() instanceof Field field ? field.getAnnotation(AllowedRange.class) : null;
    }

    /** Values of the option that are wrong, whatever else the command is given. */
    private static List<String> wrong(OptionSpec option) {
        boolean fraction = Set.of(double.class, Double.class).contains(option.type());
        List<String> wrong = new ArrayList<>(List.of("abc", "", "1,5", "0x", "--1"));
        wrong.addAll(
                fraction ? List.of("NaN", "Infinity", "-Infinity") : List.of("1.5", "99999999999999999999", "1e3"));
        AllowedRange range = range(option);
        if (range != null || option.longestName().equals("--port")) {
            double from = range == null ? 0 : range.from();
            double to = range == null ? 65_535 : range.to();
            boolean open = range != null && range.open();
            List<Double> outside = new ArrayList<>(List.of(from - 1, from - 1e6));
            if (Double.isFinite(to)) {
                outside.addAll(List.of(to + 1, to + 1e6));
            }
            if (open) {
                outside.add(from);
                if (Double.isFinite(to)) {
                    outside.add(to);
                }
            }
            outside.forEach(value -> wrong.add(fraction ? value.toString() : Long.toString(value.longValue())));
        }
        return wrong;
    }

    @Test
    void everyNumberThatAnOptionDoesNotTakeIsRefusedInASentence() {
        List<String> checked = new ArrayList<>();
        eachNumber(CommandTable.whole(), (command, option) -> {
            for (String value : wrong(option)) {
                List<String> line =
                        new ArrayList<>(List.of(command.qualifiedName().split(" ", -1)));
                line.removeFirst();
                for (OptionSpec other :
                        command.options().stream().filter(OptionSpec::required).toList()) {
                    line.addAll(List.of(other.longestName(), "x"));
                }
                line.add(option.longestName() + "=" + value);
                for (PositionalParamSpec positional : command.positionalParameters()) {
                    if (positional.required()) {
                        line.add("x");
                    }
                }
                Result result = Cli.run(line.toArray(String[]::new));
                assertThat(result.exitCode()).as(line + result.err()).isEqualTo(ExitCode.REFUSED);
                assertThat(result.out()).as(line.toString()).isEmpty();
                assertThat(result.err().lines().findFirst().orElseThrow())
                        .as(line.toString())
                        .startsWith("guerdon: " + option.longestName() + " must be ")
                        .containsPattern("a (whole |finite )?number|at least|more than|at most")
                        .contains(", found ")
                        .doesNotContain("Exception");
                checked.add(command.name() + option.longestName());
            }
        });
        assertThat(checked).contains("run--limit", "run--parallel", "score--threads", "view--port", "webshop--port");
    }

    @Test
    void everyNumberSaysWhatItsRangeIs() {
        eachNumber(CommandTable.whole(), (command, option) -> {
            if (!ANY.contains(option.longestName()) && !command.qualifiedName().startsWith("guerdon env serve")) {
                assertThat(range(option))
                        .as(command.qualifiedName() + " " + option.longestName() + " needs @AllowedRange")
                        .isNotNull();
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "run starter, --limit, 0, 'guerdon: --limit must be at least 1, found 0'",
        "run starter, --parallel, 0, 'guerdon: --parallel must be at least 1, found 0'",
        "run starter, --budget-usd, 0, 'guerdon: --budget-usd must be more than 0, found 0.0'",
        "compare a b, --alpha, 1, 'guerdon: --alpha must be more than 0 and less than 1, found 1.0'",
        "view, --port, 65536, 'guerdon: --port must be at least 0 and at most 65535, found 65536'",
        "runs, --last, ten, 'guerdon: --last must be a whole number, at least 1 and at most 2147483647, found ''ten'''"
    })
    void sentenceNamesTheOptionTheRangeAndTheNumber(String command, String option, String value, String sentence) {
        List<String> line = new ArrayList<>(List.of(command.split(" ", -1)));
        line.addAll(List.of(option, value));
        assertThat(Cli.run(line.toArray(String[]::new)).err().lines()).first().isEqualTo(sentence);
    }
}
