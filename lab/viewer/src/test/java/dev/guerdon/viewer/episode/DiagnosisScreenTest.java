package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.run.RunDiagnoses;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiagnosisScreenTest {

    @TempDir
    Path folder;

    @Test
    void causesLeadToEpisodesAndTheirSteps() {
        RunStore store = new RunStore(folder);
        String run = TraceRuns.store(
                store,
                1,
                TraceRuns.episode("fine", 0, 1, "Rome", "Rome", List.of()),
                TraceRuns.episode(
                        "<i>wrong</i>",
                        0,
                        0,
                        "Paris",
                        "Rome",
                        List.of(TraceRuns.turn(0, "look()", "It is Rome."), TraceRuns.turn(1, "submit(Paris)", ""))),
                TraceRuns.episode("prose", 0, 0, "The answer is **Rome**!", "Rome", List.of()));
        DiagnosisScreen screen = new DiagnosisScreen(new OpenRuns(store), new RunDiagnoses(Registry.discover()));

        String html = TraceRuns.html(screen.show(new PageAddress(Map.of("run", run), Map.of()), TraceRuns.LINKS));

        assertThat(html)
                .contains("2.000 of reward in 2 episodes", "wrong answer", "wrong format")
                .contains("cause=wrong_answer", "&amp;step=1\">Step 1</a>", "Would score 1.000 as: ");
        assertThat(Markup.dangers(html)).isEmpty();
        assertThat(TraceRuns.html(screen.show(
                        new PageAddress(Map.of("run", run), Map.of("cause", List.of("wrong_format"))),
                        TraceRuns.LINKS)))
                .contains("prose")
                .doesNotContain("Paris");
    }

    @Test
    void aRunThatLostNothingSaysSo() {
        RunStore store = new RunStore(folder);
        String run = TraceRuns.store(store, 1, TraceRuns.episode("fine", 0, 1, "Rome", "Rome", List.of()));

        assertThat(TraceRuns.html(new DiagnosisScreen(new OpenRuns(store), new RunDiagnoses(Registry.discover()))
                        .show(new PageAddress(Map.of("run", run), Map.of()), TraceRuns.LINKS)))
                .contains("No episode of this run lost reward.");
    }
}
