package dev.guerdon.viewer.trace;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.viewer.page.Problem;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens runs and episodes for pages.
 *
 * <p>The episodes that were looked at last are kept as long as there is memory for them: a reader goes through the steps of one, and each
 * step is a request. An episode that was run again since is read again.
 */
@Internal
public final class OpenRuns {

    private static final int MOST_KEPT = 4;

    /**
     * An episode with what happened in it.
     *
     * @param run the name of its run
     */
    public record Opened(String run, Episode episode, EpisodeDetail detail) {}

    private record Kept(String run, Episode episode, SoftReference<EpisodeDetail> detail) {}

    private final RunStore store;
    private final List<Kept> kept = new ArrayList<>();

    public OpenRuns(RunStore store) {
        this.store = store;
    }

    /** The folder of runs. */
    public RunStore store() {
        return store;
    }

    /** Does something with a run, and closes it. A run is one of the folder by its own name: an address must not open other folders. */
    public <T> T with(String name, Function<Run, T> use) {
        try (Run run = open(name)) {
            return use.apply(run);
        }
    }

    /** A run, to be closed. */
    public Run open(String name) {
        if (name.isBlank() || name.contains("/") || name.contains("\\") || name.startsWith(".")) {
            throw Problem.notFound("there is no run '" + name + "' in this folder of runs");
        }
        return store.open(name);
    }

    /**
     * An episode.
     *
     * @throws Problem where the run has none of that task and repeat
     */
    public Opened episode(String run, String task, int repeat) {
        return with(
                run,
                open -> episode(open, task, repeat)
                        .orElseThrow(
                                () -> Problem.notFound("the run " + open.info().name()
                                        + " has no finished episode of task '" + task + "', repeat " + (repeat + 1))));
    }

    /** An episode of a run that is open, where there is one. */
    public Optional<Opened> episode(Run run, String task, int repeat) {
        String name = run.info().name();
        return run.episode(task, repeat).map(episode -> {
            EpisodeDetail known = known(name, episode);
            EpisodeDetail detail = known == null ? numbered(run.detail(episode)) : known;
            if (known == null) {
                keep(new Kept(name, episode, new SoftReference<>(detail)));
            }
            return new Opened(name, episode, detail);
        });
    }

    /** The same with turns that are numbered by their place: others may have written the file, and steps are found by their numbers. */
    private static EpisodeDetail numbered(EpisodeDetail detail) {
        List<Turn> turns = new ArrayList<>(detail.turns());
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            if (turn.index() != i) {
                turns.set(
                        i,
                        new Turn(
                                i,
                                turn.prompt(),
                                turn.reply(),
                                turn.action(),
                                turn.observation(),
                                turn.reward(),
                                turn.error(),
                                turn.thinking(),
                                turn.acting(),
                                turn.usage(),
                                turn.info()));
            }
        }
        return new EpisodeDetail(detail.task(), detail.trajectory(), turns, detail.artifacts());
    }

    private synchronized @Nullable EpisodeDetail known(String run, Episode episode) {
        for (Kept one : kept) {
            if (one.run().equals(run) && one.episode().equals(episode)) {
                return one.detail().get();
            }
        }
        return null;
    }

    private synchronized void keep(Kept one) {
        kept.removeIf(other -> other.detail().get() == null
                || (other.run().equals(one.run())
                        && other.episode().key().equals(one.episode().key())));
        kept.add(one);
        while (kept.size() > MOST_KEPT) {
            kept.removeFirst();
        }
    }
}
