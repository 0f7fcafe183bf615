package dev.guerdon.viewer.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.trace.Markup;
import dev.guerdon.viewer.trace.OpenRuns;
import dev.guerdon.viewer.trace.TraceRuns;
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
        DiagnosisScreen screen = new DiagnosisScreen(new Diagnoses(new OpenRuns(store), Registry.discover()));

        String html = TraceRuns.html(screen.show(new Address(Map.of("run", run), Map.of()), TraceRuns.LINKS));

        assertThat(html)
                .contains("2.000 of reward in 2 episodes", "wrong answer", "wrong format")
                .contains("cause=wrong_answer", "&amp;step=1\">Step 1</a>", "Would score 1.000 as: ");
        assertThat(Markup.dangers(html)).isEmpty();
        assertThat(TraceRuns.html(screen.show(
                        new Address(Map.of("run", run), Map.of("cause", List.of("wrong_format"))), TraceRuns.LINKS)))
                .contains("prose")
                .doesNotContain("Paris");
    }

    @Test
    void aRunThatLostNothingSaysSo() {
        RunStore store = new RunStore(folder);
        String run = TraceRuns.store(store, 1, TraceRuns.episode("fine", 0, 1, "Rome", "Rome", List.of()));

        assertThat(TraceRuns.html(new DiagnosisScreen(new Diagnoses(new OpenRuns(store), Registry.discover()))
                        .show(new Address(Map.of("run", run), Map.of()), TraceRuns.LINKS)))
                .contains("No episode of this run lost reward.");
    }
}
