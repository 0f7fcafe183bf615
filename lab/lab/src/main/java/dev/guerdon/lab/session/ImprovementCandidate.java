package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A candidate: a patch on top of a parent, and what became of it.
 *
 * <p>Mutable while the session goes on; not thread-safe.
 */
@Internal
public final class ImprovementCandidate {

    /** Stage that a candidate reached. */
    public enum Stage {
        /** It was refused, or could not be run. */
        REFUSED,
        /** It was no better on a few training tasks. */
        MINIBATCH,
        /** It was run on all training tasks, and was not put to the test. */
        TRAINED,
        /** It was put to the test on tasks that no proposer sees. */
        TESTED
    }

    /**
     * Result of the test.
     *
     * @param gain the mean difference to the champion
     * @param interval the 95 % interval of it
     * @param tasks on how many tasks or pairs
     * @param unit what these are: task or pair
     * @param level the chance of error that this test had
     * @param champion the id of the champion that it was compared with
     */
    public record Tested(double gain, Interval interval, int tasks, String unit, double level, String champion) {

        /** In words: {@code 24 tasks}. */
        public String compared() {
            return DisplayFormat.times(tasks, unit);
        }
    }

    private final String id;
    private List<String> parents;
    private final String proposer;
    private final Patch patch;
    private Map<String, String> values;
    private Map<String, Double> train = Map.of();
    private double gain = Double.NaN;
    private Stage stage = Stage.REFUSED;
    private Verdict verdict = Verdict.FAILED;
    private String reason = "";
    private Optional<Tested> tested = Optional.empty();

    ImprovementCandidate(String id, List<String> parents, String proposer, Patch patch, Map<String, String> values) {
        this.id = id;
        this.parents = List.copyOf(parents);
        this.proposer = proposer;
        this.patch = patch;
        this.values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** Makes it the next state: what stood when it was kept may have more changes than when it was proposed. */
    void standsOn(ImprovementCandidate champion) {
        Map<String, String> both = new TreeMap<>(champion.values);
        both.putAll(patch.changes());
        values = Collections.unmodifiableMap(both);
        parents = List.of(champion.id);
    }

    /** Its name: {@code c0} for the start. */
    public String id() {
        return id;
    }

    /** Returns the candidates that it was made of. */
    public List<String> parents() {
        return parents;
    }

    /** Returns who proposed it; empty for the start. */
    public String proposer() {
        return proposer;
    }

    /** Returns what it changes of its first parent. */
    public Patch patch() {
        return patch;
    }

    /** Returns the value of each target. */
    public Map<String, String> values() {
        return values;
    }

    /** Tells whether two candidates are the same state. */
    public String digest() {
        return Patch.Space.digest(values);
    }

    /** Its mean reward on each training task that it was run on. */
    public Map<String, Double> train() {
        return train;
    }

    /** Returns the mean difference to its first parent on the training tasks that it was run on; NaN if there are none. */
    public double gain() {
        return gain;
    }

    public Stage stage() {
        return stage;
    }

    public Verdict verdict() {
        return verdict;
    }

    /** Returns why, in a sentence. */
    public String reason() {
        return reason;
    }

    public Optional<Tested> tested() {
        return tested;
    }

    /** Returns the mean over its training tasks; NaN if it has none. */
    public double trainMean() {
        return train.values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
    }

    void learned(Map<String, Double> rewards) {
        train = Collections.unmodifiableMap(new LinkedHashMap<>(rewards));
    }

    void reached(Stage now, double gainSoFar) {
        stage = now;
        gain = gainSoFar;
    }

    void decided(Verdict what, String why) {
        verdict = what;
        reason = why;
    }

    void tested(Tested figures) {
        tested = Optional.of(figures);
    }

    /** Returns it as proposers see it: what a test said beyond kept or not stays with the session. */
    Proposer.Attempt attempt() {
        String told = stage == Stage.TESTED
                ? (verdict == Verdict.KEPT ? "kept" : "not kept: the test on other tasks was not sure")
                : reason;
        return new Proposer.Attempt(
                patch, proposer, parents.isEmpty() ? "" : parents.getFirst(), gain, verdict == Verdict.KEPT, told);
    }
}
