package dev.guerdon.viewer.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageTemplates;
import dev.guerdon.viewer.page.ScreenAnswer;
import dev.guerdon.viewer.page.ServedLinks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of all runs: what changed and what may be said of it beside the reward, and nothing that nobody knows. */
class RunsScreenTest {

    @TempDir
    Path folder;

    private void run(String note, Usage usage, double... rewards) {
        RunInfo info = RunsForTests.info("suite");
        try (RunWriter writer =
                new RunStore(folder).create(new RunInfo("", note, info.setup(), info.progress(), info.origin()))) {
            for (int i = 0; i < rewards.length; i++) {
                writer.add(
                        new Episode(
                                "t" + i,
                                0,
                                1,
                                "",
                                "",
                                new Score.Scored(RewardResult.of(rewards[i])),
                                new Episode.Ending(FinishReason.TERMINAL, true, "x", ""),
                                new Episode.Effort(3, usage, RunsForTests.START, Duration.ofSeconds(1))),
                        RunsForTests.detail("t" + i));
            }
            writer.finish(RunInfo.Status.COMPLETE, null);
        }
    }

    private String page() {
        try (RunData data = new RunData(new RunStore(folder), Registry.discover(), false)) {
            ScreenAnswer answer = new RunsScreen(data, name -> true)
                    .show(new PageAddress(Map.of(), Map.of()), new ServedLinks("", "v", ""));
            return new PageTemplates().text((ScreenAnswer.Html) answer);
        }
    }

    @Test
    void whatChangedAndItsStandingAreBesideTheReward() {
        run("first try", Usage.NONE, 0, 0.436, 0.668);
        run("ask the service", Usage.NONE, 0, 0.558, 0.993);
        String page = page();
        assertThat(page.indexOf("ask the service</span>")).isPositive().isLessThan(page.indexOf("+0.149"));
        assertThat(page).contains("+0.149</span> <span class=\"soft small\">too few tasks");
        assertThat(page.indexOf("what changed")).isLessThan(page.indexOf(">reward<"));
        assertThat(page)
                .as("interval within the rewards")
                .contains("0.07 – 0.93")
                .doesNotContain("−0.");
    }

    @Test
    void labelsOfTheChartAreTheNotesWhereTheCommitIsTheSame() {
        run("first try", Usage.NONE, 0, 1);
        run("ask the service", Usage.NONE, 1, 1);
        assertThat(page()).contains("text-anchor=\"middle\">first try</text>").doesNotContain("middle\">abc</text>");
    }

    @Test
    void tokensAndCostAreLeftOutWhereNoModelWasAsked() {
        run("first try", Usage.NONE, 0, 1);
        assertThat(page()).doesNotContain(">tokens<", ">cost<", "$0");
        run("with a model", new Usage(1, 100, 10, 0.5, 0), 0, 1);
        assertThat(page()).contains(">tokens<", ">cost<").doesNotContain("$0<");
    }

    @Test
    void timeIsADashWhereNobodyKnowsTheEnd() {
        run("first try", Usage.NONE, 0, 1);
        assertThat(page()).doesNotContain(" d ", " h ");
    }
}
