package dev.guerdon.lab.session;

import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Tries other values of a number against each other: half and twice what it is, and further; the cheapest first. */
final class TuneProposer implements Proposer {

    private static final double[] FACTORS = {0.25, 0.5, 2, 4};

    @Override
    public String name() {
        return "tune";
    }

    @Override
    public Proposed propose(Scene scene) {
        return scene.space().targets().values().stream()
                .filter(target -> target.domain().isNumber())
                .filter(target -> tried(target, scene, true) == 0)
                .min(Comparator.comparingLong(target -> tried(target, scene, false)))
                .map(target -> Proposed.race(arms(target, scene.space())))
                .orElse(Proposed.NOTHING);
    }

    private long tried(Patch.Target target, Scene scene, boolean here) {
        return scene.history().stream()
                .filter(one -> one.proposer().equals(name())
                        && one.patch().changes().containsKey(target.id())
                        && (!here || one.parent().equals(scene.parent())))
                .count();
    }

    private static List<Patch> arms(Patch.Target target, Patch.Space space) {
        double least = target.domain().least();
        double most = target.domain().most();
        Optional<Double> now = space.number(target).filter(value -> value != 0);
        Set<Double> values = new TreeSet<>();
        if (now.isPresent()) {
            for (double factor : FACTORS) {
                values.add(Math.clamp(now.get() * factor, least, most));
            }
        } else {
            values.addAll(List.of(least, least + (most - least) / 4, (least + most) / 2, most));
        }
        Set<String> written =
                new LinkedHashSet<>(values.stream().map(target::written).toList());
        written.remove(space.value(target.id()));
        return written.stream()
                .map(value -> Patch.of(
                        target.name() + " " + value,
                        "",
                        "It is " + (space.value(target.id()).isEmpty() ? "not set" : space.value(target.id()))
                                + " now.",
                        target.id(),
                        value))
                .toList();
    }
}
