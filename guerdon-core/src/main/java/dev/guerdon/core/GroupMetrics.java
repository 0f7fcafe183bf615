package dev.guerdon.core;

import dev.guerdon.api.Json;
import dev.guerdon.core.Metrics.Summary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Figures over groups of rollouts of the same task: pass@k, and the spread within groups.
 *
 * <p>A rollout passes with a reward of at least 0.990. pass@k is the unbiased estimate of the chance that at least one of k rollouts
 * passes, averaged over the groups that have k rollouts or more. At most 250,000 groups are kept, so that memory stays bounded;
 * rollouts of further groups are counted in {@code group/left_out}.
 */
final class GroupMetrics {

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

    void add(GroupMetrics other) {
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
