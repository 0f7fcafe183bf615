package dev.guerdon.viewer.episode;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.TaskReference;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opens runs and episodes for pages.
 *
 * <p>The episodes that were looked at last are kept as long as there is memory for them: a reader goes through the steps of one, and each
 * step is a request. An episode that was run again since is read again.
 */
final class OpenRuns {

    private static final int MOST_KEPT = 4;

    /**
     * An episode with what happened in it.
     *
     * @param run the name of its run
     */
    public record Opened(String run, Episode episode, EpisodeDetail detail) {

        /** Returns where one of its steps is, or the episode if the step is -1. */
        public String at(int step, PageLinks links) {
            return links.episode(run, episode.task(), episode.repeat(), step);
        }

        /** Returns where the whole of a text of a step is. */
        public String text(int step, String part, PageLinks links) {
            return links.text(run, episode.task(), episode.repeat(), step, part);
        }

        /** Returns where what was said is, from a message on. */
        public String chat(int from, PageLinks links) {
            return links.chat(run, episode.task(), episode.repeat(), from);
        }

        /** Returns where a file that it left is. */
        public String file(String name, PageLinks links) {
            return links.artifact(run, episode.task(), episode.repeat(), name);
        }

        /** Returns the task, and the repeat if it is not the first. */
        public String title() {
            return title(episode);
        }

        /** Returns the task of an episode, and the repeat if it is not the first. */
        public static String title(Episode episode) {
            return TextPassage.visible(episode.task())
                    + (episode.repeat() == 0 ? "" : ", repeat " + (episode.repeat() + 1));
        }
    }

    private record Kept(String run, Episode episode, SoftReference<EpisodeDetail> detail) {}

    private final RunStore store;
    private final List<Kept> kept = new ArrayList<>();

    public OpenRuns(RunStore store) {
        this.store = store;
    }

    /** Returns the folder of runs. */
    public RunStore store() {
        return store;
    }

    /** Does something with a run, and closes it. A run is one of the folder by its own name: an address must not open other folders. */
    public <T> T with(String name, Function<Run, T> use) {
        try (Run run = open(name)) {
            return use.apply(run);
        }
    }

    /** Returns a run, to be closed. */
    public Run open(String name) {
        if (name.isBlank() || name.contains("/") || name.contains("\\") || name.startsWith(".")) {
            throw PageProblem.notFound("there is no run '" + name + "' in this folder of runs");
        }
        return store.open(name);
    }

    /** Returns the episode that an address names. */
    public Opened episode(PageAddress address) {
        return episode(address.part("run"), address.text("task", ""), address.number("repeat", 0));
    }

    /**
     * Returns an episode.
     *
     * @throws PageProblem where the run has none of that task and repeat
     */
    public Opened episode(String run, String task, int repeat) {
        return with(
                run,
                open -> episode(open, task, repeat)
                        .orElseThrow(() ->
                                PageProblem.notFound("the run " + open.info().name()
                                        + " has no finished episode of task '" + task + "', repeat " + (repeat + 1))));
    }

    /** Returns an episode of a run that is open, if there is one. */
    public Optional<Opened> episode(Run run, String task, int repeat) {
        String name = run.info().name();
        return found(run, task, repeat).map(episode -> {
            EpisodeDetail known = known(name, episode);
            EpisodeDetail detail = known == null ? numbered(run.detail(episode)) : known;
            if (known == null) {
                keep(new Kept(name, episode, new SoftReference<>(detail)));
            }
            return new Opened(name, episode, detail);
        });
    }

    private static Optional<Episode> found(Run run, String task, int repeat) {
        Optional<Episode> direct = run.episode(task, repeat);
        if (direct.isPresent() || !TaskReference.isFingerprint(task)) {
            return direct;
        }
        try (Stream<Episode> all = run.scores()) {
            return all.filter(each -> each.repeat() == repeat
                            && TaskReference.of(each.task()).equals(task))
                    .findFirst()
                    .flatMap(each -> run.episode(each.task(), repeat));
        }
    }

    /** Returns the same with turns that are numbered by their place: others may have written the file, and steps are found by their numbers. */
    private static EpisodeDetail numbered(EpisodeDetail detail) {
        List<Turn> turns = new ArrayList<>(detail.turns());
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            if (turn.index() != i) {
                turns.set(
                        i,
                        Turn.builder()
                                .index(i)
                                .prompt(turn.prompt())
                                .reply(turn.reply())
                                .action(turn.action())
                                .observation(turn.observation())
                                .reward(turn.reward())
                                .error(turn.error())
                                .modelTime(turn.thinking())
                                .actionTime(turn.acting())
                                .usage(turn.usage())
                                .info(turn.info())
                                .build());
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
