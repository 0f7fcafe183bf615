package dev.guerdon.viewer;

import dev.guerdon.viewer.page.PageAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The pages that a bundle needs: whatever one of its pages links to, once. */
final class PageQueue {

    /**
     * A page of a bundle.
     *
     * @param file its file, relative to the root of the bundle
     * @param screen the path of the screen that shows it
     * @param parts what the screen is asked for
     */
    record Page(String file, String screen, Map<String, String> parts) {

        /** Returns the address that the screen is asked for. */
        public PageAddress address() {
            Map<String, List<String>> query = new HashMap<>();
            parts.forEach((name, value) -> query.put(name, List.of(value)));
            return new PageAddress(parts, query);
        }
    }

    private final Deque<Page> open = new ArrayDeque<>();
    private final Set<String> known = new HashSet<>();
    private final Map<String, Set<String>> episodes = new HashMap<>();
    private final Predicate<String> runs;
    private final int most;
    private long leftOut;

    /**
     * @param runs which runs are in the bundle, by name
     * @param most how many episodes of a run have pages
     */
    PageQueue(Predicate<String> runs, int most) {
        this.runs = runs;
        this.most = most;
    }

    /** Returns whether a run is in the bundle; also for a link that names none. */
    boolean hasRun(@Nullable String run) {
        return run == null || runs.test(run);
    }

    /** Returns whether an episode has a page: the first that are linked to do. */
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
    void add(Page page) {
        if (known.add(page.file())) {
            open.add(page);
        }
    }

    /** Returns the next page to be written. */
    Optional<Page> next() {
        return Optional.ofNullable(open.poll());
    }

    /** Returns how many links to episodes lead nowhere, because a run has too many. */
    long leftOut() {
        return leftOut;
    }
}
