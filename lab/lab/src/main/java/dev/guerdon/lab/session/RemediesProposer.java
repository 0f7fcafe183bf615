package dev.guerdon.lab.session;

import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Proposes what diagnosis rules and the plan have against each cause of loss, that first which may bring back most reward; needs no model.
 *
 * <p>Some causes hide others: an answer in the right format earns nothing as long as the page is cut. So it also proposes the first remedy of
 * each cause together, and in pairs.
 */
final class RemediesProposer implements Proposer {

    /** Share of the loss without a counterfactual score that is expected back. */
    private static final double UNEXPLAINED = 0.3;

    /** The same for a cause that is not the main one of an episode. */
    private static final double BESIDE = 0.1;

    /** A further remedy against the same cause is worth less than the first. */
    private static final double FURTHER = 0.6;

    /** So many single remedies come before all of them together. */
    private static final int SINGLES_FIRST = 3;

    private static final int MOST_PAIRED = 4;
    private static final int MOST_TOGETHER = 6;

    private record Ranked(Patch patch, double worth) {}

    private final List<DiagnosisRule> rules;
    private final List<Patch> own;

    /**
     * @param rules the rules with their remedies
     * @param own remedies of the plan, by their cause; those without a cause may always be tried
     */
    public RemediesProposer(List<DiagnosisRule> rules, List<Patch> own) {
        this.rules = List.copyOf(rules);
        this.own = List.copyOf(own);
    }

    @Override
    public String name() {
        return "remedies";
    }

    @Override
    public Proposed propose(Scene scene) {
        List<Ranked> firsts = new ArrayList<>();
        List<Ranked> singles = new ArrayList<>();
        worth(scene.diagnosis()).forEach((kind, expected) -> {
            List<Patch> remedies = remedies(kind, scene);
            double worth = expected;
            for (Patch patch : remedies) {
                singles.add(new Ranked(patch, worth));
                worth *= FURTHER;
            }
            if (!remedies.isEmpty()) {
                firsts.add(new Ranked(remedies.getFirst(), expected));
            }
        });
        Comparator<Ranked> byWorth = Comparator.comparingDouble(one -> -one.worth);
        singles.sort(byWorth);
        firsts.sort(byWorth);
        List<Patch> all = new ArrayList<>(singles.stream().map(Ranked::patch).toList());
        if (firsts.size() > 1) {
            all.add(Math.min(SINGLES_FIRST, all.size()), together(firsts));
            all.addAll(pairs(firsts));
        }
        own.stream()
                .filter(patch -> patch.cause().isEmpty() && scene.space().changes(patch))
                .forEach(all::add);
        return Proposed.of(all.stream().distinct().toList());
    }

    /** Returns how much reward is expected back if a cause is cured, by its kind. */
    private static Map<String, Double> worth(Diagnosis diagnosis) {
        Map<String, Double> worth = new LinkedHashMap<>();
        for (Diagnosis.Total total : diagnosis.totals()) {
            double unexplained = Math.max(0, total.lost() - total.recoverable());
            worth.merge(total.kind(), total.recoverable() + UNEXPLAINED * unexplained, Double::sum);
        }
        for (Diagnosis.Diagnosed one : diagnosis.episodes()) {
            for (Finding other : one.others()) {
                worth.merge(other.kind(), BESIDE * one.lost() * other.confidence(), Double::sum);
            }
        }
        return worth;
    }

    private List<Patch> remedies(String kind, Scene scene) {
        List<Finding> findings = new ArrayList<>();
        for (Diagnosis.Diagnosed one : scene.diagnosis().episodes()) {
            if (one.main().kind().equals(kind)) {
                findings.add(one.main());
            }
            one.others().stream().filter(other -> other.kind().equals(kind)).forEach(findings::add);
        }
        List<Patch> remedies = new ArrayList<>(
                own.stream().filter(patch -> patch.cause().equals(kind)).toList());
        rules.stream()
                .filter(rule -> rule.kind().equals(kind))
                .forEach(rule -> remedies.addAll(rule.remedies(scene.space(), findings)));
        return remedies.stream()
                .filter(scene.space()::changes)
                .map(patch -> new Patch(patch.title(), kind, patch.reason(), patch.changes()))
                .toList();
    }

    private static Patch together(List<Ranked> firsts) {
        List<Ranked> chosen = firsts.subList(0, Math.min(MOST_TOGETHER, firsts.size()));
        Patch all = chosen.getFirst().patch;
        for (Ranked next : chosen.subList(1, chosen.size())) {
            all = all.and(next.patch, "");
        }
        return new Patch(
                "the first remedy of " + chosen.size() + " causes",
                chosen.getFirst().patch.cause(),
                "Causes hide each other: "
                        + String.join(
                                ", ",
                                chosen.stream()
                                        .map(one -> DisplayFormat.words(one.patch.cause()))
                                        .toList())
                        + ".",
                all.changes());
    }

    private static List<Patch> pairs(List<Ranked> firsts) {
        List<Patch> pairs = new ArrayList<>();
        int most = Math.min(MOST_PAIRED, firsts.size());
        for (int i = 0; i < most; i++) {
            for (int j = i + 1; j < most; j++) {
                Patch one = firsts.get(i).patch;
                Patch other = firsts.get(j).patch;
                pairs.add(one.and(other, one.title() + "; " + other.title()));
            }
        }
        return pairs;
    }
}
