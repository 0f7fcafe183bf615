package dev.guerdon.lab.session;

import dev.guerdon.agent.ModelFactory;
import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** Makes the proposers that a plan names: Guerdon's own, and those of plugins. */
@Internal
public final class ProposerCatalogue {

    private static final List<String> OWN = List.of("remedies", "reflect", "merge", "tune");
    private static final String MODEL = "model";
    private static final String MAX_TOKENS = "max_tokens";

    /** A change of the longest text and its reasons, with room for a model that thinks first. */
    private static final String MOST_TOKENS = "16000";

    private static final Set<String> PROVIDERS = Set.of("openai", "openai-compatible", "anthropic", "ollama");

    private ProposerCatalogue() {}

    /**
     * Returns the proposers of a plan, in its order.
     *
     * @param rules the rules of diagnosis, which carry remedies
     */
    public static List<Proposer> of(Registry registry, List<DiagnosisRule> rules, ImprovePlan plan) {
        List<Proposer> made = new ArrayList<>();
        if (!plan.base().candidates().isEmpty()) {
            made.add(new ListedProposer(plan.listed()));
        }
        Set<String> names = new LinkedHashSet<>();
        for (ImprovePlan.Chosen chosen : plan.proposers()) {
            if (!names.add(chosen.name())) {
                throw new LabException("the proposer '" + chosen.name() + "' is named twice");
            }
            made.add(proposer(registry, rules, plan, chosen));
        }
        return made;
    }

    /** Says why a patch is not to be tried: it gives these training tasks away. */
    public static BiFunction<Patch, Patch.Space, Optional<String>> guard(List<Task> training) {
        return LeakCheck.of(training);
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
            case "reflect" -> reflect(registry, chosen.options());
            default -> own(registry, chosen.name());
        };
    }

    private static ReflectProposer reflect(Registry registry, Map<String, String> options) {
        options.keySet().stream()
                .filter(name -> !name.equals(MODEL))
                .findFirst()
                .ifPresent(name -> {
                    throw new LabException("the proposer 'reflect' has no option '" + name + "'; expected 'model'");
                });
        String given = options.get(MODEL);
        if (given == null) {
            throw new LabException(
                    "the proposer 'reflect' needs a model, as in 'proposers: [{reflect: {model: openai:MODEL}}]'");
        }
        String spec = limited(given);
        // A name or key that is wrong is told before anything is run.
        ModelFactory.open(registry, spec, null, null).close();
        Context context = new Context.Detached(
                "reflect", "reflect", Map.of(), "", Trajectory.empty(), "is out of reach of a proposer");
        return new ReflectProposer((messages, turn) -> {
            try (Model model = ModelFactory.open(registry, spec, null, null);
                    ModelSession session = model.begin(new QuestionScope(context, turn))) {
                return session.reply(messages, List.of());
            }
        });
    }

    /** Returns a model that a provider serves never writes without an end, also where the plan does not say so. */
    static String limited(String spec) {
        boolean served = PROVIDERS.contains(spec.replaceFirst(":.*", ""));
        return served && !TargetValues.ModelOptions.in(spec).containsKey(MAX_TOKENS)
                ? TargetValues.ModelOptions.with(spec, Map.of(MAX_TOKENS, MOST_TOKENS))
                : spec;
    }

    private static Proposer own(Registry registry, String name) {
        List<Proposer> known = registry.all(Proposer.class);
        return known.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow(() -> {
            List<String> all = new ArrayList<>(OWN);
            known.forEach(one -> all.add(one.name()));
            String hint = NameRules.didYouMean(name, all);
            return new LabException("there is no proposer '" + name + "'"
                    + (hint.isEmpty() ? "; there are: " + String.join(", ", all) : hint));
        });
    }

    /**
     * The scope of one question that a model is asked outside of any rollout.
     *
     * @param context refuses resources
     */
    record QuestionScope(Context context, long seed) implements ModelScope {

        @Override
        public Task task() {
            return Task.of("reflect", "propose a change", Map.of());
        }

        @Override
        public Optional<Path> artifacts() {
            return Optional.empty();
        }
    }

    /** Proposes the changes that the plan lists, in its order. */
    record ListedProposer(List<Patch> patches) implements Proposer {

        ListedProposer {
            patches = List.copyOf(patches);
        }

        @Override
        public String name() {
            return "plan";
        }

        @Override
        public Proposed propose(Scene scene) {
            return Proposed.of(patches.stream().filter(scene.space()::changes).toList());
        }

        @Override
        public boolean readsEpisodes() {
            return false;
        }
    }

    /** Tries other values of a number against each other: half and twice what it is, and further; the cheapest first. */
    static final class TuneProposer implements Proposer {

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
}
