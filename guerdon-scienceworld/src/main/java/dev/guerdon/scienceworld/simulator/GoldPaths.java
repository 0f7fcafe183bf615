package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Solutions that the simulator finds by playing, kept for the next time.
 *
 * <p>Finding one takes from a tenth of a second to some ten seconds and a simulator of its own, because it builds the world anew.
 * They are found without asking for valid actions, so they are sure to work only with {@link Queries#NONE}.
 */
@Internal
public final class GoldPaths {

    private static final int MOST_KEPT = 256;

    private final Map<Key, List<String>> kept = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, List<String>> eldest) {
            return size() > MOST_KEPT;
        }
    };

    private record Key(String origin, Episode episode) {}

    /** The actions that solve an episode. */
    public List<String> of(Simulators simulators, Episode episode) {
        Key key = new Key(simulators.origin(), episode);
        synchronized (kept) {
            List<String> known = kept.get(key);
            if (known != null) {
                return known;
            }
        }
        List<String> found = find(simulators, episode);
        synchronized (kept) {
            kept.put(key, found);
        }
        return found;
    }

    private static List<String> find(Simulators simulators, Episode episode) {
        Simulator simulator = simulators.take();
        try {
            List<String> path = simulator.goldPath(episode.task(), episode.variation(), episode.labels());
            simulators.giveBack(simulator);
            return path;
        } catch (ScienceworldException e) {
            simulator.close();
            throw e;
        }
    }
}
