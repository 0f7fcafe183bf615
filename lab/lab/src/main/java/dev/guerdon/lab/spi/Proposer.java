package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import dev.guerdon.api.agent.Usage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Proposes changes to an agent, for {@code guerdon improve}; a {@link dev.guerdon.api.Plugin} adds it, and a plan names it.
 *
 * <p>A proposer sees training tasks alone. Whatever it proposes is checked against the plan, tried on few tasks, then on more, and kept
 * only where the test on tasks that no proposer sees says so. It keeps no state: what was tried before is in the {@link Scene}, and a
 * session that goes on after a crash reads what was proposed from its journal instead of asking again.
 */
@Extension.Kind("proposer")
@Experimental
public interface Proposer extends Extension {

    /** Returns the name in a plan. */
    @Override
    String name();

    /**
     * Proposes changes to the scene's parent, the most promising first. The first that was not tried yet is tried; of a race all are.
     *
     * @return nothing if it has nothing more to propose for this parent
     */
    Proposed propose(Scene scene);

    /** Returns whether asking costs something, so that it is asked for one parent in a turn and not for all of them. */
    default boolean costly() {
        return false;
    }

    /** Returns whether it proposes from episodes; if no proposer of a plan does, none is run for training. */
    default boolean readsEpisodes() {
        return true;
    }

    /**
     * Situation that a proposer sees.
     *
     * @param space what may be changed, with the parent's values
     * @param parent the parent's id among the candidates
     * @param diagnosis why the parent lost reward on training tasks
     * @param details what happened in those episodes
     * @param history what was tried so far, in order
     * @param pool the candidates with their rewards on the training tasks, the start first
     * @param seed makes a draw repeatable; another one each turn
     */
    record Scene(
            Patch.Space space,
            String parent,
            Diagnosis diagnosis,
            Details details,
            List<Attempt> history,
            List<Rival> pool,
            long seed) {
        public Scene {
            history = List.copyOf(history);
            pool = List.copyOf(pool);
        }
    }

    /** Reads what happened in an episode of the diagnosis. */
    @FunctionalInterface
    interface Details {

        /** No details. */
        Details NONE = episode -> Optional.empty();

        Optional<EpisodeDetail> of(Episode episode);
    }

    /**
     * Something that was tried.
     *
     * @param patch the change
     * @param proposer who proposed it
     * @param parent the candidate that it changed
     * @param gain the mean difference to the parent on the training tasks that were run; NaN if none was
     * @param kept whether it was kept
     * @param outcome what became of it, in a sentence that tells nothing of tasks beyond the training tasks
     */
    record Attempt(Patch patch, String proposer, String parent, double gain, boolean kept, String outcome) {}

    /**
     * A candidate that was run on all training tasks.
     *
     * @param id its name
     * @param values the value of each target
     * @param rewards its mean reward on each training task; a task without a score is missing
     * @param champion whether it is the champion
     */
    record Rival(String id, Map<String, String> values, Map<String, Double> rewards, boolean champion) {
        public Rival {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
            rewards = Collections.unmodifiableMap(new LinkedHashMap<>(rewards));
        }

        /** Returns the mean over the tasks that have a reward; NaN if none has. */
        public double mean() {
            return rewards.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(Double.NaN);
        }
    }

    /**
     * Answer of a proposer.
     *
     * @param patches the changes, the most promising first
     * @param race whether they are to be tried against each other: all on few tasks, the better half on more, until one is left
     * @param other a second parent, empty for none
     * @param usage what asking a model cost
     * @param refusal why there is nothing, where a model's answer was no use; empty otherwise
     */
    record Proposed(List<Patch> patches, boolean race, String other, Usage usage, String refusal) {

        /** Nothing to propose. */
        public static final Proposed NOTHING = of(List.of());

        public Proposed {
            patches = List.copyOf(patches);
        }

        /** Changes to be tried one after the other. */
        public static Proposed of(List<Patch> patches) {
            return new Proposed(patches, false, "", Usage.NONE, "");
        }

        /** Changes to be tried against each other. */
        public static Proposed race(List<Patch> patches) {
            return new Proposed(patches, true, "", Usage.NONE, "");
        }
    }
}
