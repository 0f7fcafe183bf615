package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sums up the scores of a batch or stream in constant memory. The figures do not depend on the order of the scores, nor on how they were
 * cut into parts that were summed up apart and merged: they are the same to the last bit.
 *
 * <p>Gives {@code reward/mean|max|min|std}, {@code reward_extra/{key}/mean|max|min} for every extra that is a number or boolean,
 * {@code reward/unscored} in all and per reason, and figures over groups of rollouts. Only the first 10,000 names of extras have figures;
 * which these are depends on the order, where there are more. Not safe for concurrent use: sum up parts apart and {@link #add(Metrics)}
 * them.
 */
@Experimental
public final class Metrics {

    /** Number of extras that have figures; a reward that invents a name for each sample would fill the memory. */
    private static final int MAX_EXTRAS = 10_000;

    /** From this reward on, a rollout passes. */
    public static final double PASS = 0.990;

    private final Summary rewards = new Summary();
    private final Map<String, Summary> extras = new LinkedHashMap<>();
    private final Map<Score.Reason, Long> unscored = new EnumMap<>(Score.Reason.class);
    private final Groups groups = new Groups();

    /** Adds a score of a sample that belongs to no group. */
    public void add(Score score) {
        add(score, "");
    }

    /**
     * Adds a score.
     *
     * @param groupId the group of rollouts it belongs to, empty for none
     */
    public void add(Score score, String groupId) {
        switch (score) {
            case Score.Scored scored -> {
                RewardResult result = scored.result();
                rewards.add(result.reward());
                for (Map.Entry<String, @Nullable Object> extra : result.extras().entrySet()) {
                    addExtra(extra.getKey(), extra.getValue());
                }
                if (!groupId.isEmpty()) {
                    groups.add(groupId, result.reward());
                }
            }
            case Score.Unscored missing -> unscored.merge(missing.reason(), 1L, Long::sum);
        }
    }

    private void addExtra(String key, @Nullable Object value) {
        double number;
        if (value instanceof Double d) {
            number = d;
        } else if (value instanceof Number n) {
            number = n.doubleValue();
        } else if (value instanceof Boolean b) {
            number = b ? 1 : 0;
        } else {
            return;
        }
        if (Double.isFinite(number)) {
            Summary summary = summary(key);
            if (summary != null) {
                summary.add(number);
            }
        }
    }

    private @Nullable Summary summary(String key) {
        Summary summary = extras.get(key);
        if (summary == null && extras.size() < MAX_EXTRAS) {
            summary = new Summary();
            extras.put(key, summary);
        }
        return summary;
    }

    /** Adds what another part summed up. */
    public void add(Metrics other) {
        rewards.add(other.rewards);
        other.extras.forEach((key, summary) -> {
            Summary own = summary(key);
            if (own != null) {
                own.add(summary);
            }
        });
        other.unscored.forEach((reason, count) -> unscored.merge(reason, count, Long::sum));
        groups.add(other.groups);
    }

    public long scored() {
        return rewards.count();
    }

    public long unscored() {
        return unscored.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns how many could not be scored for this reason. */
    public long unscored(Score.Reason reason) {
        return unscored.getOrDefault(reason, 0L);
    }

    /** Returns the mean reward so far, NaN before the first. */
    public double mean() {
        return rewards.mean();
    }

    /** Returns the flat figures by name; figures of nothing are left out. */
    public Map<String, Object> toMap() {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("count", scored() + unscored());
        if (scored() > 0) {
            out.put("reward/mean", rewards.mean());
            out.put("reward/max", rewards.max());
            out.put("reward/min", rewards.min());
            out.put("reward/std", rewards.std());
        }
        out.put("reward/unscored", unscored());
        unscored.forEach((reason, count) -> out.put("reward/unscored/" + reason, count));
        new TreeMap<>(extras).forEach((key, summary) -> {
            out.put("reward_extra/" + key + "/mean", summary.mean());
            out.put("reward_extra/" + key + "/max", summary.max());
            out.put("reward_extra/" + key + "/min", summary.min());
        });
        out.putAll(groups.toMap());
        return out;
    }

    /**
     * Returns the chance that at least one of k rollouts of a task passes: the unbiased estimate 1 - C(n - c, k) / C(n, k), as a product that does not
     * overflow.
     *
     * @param n how many rollouts were made
     * @param c how many of them passed
     * @param k how many one would make, at most n
     */
    public static double passAt(long n, long c, long k) {
        if (n - c < k) {
            return 1;
        }
        double allFail = 1;
        for (long i = n - c + 1; i <= n; i++) {
            allFail *= 1.0 - (double) k / i;
        }
        return 1 - allFail;
    }

    /** Returns whether a sample belonged to a group. */
    boolean isGrouped() {
        return !groups.isEmpty();
    }

    /** Adds a reward that was summed up before to its group alone. */
    void addToGroup(String groupId, double reward) {
        groups.add(groupId, reward);
    }

    /** Returns the state as plain values, to continue later; without the groups, whose number has no bound that a file should follow. */
    Map<String, Object> save() {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("rewards", rewards.save());
        Map<String, Object> summaries = new LinkedHashMap<>();
        extras.forEach((key, summary) -> summaries.put(key, summary.save()));
        out.put("extras", summaries);
        Map<String, Object> counts = new LinkedHashMap<>();
        unscored.forEach((reason, count) -> counts.put(reason.name(), count));
        out.put("unscored", counts);
        return out;
    }

    /** Returns the state with its groups as plain values, for another process: what a worker sends of a batch, or a cluster of a piece. */
    public Map<String, Object> saveWithGroups() {
        Map<String, Object> out = save();
        groups.save(out);
        return out;
    }

    /**
     * Returns what was saved, as it was.
     *
     * @throws GuerdonException if it is not the state of metrics
     */
    public static Metrics restore(Json state) {
        try {
            return restored(state);
        } catch (IllegalArgumentException | NoSuchElementException e) {
            throw new GuerdonException("this is not the state of metrics: " + e.getMessage(), e);
        }
    }

    private static Metrics restored(Json state) {
        Metrics metrics = new Metrics();
        metrics.groups.restore(state);
        metrics.rewards.add(Summary.restore(state.get("rewards")));
        state.get("extras")
                .asMap()
                .forEach((key, summary) -> metrics.extras.put(key, Summary.restore(new Json(summary))));
        state.get("unscored")
                .asMap()
                .forEach((reason, count) ->
                        metrics.unscored.put(Score.Reason.valueOf(reason), new Json(count).asLong()));
        return metrics;
    }

    /** Count, mean, extremes and standard deviation of numbers, in one pass and mergeable. */
    static final class Summary {

        private NumberMoments moments = new NumberMoments();
        private double min = Double.POSITIVE_INFINITY;
        private double max = Double.NEGATIVE_INFINITY;

        void add(double value) {
            moments.add(value);
            min = Math.min(min, value);
            max = Math.max(max, value);
        }

        void add(Summary other) {
            moments.add(other.moments);
            min = Math.min(min, other.min);
            max = Math.max(max, other.max);
        }

        long count() {
            return moments.count();
        }

        double mean() {
            return moments.mean();
        }

        double min() {
            return min;
        }

        double max() {
            return max;
        }

        double std() {
            return moments.std();
        }

        List<Object> save() {
            List<Object> out = new ArrayList<>(moments.save());
            if (count() > 0) {
                out.add(min);
                out.add(max);
            }
            return out;
        }

        static Summary restore(Json state) {
            Summary summary = new Summary();
            List<Json> parts = state.asList();
            summary.moments = NumberMoments.restore(parts);
            if (summary.count() > 0) {
                summary.min = parts.get(parts.size() - 2).asDouble();
                summary.max = parts.getLast().asDouble();
            }
            return summary;
        }
    }

    /**
     * Figures over groups of rollouts of the same task: pass@k, and the spread within groups.
     *
     * <p>A rollout passes with a reward of at least 0.990. pass@k is the unbiased estimate of the chance that at least one of k rollouts
     * passes, averaged over the groups that have k rollouts or more. At most 250,000 groups are kept, so that memory stays bounded: those
     * whose ids come first in an order by hash, which is the same whatever order they were met in. A group that is dropped would never
     * come back, so those that are kept have all their rollouts. Those of the others are counted in {@code group/left_out}.
     */
    static final class Groups {

        private static final int MAX_GROUPS = 250_000;

        private static final class Group {
            private NumberMoments rewards = new NumberMoments();
            private long passes;
        }

        private final FairSample<Group> groups =
                new FairSample<>(MAX_GROUPS, Group::new, dropped -> leave(dropped.rewards.count()));
        private long leftOut;

        private void leave(long rollouts) {
            leftOut += rollouts;
        }

        void add(String id, double reward) {
            Group group = groups.of(id);
            if (group == null) {
                leave(1);
                return;
            }
            group.rewards.add(reward);
            if (reward >= PASS) {
                group.passes++;
            }
        }

        void add(Groups other) {
            other.groups.all().forEach((id, theirs) -> merge(id, theirs.rewards, theirs.passes));
            leave(other.leftOut);
        }

        private void merge(String id, NumberMoments rewards, long passes) {
            Group group = groups.of(id);
            if (group == null) {
                leave(rewards.count());
            } else {
                group.rewards.add(rewards);
                group.passes += passes;
            }
        }

        /** The groups as plain values: of each its summary, and how many passed. */
        void save(Map<String, Object> out) {
            Map<String, Object> saved = new LinkedHashMap<>();
            groups.all().forEach((id, group) -> {
                List<Object> values = new ArrayList<>(group.rewards.save());
                values.add(group.passes);
                saved.put(id, values);
            });
            out.put("groups", saved);
            out.put("left_out", leftOut);
        }

        void restore(Json state) {
            state.find("groups").map(Json::asMap).orElse(Map.of()).forEach((id, saved) -> {
                List<Json> values = new Json(saved).asList();
                merge(id, NumberMoments.restore(values), values.getLast().asLong());
            });
            leave(state.find("left_out").map(Json::asLong).orElse(0L));
        }

        boolean isEmpty() {
            return groups.isEmpty();
        }

        Map<String, Object> toMap() {
            Map<String, Object> out = new LinkedHashMap<>();
            if (groups.isEmpty()) {
                return out;
            }
            Collection<Group> kept = groups.all().values();
            NumberMoments means = new NumberMoments();
            NumberMoments deviations = new NumberMoments();
            long largest = 0;
            for (Group group : kept) {
                means.add(group.rewards.mean());
                deviations.add(group.rewards.std());
                largest = Math.max(largest, group.rewards.count());
            }
            out.put("group/count", (long) kept.size());
            out.put("group/mean", means.mean());
            out.put("group/std", deviations.mean());
            for (long k = 1; k <= largest; k *= 2) {
                out.put("group/pass@" + k, passAt(k, kept));
            }
            if (leftOut > 0) {
                out.put("group/left_out", leftOut);
            }
            return out;
        }

        private static double passAt(long k, Collection<Group> groups) {
            NumberMoments chances = new NumberMoments();
            for (Group group : groups) {
                if (group.rewards.count() >= k) {
                    chances.add(Metrics.passAt(group.rewards.count(), group.passes, k));
                }
            }
            return chances.mean();
        }
    }

    /**
     * Keeps something for each id, for so many ids at most: those that come first by a hash, whatever order they are met in.
     *
     * <p>An id is dropped only where as many others come before it. It would never come back, so what is kept of an id is all of it, in
     * parts that are merged, too. Not safe for concurrent use.
     */
    static final class FairSample<V> {

        private static final Comparator<String> ORDER =
                Comparator.<String>comparingInt(FairSample::hash).thenComparing(Comparator.naturalOrder());

        private final int most;
        private final Supplier<V> maker;
        private final Consumer<V> dropped;
        private final Map<String, V> kept = new HashMap<>();
        private final TreeSet<String> inOrder = new TreeSet<>(ORDER); // filled once there are as many as may be

        /**
         * @param most how many ids are kept
         * @param maker makes what a new id begins with
         * @param dropped gets what was kept of an id before it was dropped
         */
        FairSample(int most, Supplier<V> maker, Consumer<V> dropped) {
            this.most = most;
            this.maker = maker;
            this.dropped = dropped;
        }

        /** Ids are often numbered, and so are their hashes: mixed, those that are kept are a fair sample. */
        private static int hash(String id) {
            int hash = id.hashCode() * 0x9E3779B9;
            hash = (hash ^ (hash >>> 15)) * 0x85EBCA6B;
            return hash ^ (hash >>> 13);
        }

        /** Returns what is kept of an id; null if it does not belong to those that are kept. */
        @Nullable
        V of(String id) {
            V value = kept.get(id);
            if (value != null) {
                return value;
            }
            if (kept.size() == most) {
                if (inOrder.isEmpty()) {
                    inOrder.addAll(kept.keySet());
                }
                if (ORDER.compare(id, inOrder.last()) > 0) {
                    return null;
                }
                dropped.accept(Objects.requireNonNull(kept.remove(inOrder.pollLast())));
                inOrder.add(id);
            }
            V made = maker.get();
            kept.put(id, made);
            return made;
        }

        /** Returns what is kept. */
        Map<String, V> all() {
            return kept;
        }

        boolean isEmpty() {
            return kept.isEmpty();
        }
    }
}
