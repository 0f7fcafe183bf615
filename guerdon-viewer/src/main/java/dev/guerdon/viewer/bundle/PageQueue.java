package dev.guerdon.viewer.bundle;

import dev.guerdon.api.Internal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The pages that a bundle needs: whatever one of its pages links to, once. */
@Internal
public final class PageQueue {

    private final Deque<BundlePage> open = new ArrayDeque<>();
    private final Set<String> known = new HashSet<>();
    private final Map<String, Set<String>> episodes = new HashMap<>();
    private final Predicate<String> runs;
    private final int most;
    private long leftOut;

    /**
     * @param runs which runs are in the bundle, by name
     * @param most how many episodes of a run have pages
     */
    public PageQueue(Predicate<String> runs, int most) {
        this.runs = runs;
        this.most = most;
    }

    boolean hasRun(String run) {
        return runs.test(run);
    }

    /** Whether an episode has a page: the first that are linked to do. */
    boolean hasEpisode(String run, String file) {
        Set<String> files = episodes.computeIfAbsent(run, name -> new HashSet<>());
        if (files.contains(file) || files.size() < most) {
            files.add(file);
            return true;
        }
        leftOut++;
        return false;
    }

    /** Adds a page, unless it was added before. */
    public void add(BundlePage page) {
        if (known.add(page.file())) {
            open.add(page);
        }
    }

    /** The next page to be written. */
    public Optional<BundlePage> next() {
        return Optional.ofNullable(open.poll());
    }

    /** How many links to episodes lead nowhere, because a run has too many. */
    public long leftOut() {
        return leftOut;
    }
}
