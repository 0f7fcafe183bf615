package dev.guerdon.lab.propose;

import dev.guerdon.agent.Models;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory;
import dev.guerdon.base.Names;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.improve.ImprovePlan;
import dev.guerdon.lab.rescore.StoredContext;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Proposer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the proposers that a plan names: Guerdon's own, and those of plugins. */
@Internal
public final class Proposers {

    private static final List<String> OWN = List.of("remedies", "reflect", "merge", "tune");
    private static final String MODEL = "model";

    private Proposers() {}

    /**
     * The proposers of a plan, in its order.
     *
     * @param rules the rules of diagnosis, which carry remedies
     */
    public static List<Proposer> of(Registry registry, List<DiagnosisRule> rules, ImprovePlan plan) {
        List<Proposer> made = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (ImprovePlan.Chosen chosen : plan.proposers()) {
            if (!names.add(chosen.name())) {
                throw new LabException("the proposer '" + chosen.name() + "' is named twice");
            }
            made.add(proposer(registry, rules, plan, chosen));
        }
        return made;
    }

    private static Proposer proposer(
            Registry registry, List<DiagnosisRule> rules, ImprovePlan plan, ImprovePlan.Chosen chosen) {
        if (!chosen.name().equals("reflect") && !chosen.options().isEmpty()) {
            throw new LabException("the proposer '" + chosen.name() + "' takes no options");
        }
        return switch (chosen.name()) {
            case "remedies" -> new RemediesProposer(rules, plan.remedies());
            case "merge" -> new MergeProposer();
            case "tune" -> new TuneProposer();
            case "reflect" -> new ReflectProposer(asking(registry, chosen.options()));
            default -> own(registry, chosen.name());
        };
    }

    private static Asking asking(Registry registry, Map<String, String> options) {
        options.keySet().stream()
                .filter(name -> !name.equals(MODEL))
                .findFirst()
                .ifPresent(name -> {
                    throw new LabException("the proposer 'reflect' has no option '" + name + "'; expected 'model'");
                });
        String spec = options.get(MODEL);
        if (spec == null) {
            throw new LabException(
                    "the proposer 'reflect' needs a model, as in 'proposers: [{reflect: {model: openai:MODEL}}]'");
        }
        // A name or key that is wrong is told before anything is run.
        Models.open(registry, spec, null, null).close();
        return new Asking(
                () -> Models.open(registry, spec, null, null),
                registry,
                new StoredContext("reflect", "reflect", Map.of(), "", Trajectory.empty()));
    }

    private static Proposer own(Registry registry, String name) {
        List<Proposer> known = registry.all(Proposer.class);
        return known.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow(() -> {
            List<String> all = new ArrayList<>(OWN);
            known.forEach(one -> all.add(one.name()));
            String hint = Names.didYouMean(name, all);
            return new LabException("there is no proposer '" + name + "'"
                    + (hint.isEmpty() ? "; there are: " + String.join(", ", all) : hint));
        });
    }
}
