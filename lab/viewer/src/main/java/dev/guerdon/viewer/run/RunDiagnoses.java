package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunDiagnoser;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.viewer.page.RecentEntries;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Diagnoses runs, each once as long as there is memory for it and it has no more episodes than then. */
@Internal
public final class RunDiagnoses {

    /** Number of episodes that are examined: a page should not wait for more. */
    public static final int MOST = 500;

    private static final int MOST_KEPT = 8;

    private record Kept(long episodes, SoftReference<Diagnosis> diagnosis) {}

    private final Registry registry;
    private final Map<String, Kept> kept = RecentEntries.atMost(MOST_KEPT);

    /**
     * @param registry has the rules, and the rewards that score other answers
     */
    public RunDiagnoses(Registry registry) {
        this.registry = registry;
    }

    /** Finds why the episodes of a run lost reward. One run is diagnosed at a time. */
    public synchronized Diagnosis of(Run run) {
        String name = run.info().name();
        long episodes = run.count(Run.Choice.ALL);
        Kept known = kept.get(name);
        Diagnosis before = known == null || known.episodes() != episodes
                ? null
                : known.diagnosis().get();
        if (before != null) {
            return before;
        }
        Diagnosis made = RunDiagnoser.of(registry, run, RunDiagnoser.rules(registry), MOST);
        kept.put(name, new Kept(episodes, new SoftReference<>(made)));
        return made;
    }

    /** Returns the last diagnosis of a run, or empty if nobody asked for one; never waits. */
    Optional<Diagnosis> known(String run) {
        return Optional.ofNullable(kept.get(run)).map(each -> each.diagnosis().get());
    }

    /** Makes the column {@code cause}: the main finding of the episodes that were examined, and missing for all others. */
    static FigureColumn column(EpisodeIndex index, @Nullable Diagnosis diagnosis) {
        @Nullable String[] causes = new String[index.size()];
        if (diagnosis != null) {
            index.rows(
                            diagnosis.episodes(),
                            each -> each.episode().task(),
                            each -> each.episode().repeat())
                    .forEach((each, row) -> causes[row] = each.main().kind());
        }
        return TextColumn.of("cause", Arrays.asList(causes));
    }
}
