package dev.guerdon.viewer;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.compare.CompareScreen;
import dev.guerdon.viewer.compare.Pairs;
import dev.guerdon.viewer.compare.TracesScreen;
import dev.guerdon.viewer.diagnosis.Diagnoses;
import dev.guerdon.viewer.diagnosis.DiagnosisScreen;
import dev.guerdon.viewer.episode.ArtifactScreen;
import dev.guerdon.viewer.episode.ChatScreen;
import dev.guerdon.viewer.episode.EpisodeScreen;
import dev.guerdon.viewer.episode.Reasons;
import dev.guerdon.viewer.episode.StepScreen;
import dev.guerdon.viewer.episode.TextScreen;
import dev.guerdon.viewer.page.Form;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.playground.RewardScreen;
import dev.guerdon.viewer.playground.RewardsScreen;
import dev.guerdon.viewer.playground.Trial;
import dev.guerdon.viewer.session.SessionScreen;
import dev.guerdon.viewer.session.SessionsScreen;
import dev.guerdon.viewer.trace.OpenRuns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The screens over what happened in episodes.
 *
 * @param screens the pages
 * @param forms what can be sent
 */
record Traces(List<Screen> screens, List<Form> forms) {

    /**
     * Those over the runs of a folder.
     *
     * @param registry the rules and rewards; null where nothing is diagnosed and no reward can be tried
     */
    static Traces over(RunStore store, @Nullable Registry registry) {
        OpenRuns runs = new OpenRuns(store);
        Reasons reasons = new Reasons(runs, registry);
        List<Screen> screens = new ArrayList<>(List.of(
                new EpisodeScreen(runs, reasons),
                new StepScreen(runs, reasons),
                new TextScreen(runs),
                new ChatScreen(runs),
                new ArtifactScreen(runs),
                new CompareScreen(new Pairs(runs)),
                new TracesScreen(runs),
                new SessionsScreen(runs),
                new SessionScreen(runs)));
        if (registry == null) {
            return new Traces(screens, List.of());
        }
        screens.add(new DiagnosisScreen(new Diagnoses(runs, registry)));
        screens.add(new RewardsScreen(registry));
        screens.add(new RewardScreen(registry));
        return new Traces(screens, List.of(new Trial(registry)));
    }
}
