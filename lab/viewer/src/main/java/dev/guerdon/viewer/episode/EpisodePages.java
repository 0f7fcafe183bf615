package dev.guerdon.viewer.episode;

import dev.guerdon.api.Internal;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.page.ViewerScreen;
import dev.guerdon.viewer.run.RunDiagnoses;
import java.util.List;

/** The pages on episodes, on what was found in runs, and on rewards, with their paths. */
@Internal
public final class EpisodePages {

    private EpisodePages() {}

    /**
     * Lists the pages that are served and bundled.
     *
     * @param registry has the rules that diagnose, and the rewards that can be tried
     * @param diagnoses those that the page of a diagnosis shows
     */
    public static List<ViewerScreen> pages(RunStore store, Registry registry, RunDiagnoses diagnoses) {
        OpenRuns runs = new OpenRuns(store);
        EpisodeScreen episode = new EpisodeScreen(runs, new RewardExplainer(runs, registry));
        SessionScreen session = new SessionScreen(runs);
        RewardScreen reward = new RewardScreen(registry);
        return List.of(
                new ViewerScreen("/runs/{run}/episode", episode::show),
                new ViewerScreen("/runs/{run}/step", episode::step),
                new ViewerScreen("/runs/{run}/text", episode::text),
                new ViewerScreen("/runs/{run}/artifact", episode::artifact),
                new ViewerScreen("/runs/{run}/chat", new ChatScreen(runs)::show),
                new ViewerScreen("/runs/{run}/diagnosis", new DiagnosisScreen(runs, diagnoses)::show),
                new ViewerScreen("/compare", new CompareScreen(runs)::show),
                new ViewerScreen("/traces", new TracesScreen(runs)::show),
                new ViewerScreen("/sessions", session::list),
                new ViewerScreen("/sessions/{session}", session::show),
                new ViewerScreen("/rewards", reward::list),
                new ViewerScreen("/rewards/{reward}", reward::show));
    }

    /** Lists the forms. */
    public static List<ViewerScreen> forms(Registry registry) {
        return List.of(new ViewerScreen("/rewards/{reward}/try", new PlaygroundTrial(registry)::take));
    }
}
