package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report on the nine runs of examples/real-history, which were changed by hand: what it says, and what it must not say. */
class HistoryReportTest {

    private static final Path EXAMPLE = Checkout.REAL.resolve("examples/real-history");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (\\S+) (\\S+) (\\S+) \"(.*)\"$");
    private static final Pattern INTERVAL = Pattern.compile("(−?\\d\\.\\d{3}) to (−?\\d\\.\\d{3})");
    private static final String RUN_NAME = "run_\\d{8}_\\d{6}";

    @TempDir
    static Path folder;

    private static List<RunInfo> runs = List.of();
    private static String report = "";

    @BeforeAll
    static void importAsTheExampleDoes() throws IOException {
        Matcher call = IMPORT.matcher(Files.readString(EXAMPLE.resolve("report.sh")));
        while (call.find()) {
            Result imported = cli(
                    "import",
                    EXAMPLE.resolve("results").resolve(call.group(1)).toString(),
                    "--suite",
                    "assistantbench",
                    "--time",
                    call.group(2),
                    "--commit",
                    call.group(3),
                    "--note",
                    call.group(4),
                    "--domain",
                    EXAMPLE.resolve("domains.json").toString());
            assertThat(imported.exitCode()).as(imported.err()).isZero();
        }
        runs = new RunStore(folder.resolve("runs")).list();
        List<String> arguments = new ArrayList<>(List.of("report"));
        runs.forEach(run -> arguments.add(run.name()));
        Path out = folder.resolve("report.md");
        arguments.addAll(List.of("--out", out.toString()));
        Result written = cli(arguments.toArray(String[]::new));
        assertThat(written.exitCode()).as(written.err()).isZero();
        report = Files.readString(out);
    }

    private static Result cli(String... arguments) {
        return Cli.run(Stream.concat(
                        Arrays.stream(arguments),
                        Stream.of("--runs", folder.resolve("runs").toString()))
                .toArray(String[]::new));
    }

    /** The cells of the row of a table that begins with some words. */
    private static List<String> row(String first) {
        return report.lines()
                .filter(line -> line.startsWith("| " + first))
                .findFirst()
                .map(line -> Arrays.stream(line.split("\\|"))
                        .map(String::strip)
                        .skip(1)
                        .toList())
                .orElseThrow(() -> new AssertionError("no row begins with " + first));
    }

    private static String section(String heading) {
        int from = report.indexOf("## " + heading);
        int to = report.indexOf("\n## ", from + 1);
        return report.substring(from, to < 0 ? report.length() : to);
    }

    @Test
    void exampleIsTheReportOfItsCommands() throws IOException {
        assertThat(runs).hasSize(9);
        assertThat(Files.readString(EXAMPLE.resolve("report.md")).replaceAll(RUN_NAME, "run"))
                .isEqualTo(report.replaceAll(RUN_NAME, "run"));
        assertThat(EXAMPLE.resolve("README.md")).content().contains("filled in", "report.sh", "report.md");
    }

    @Test
    void runsKeepTheirTimeCommitNoteAndDomains() {
        assertThat(runs)
                .extracting(RunInfo::commit)
                .startsWith("d4b692e", "4c7640b")
                .endsWith("2881e2c");
        assertThat(runs.getFirst().started()).hasToString("2026-03-29T12:21:35Z");
        assertThat(runs).extracting(RunInfo::note).contains("Open-Meteo API direct");
        assertThat(cli("show", "latest", "--domain", "Weather/Extremes").out()).contains("assistantbench.validation.8");
    }

    @Test
    void nothingIsDecidedOnTwoCommonTasks() {
        assertThat(section("Summary"))
                .contains("**No decision possible", "2 common tasks are too few to decide anything")
                .doesNotContain("No difference");
    }

    @Test
    void noRunThatLostEverythingIsTheFix() {
        assertThat(report).doesNotContain("Fix: Run").contains("None is shown.", "too few tasks");
        assertThat(report.lines().filter(line -> line.startsWith("* Fix:")))
                .isNotEmpty()
                .noneMatch(line -> line.contains("bare answer format"));
    }

    @Test
    void eachChangeHasItsChanceOrTooFewTasks() {
        for (int number = 2; number <= 9; number++) {
            assertThat(row(number + " | run_")).contains("too few tasks");
        }
        assertThat(row("9 | run_").get(6)).isEqualTo("−0.186‡");
    }

    @Test
    void nothingIsSaidOfWhatWasNotRecorded() {
        assertThat(report)
                .doesNotContain("It gave no answer", "without an answer", "submitted nothing")
                .contains("What was said in it is not recorded.", "not recorded | ");
    }

    @Test
    void rewardOfTheEnvironmentHasItsColumn() {
        String appendix = section("Appendix");
        assertThat(appendix)
                .contains("| raw reward |")
                .contains(
                        "| assistantbench.validation.2 | Precipitation (LA Sept) | 0.993 | 0.000 | 6 | yes | terminal |");
    }

    @Test
    void eachTableOfTheAppendixHasAHeading() {
        String[] lines = section("Appendix").split("\n", -1);
        int tables = 0;
        for (int i = 2; i < lines.length; i++) {
            if (lines[i].startsWith("|--") || lines[i].startsWith("|-")) {
                tables++;
                assertThat(lines[i - 3]).as("before %s", lines[i - 1]).startsWith("### ");
            }
        }
        assertThat(tables).isEqualTo(11);
    }

    @Test
    void importedRunsAreNotToBeResumed() {
        assertThat(report)
                .doesNotContain("--resume")
                .contains("1 of 3 episodes of " + runs.getFirst().name());
        Result compared = cli("compare", runs.getFirst().name(), runs.get(1).name());
        assertThat(compared.out() + compared.err()).contains("no score").doesNotContain("--resume");
    }

    @Test
    void whatIsPerfectLostNothing() {
        assertThat(row("perfect")).endsWith("0", "1", "1", "–");
        assertThat(section("Appendix").substring(section("Appendix").indexOf("Episodes of run 9 that lost reward")))
                .doesNotContain("0.993");
        assertThat(cli("diagnose", "latest").out()).doesNotContain("assistantbench.validation.2");
    }

    @Test
    void metricsLeadFromTheFirstToTheBestToTheLast() {
        assertThat(report).contains("| figure | initial (run 1) | best (run 8) | final (run 9) | change |");
        assertThat(row("average reward").subList(1, 4)).containsExactly("0.000", "0.517", "0.301");
        assertThat(row("best window of 3 tasks").subList(1, 4)).containsExactly("0.000", "0.517", "0.542");
        assertThat(row("completed").subList(1, 4)).containsExactly("0", "2", "8");
        assertThat(row("zero").subList(1, 4)).containsExactly("2", "1", "6");
        assertThat(row("average steps").subList(1, 4)).containsExactly("11.3", "14.3", "17.6");
        assertThat(row("error rate").subList(1, 4)).containsExactly("33 %", "0 %", "0 %");
        assertThat(report).contains("completed: 80 %", "zero: 6, of 10 episodes");
    }

    @Test
    void intervalsOfRewardsLieBetweenZeroAndOneAndAreTheSameEverywhere() {
        Matcher interval = INTERVAL.matcher(section("Key metrics") + section("Reward over runs"));
        int found = 0;
        while (interval.find()) {
            found++;
            assertThat(Double.parseDouble(interval.group(1).replace('−', '-'))).isBetween(0.0, 1.0);
            assertThat(Double.parseDouble(interval.group(2).replace('−', '-'))).isBetween(0.0, 1.0);
        }
        assertThat(found).isEqualTo(12);
        RunStore store = new RunStore(folder.resolve("runs"));
        for (RunInfo run : runs) {
            assertThat(report).contains("| " + store.summary(run).interval().orElseThrow() + " | ");
        }
    }

    @Test
    void whatNobodyKnowsIsNotToldAsZero() {
        assertThat(runs).allSatisfy(run -> assertThat(run.ended()).isEmpty());
        assertThat(row("1 | run_20").size()).isPositive();
        assertThat(section("Appendix")).doesNotContain("$0").contains("| 3 | – | – | – | – | defaults |");
        assertThat(cli("show", "latest").out()).doesNotContain("took", "0 tokens");
    }

    @Test
    void listOfRunsLeavesOpenWhatCannotBeDecided() {
        String listed = cli("runs").out();
        assertThat(listed).contains("+0.368, too few tasks", "change +0.517, too few tasks");
        assertThat(listed.lines().filter(line -> line.contains("+0.517"))).allMatch(line -> line.contains("too few"));
    }
}
