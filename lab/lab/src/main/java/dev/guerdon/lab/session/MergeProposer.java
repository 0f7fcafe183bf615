package dev.guerdon.lab.session;

import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Combines the changes of two candidates that win on different tasks; those first that could gain most from each other. */
final class MergeProposer implements Proposer {

    private static final double SAME = 1e-9;

    private record Match(Rival other, Patch patch, double worth) {}

    @Override
    public String name() {
        return "merge";
    }

    @Override
    public Proposed propose(Scene scene) {
        Optional<Rival> parent = scene.pool().stream()
                .filter(rival -> rival.id().equals(scene.parent()))
                .findFirst();
        if (parent.isEmpty()) {
            return Proposed.NOTHING;
        }
        Map<String, String> start = scene.pool().getFirst().values();
        return scene.pool().stream()
                .filter(other -> !other.id().equals(scene.parent()))
                .map(other -> match(parent.get(), other, start))
                .filter(match -> match.worth > SAME && !match.patch.changes().isEmpty())
                .filter(match -> scene.pool().stream()
                        .noneMatch(rival -> rival.values().equals(scene.space().after(match.patch))))
                .filter(match -> scene.history().stream()
                        .noneMatch(tried -> tried.parent().equals(scene.parent())
                                && tried.patch().changes().equals(match.patch.changes())))
                .max(Comparator.comparingDouble(match -> match.worth))
                .map(match -> new Proposed(List.of(match.patch), false, match.other.id(), Usage.NONE, ""))
                .orElse(Proposed.NOTHING);
    }

    private static Match match(Rival parent, Rival other, Map<String, String> start) {
        double both = 0;
        double mine = 0;
        double theirs = 0;
        for (Map.Entry<String, Double> entry : parent.rewards().entrySet()) {
            Double reward = other.rewards().get(entry.getKey());
            if (reward != null) {
                both += Math.max(reward, entry.getValue());
                mine += entry.getValue();
                theirs += reward;
            }
        }
        Map<String, String> changes = new TreeMap<>();
        boolean yield = other.mean() > parent.mean();
        other.values().forEach((target, value) -> {
            boolean changedThere = !value.equals(start.get(target));
            boolean changedHere = !parent.values().getOrDefault(target, "").equals(start.get(target));
            if (changedThere && !value.equals(parent.values().get(target)) && (!changedHere || yield)) {
                changes.put(target, value);
            }
        });
        Patch patch = new Patch(
                "merge " + parent.id() + " and " + other.id(), "", "They win on different training tasks.", changes);
        // Who wins nowhere has nothing to give.
        double worth = Math.min(both - mine, both - theirs) > SAME ? both - Math.max(mine, theirs) : 0;
        return new Match(other, patch, worth);
    }
}
