package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a report says first, what it calls a fix, and where its links lead. */
class ReportVerdictTest {

    /** A run of 40 tasks, of which the first some are solved. */
    private static MemoryRun solved(String name, int tasks) {
        MemoryRun run = new MemoryRun(name);
        IntStream.range(0, 40).forEach(i -> run.rewarded("task-" + i, i < tasks ? 1 : 0));
        return run;
    }

    private static String markdown(Run... runs) {
        return RunReport.of(MemoryRun.REGISTRY, List.of(runs)).markdown();
    }

    private static String summary(Run... runs) {
        String text = markdown(runs);
        return text.substring(text.indexOf("## Summary"), text.indexOf("## Key metrics"));
    }

    @Test
    void aClearGainIsTheFirstThingSaid() {
        assertThat(summary(solved("run_1", 10), solved("run_2", 20)))
                .containsPattern(
                        "## Summary\n\n\\*\\*Better: \\+0\\.250, 95 % interval 0\\.\\d{3} to 0\\.\\d{3}, 40 tasks\\*\\*");
    }

    @Test
    void aClearLossIsSaidAsClearly() {
        assertThat(summary(solved("run_1", 20), solved("run_2", 10))).contains("**Worse: −0.250, 95 % interval −0.");
    }

    @Test
    void whatCanBeChanceIsNoDecision() {
        assertThat(summary(solved("run_1", 10), solved("run_2", 12)))
                .contains("**No decision possible: +0.050", "too few to tell a difference from chance")
                .doesNotContain("**Better");
        assertThat(summary(solved("run_1", 10), solved("run_2", 10))).contains("**No difference: 0.000");
    }

    @Test
    void oneRunDecidesNothing() {
        assertThat(summary(solved("run_1", 10)))
                .contains("**Average reward 0.250, 95 % interval", "Nothing can be decided until there is another");
    }

    @Test
    void missingScoresThatCouldTurnItLeaveItOpen() {
        MemoryRun base = new MemoryRun("run_1");
        MemoryRun candidate = new MemoryRun("run_2");
        IntStream.range(0, 10).forEach(i -> {
            base.rewarded("task-" + i, 0);
            candidate.rewarded("task-" + i, 1);
        });
        IntStream.range(10, 40).forEach(i -> {
            base.rewarded("task-" + i, 1);
            candidate.unscored("task-" + i, "lost");
        });
        assertThat(summary(base, candidate))
                .contains("**No decision possible: +1.000", "30 pairs could not be compared", "Run them again")
                .doesNotContain("**Better", "rose from", "since run 1");
    }

    @Test
    void suitesAndRewardsThatDifferAreNotCompared() {
        assertThat(summary(
                        solved("run_1", 10),
                        solved("run_2", 30).setup("other", "web-research", "policy:web-researcher", "r")))
                .contains("**No decision possible**", "different suites, offline-web and other")
                .doesNotContain("since run 1", "rose from");
        assertThat(summary(
                        solved("run_1", 10),
                        solved("run_2", 30).setup("offline-web", "web-research", "policy:web-researcher", "r")))
                .contains("**No decision possible**", "different rewards, assistantbench_reward and r")
                .doesNotContain("since run 1", "rose from");
    }

    @Test
    void eachModelIsCalledByItsOwnName() {
        Run one = solved("run_1", 10).model("openai-compatible:http://127.0.0.1/v1#first");
        Run other = solved("run_2", 30).model("openai-compatible:http://127.0.0.1/v1#second");
        String text = markdown(one, other);
        assertThat(text.lines().skip(2).findFirst().orElseThrow()).contains("/v1\\#first", "/v1\\#second");
        assertThat(summary(one, other))
                .contains("run 1 with openai-compatible:http://127.0.0.1/v1\\#first has 0.250")
                .contains("run 2 with openai-compatible:http://127.0.0.1/v1\\#second has 0.750")
                .contains("this compares the models")
                .doesNotContain("rose from");
        assertThat(text).contains("agent and model").contains("+0.500†");
    }

    @Test
    void longNamesOfModelsKeepWhatTellsThemApart() {
        String address = "openai-compatible:http://127.0.0.1/" + "long/".repeat(30) + "v1#";
        assertThat(markdown(
                        solved("run_1", 10).model(address + "first"),
                        solved("run_2", 30).model(address + "second")))
                .contains("\\#first", "\\#second");
    }

    private static MemoryRun wordy(String name) {
        return new MemoryRun(name)
                .answered("price", "How much?", "1234.5", "The price is $1,234.50 per month")
                .answered("people", "How many?", "81234", "There are 81,234 people in the town.");
    }

    private static MemoryRun bare(String name) {
        return new MemoryRun(name)
                .answered("price", "How much?", "1234.5", "1234.5")
                .answered("people", "How many?", "81234", "81234");
    }

    @Test
    void anotherModelIsNoFix() {
        String text = markdown(wordy("run_1"), bare("run_2").model("openai:other"));
        assertThat(text)
                .contains("but it ran another model, openai:other. That is no fix of the agent.")
                .contains("Fix: Not tried yet.")
                .doesNotContain("Fix: Run 2");
    }

    @Test
    void whatWasTriedIsNotCalledUntried() {
        List<Run> runs = List.of(
                wordy("run_1"),
                wordy("run_2").note("ask politely"),
                wordy("run_3").note("ask twice"));
        List<Decision> decisions = List.of(
                new Decision("start", "run_1", "", Verdict.START, "", List.of()),
                new Decision("ask politely", "run_2", "run_1", Verdict.ROLLED_BACK, "No gain.", List.of()),
                new Decision("ask twice", "run_3", "run_1", Verdict.ROLLED_BACK, "No gain.", List.of()));
        assertThat(RunReport.of(MemoryRun.REGISTRY, runs, decisions).markdown())
                .contains(
                        "Tried without success so far: run 2 (“ask politely”, rolled back), run 3 (“ask twice”, rolled back).")
                .doesNotContain("Not tried yet");
    }

    @Test
    void whatWasTriedBeforeTheLossWasLargestWasTried() {
        Run worse =
                wordy("run_2").note("ask twice").answered("rain", "How often?", "150", "It rained on 150 days there.");
        Run first = wordy("run_1").answered("rain", "How often?", "150", "150");
        assertThat(markdown(first, worse))
                .contains("In run 2, 3 episodes lost", "Tried without success so far: run 2 (“ask twice”)")
                .doesNotContain("Not tried yet");
    }

    @Test
    void aLossThatCameBackIsTold() {
        assertThat(markdown(
                        wordy("run_1"),
                        bare("run_2").note("bare"),
                        wordy("run_3").note("chatty")))
                .contains(
                        "This loss fell most with run 2 (“bare”), which may be chance: too few tasks.",
                        "In the final state it is 2.000 again.");
    }

    @Test
    void aChangeThatHelpedAndWasRolledBackIsTold() {
        List<Decision> decisions = List.of(
                new Decision("start", "run_1", "", Verdict.START, "", List.of()),
                new Decision("bare", "run_2", "run_1", Verdict.ROLLED_BACK, "Too dear.", List.of()));
        assertThat(RunReport.of(MemoryRun.REGISTRY, List.of(wordy("run_1"), bare("run_2")), decisions)
                        .markdown())
                .contains("Run 2 loses less this way, 0.000, but was rolled back.");
    }

    @Test
    void everyLinkLeadsToOnePlace() {
        RunReport report = RunReport.of(MemoryRun.REGISTRY, ReportSamples.series(), ReportSamples.decisions());
        String markdown = report.markdown();
        assertThat(found(markdown, "<a id=\"([^\"]*)\">"))
                .doesNotHaveDuplicates()
                .containsAll(found(markdown, "\\]\\(#([^)]*)\\)"));
        assertThat(found(markdown, "\\]\\(#([^)]*)\\)"))
                .anyMatch(link -> link.matches("case-\\d+"))
                .anyMatch(link -> link.matches("case-\\d+-step-\\d+"));
    }

    private static List<String> found(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }

    @Test
    void aLinkedStepShowsWhatWasDoneThere() {
        Run run = new MemoryRun("run_1")
                .answered(
                        "rain",
                        "Rainy days?",
                        "150",
                        "I could not find it.",
                        MemoryRun.turn(0, "open_page", Map.of()),
                        MemoryRun.turn(1, "goto('<b>here</b>')", Map.of("tool_error", "no such page")));
        assertThat(RunReport.of(MemoryRun.REGISTRY, List.of(run)).markdown())
                .contains("goto('&lt;b>here&lt;/b>')")
                .doesNotContain("<b>here");
    }

    @Test
    void theLabBookHasEveryEpisodeOfEachRun() {
        Turn paid = Turn.builder()
                .action("go")
                .reward(0.25)
                .modelTime(java.time.Duration.ZERO)
                .actionTime(java.time.Duration.ZERO)
                .usage(dev.guerdon.api.agent.Usage.NONE)
                .build();
        String text = markdown(
                new MemoryRun("run_1").answered("a", "?", "1", "1", paid, paid).unscored("b", "lost"),
                new MemoryRun("run_2").rewarded("a", 0.5));
        assertThat(text)
                .contains("| task | domain | reward | raw reward | steps | completed | ended |")
                .contains("| a | – | 1.000 | 0.500 | 2 | yes | terminal |")
                .contains("| b | – | unscored | 0.000 | 1 | yes | terminal |")
                .contains("| a | – | 0.500 | – | 1 | yes | terminal |");
    }
}
