package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sums up the scores of a batch or stream in constant memory.
 *
 * <p>Gives {@code reward/mean|max|min|std}, {@code reward_extra/{key}/mean|max|min} for every extra that is a number or boolean
 * (the first 10,000 names), {@code reward/unscored} in all and per reason, and figures over groups of rollouts. Not safe for concurrent use: sum up parts
 * apart and {@link #add(Metrics)} them.
 */
@Experimental
public final class Metrics {

    /** How many extras have figures; a reward that invents a name for each sample would fill the memory. */
    private static final int MOST_EXTRAS = 10_000;

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
        if (summary == null && extras.size() < MOST_EXTRAS) {
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

    /** The mean reward so far, NaN before the first. */
    public double mean() {
        return rewards.mean();
    }

    /** The flat figures by name; figures of nothing are left out. */
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

    /** Whether a sample belonged to a group. */
    boolean isGrouped() {
        return !groups.isEmpty();
    }

    /** Adds a reward that was summed up before to its group alone. */
    void addToGroup(String groupId, double reward) {
        groups.add(groupId, reward);
    }

    /** The state as plain values, to continue later; without the groups, whose number has no bound that a file should follow. */
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

    /** The state with its groups: those of a batch of lines, which a worker sends. */
    Map<String, Object> saveWithGroups() {
        Map<String, Object> out = save();
        out.put("groups", groups.save());
        return out;
    }

    static Metrics restore(Json state) {
        Metrics metrics = new Metrics();
        state.find("groups").ifPresent(metrics.groups::restore);
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

        private long count;
        private double sum;
        private double lost; // what the sum's rounding lost (Neumaier), so that the mean does not depend on the order
        private double centre; // the running mean that the squares refer to
        private double squares; // sum of squared distances from the centre
        private double min = Double.POSITIVE_INFINITY;
        private double max = Double.NEGATIVE_INFINITY;

        void add(double value) {
            count++;
            addToSum(value);
            double before = value - centre;
            centre += before / count;
            squares += before * (value - centre);
            min = Math.min(min, value);
            max = Math.max(max, value);
        }

        void add(Summary other) {
            if (other.count == 0) {
                return;
            }
            long all = count + other.count;
            double apart = other.centre - centre;
            squares += other.squares + apart * apart * count * other.count / all;
            centre += apart * other.count / all;
            addToSum(other.sum);
            addToSum(other.lost);
            count = all;
            min = Math.min(min, other.min);
            max = Math.max(max, other.max);
        }

        private void addToSum(double value) {
            double next = sum + value;
            lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
            sum = next;
        }

        long count() {
            return count;
        }

        double mean() {
            return count == 0 ? Double.NaN : (sum + lost) / count;
        }

        double min() {
            return min;
        }

        double max() {
            return max;
        }

        /** The standard deviation of these numbers themselves (divided by n). */
        double std() {
            return count == 0 ? Double.NaN : Math.sqrt(squares / count);
        }

        List<Object> save() {
            return count == 0 ? List.of(0L) : List.of(count, sum, lost, centre, squares, min, max);
        }

        static Summary restore(Json state) {
            Summary summary = new Summary();
            List<Json> parts = state.asList();
            summary.count = parts.getFirst().asLong();
            if (summary.count > 0) {
                summary.sum = parts.get(1).asDouble();
                summary.lost = parts.get(2).asDouble();
                summary.centre = parts.get(3).asDouble();
                summary.squares = parts.get(4).asDouble();
                summary.min = parts.get(5).asDouble();
                summary.max = parts.get(6).asDouble();
            }
            return summary;
        }
    }

    /**
     * Figures over groups of rollouts of the same task: pass@k, and the spread within groups.
     *
     * <p>A rollout passes with a reward of at least 0.990. pass@k is the unbiased estimate of the chance that at least one of k rollouts
     * passes, averaged over the groups that have k rollouts or more. At most 250,000 groups are kept, so that memory stays bounded;
     * rollouts of further groups are counted in {@code group/left_out}.
     */
    static final class Groups {

        private static final int MOST_GROUPS = 250_000;

        private static final class Group {
            private final Summary rewards = new Summary();
            private long passes;
        }

        private final Map<String, Group> groups = new LinkedHashMap<>();
        private long leftOut;

        void add(String id, double reward) {
            Group group = groupOf(id);
            if (group == null) {
                leftOut++;
                return;
            }
            group.rewards.add(reward);
            if (reward >= PassAtK.PASS) {
                group.passes++;
            }
        }

        private @Nullable Group groupOf(String id) {
            Group group = groups.get(id);
            if (group == null && groups.size() < MOST_GROUPS) {
                group = new Group();
                groups.put(id, group);
            }
            return group;
        }

        void add(Groups other) {
            leftOut += other.leftOut;
            other.groups.forEach((id, theirs) -> {
                Group group = groupOf(id);
                if (group == null) {
                    leftOut += theirs.rewards.count();
                } else {
                    group.rewards.add(theirs.rewards);
                    group.passes += theirs.passes;
                }
            });
        }

        /** The groups as plain values: of each its summary, and how many passed. */
        Map<String, Object> save() {
            Map<String, Object> out = new LinkedHashMap<>();
            groups.forEach((id, group) -> out.put(id, List.of(group.rewards.save(), group.passes)));
            return out;
        }

        void restore(Json state) {
            state.asMap().forEach((id, saved) -> {
                List<Json> group = new Json(saved).asList();
                Group restored = new Group();
                restored.rewards.add(Summary.restore(group.getFirst()));
                restored.passes = group.getLast().asLong();
                groups.put(id, restored);
            });
        }

        boolean isEmpty() {
            return groups.isEmpty();
        }

        Map<String, Object> toMap() {
            Map<String, Object> out = new LinkedHashMap<>();
            if (groups.isEmpty()) {
                return out;
            }
            Summary means = new Summary();
            Summary deviations = new Summary();
            long largest = 0;
            for (Group group : groups.values()) {
                means.add(group.rewards.mean());
                deviations.add(group.rewards.std());
                largest = Math.max(largest, group.rewards.count());
            }
            out.put("group/count", (long) groups.size());
            out.put("group/mean", means.mean());
            out.put("group/std", deviations.mean());
            for (long k = 1; k <= largest; k *= 2) {
                out.put("group/pass@" + k, passAt(k));
            }
            if (leftOut > 0) {
                out.put("group/left_out", leftOut);
            }
            return out;
        }

        private double passAt(long k) {
            Summary chances = new Summary();
            for (Group group : groups.values()) {
                if (group.rewards.count() >= k) {
                    chances.add(PassAtK.of(group.rewards.count(), group.passes, k));
                }
            }
            return chances.mean();
        }
    }
}
