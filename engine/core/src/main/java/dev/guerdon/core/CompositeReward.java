package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.registry.RewardName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Rewards made of other rewards.
 *
 * <p>Each component's reward appears in the extras under its name, and its own extras under {@code name/key}. Where a component
 * cannot be scored, the whole cannot, for the same reason.
 */
@Experimental
public final class CompositeReward {

    private CompositeReward() {}

    /** Returns the sum of each component's reward times its weight. */
    public static RewardEntry weightedSum(String name, Map<RewardEntry, Double> weights) {
        Map<RewardEntry, Double> fixed = new LinkedHashMap<>(weights);
        return composite(name, List.copyOf(fixed.keySet()), parts -> {
            double sum = 0;
            for (Map.Entry<RewardEntry, Double> part : fixed.entrySet()) {
                sum += part.getValue() * parts.applyAsDouble(part.getKey());
            }
            return sum;
        });
    }

    /** Returns the last component's reward, unless an earlier one is 0: then 0, and what comes after it is not computed. */
    public static RewardEntry gate(String name, List<RewardEntry> components) {
        List<RewardEntry> fixed = List.copyOf(components);
        return composite(name, fixed, parts -> {
            double reward = 0;
            for (RewardEntry part : fixed) {
                reward = parts.applyAsDouble(part);
                if (reward == 0) {
                    return 0;
                }
            }
            return reward;
        });
    }

    /** Returns the largest of the components' rewards. */
    public static RewardEntry max(String name, List<RewardEntry> components) {
        List<RewardEntry> fixed = List.copyOf(components);
        return composite(name, fixed, parts -> {
            double largest = Double.NEGATIVE_INFINITY;
            for (RewardEntry part : fixed) {
                largest = Math.max(largest, parts.applyAsDouble(part));
            }
            return largest;
        });
    }

    /** Returns a reward kept within bounds. */
    public static RewardEntry clip(String name, RewardEntry component, double least, double most) {
        if (!(least <= most)) {
            throw new GuerdonException("clip '" + name + "' needs least <= most, found " + least + " and " + most);
        }
        return composite(name, List.of(component), parts -> Math.clamp(parts.applyAsDouble(component), least, most));
    }

    /** The name under which {@link Registry#reward(String)} makes a recipe out of its options. */
    static final String RECIPE = "recipe";

    private static final List<String> OF_A_RECIPE = List.of("name", "parts", "clip");
    private static final List<String> OF_A_PART = List.of("reward", "weight", "gate", "clip", "map");

    /**
     * Returns the name by which a catalogue has a recipe: a reward {@code recipe} with all of it as options, so that a stored name
     * of a reward stores the recipe.
     *
     * @param recipe {@code name}, {@code parts} and {@code clip}, as the page on recipes describes them
     */
    public static String nameOf(Map<String, ? extends @Nullable Object> recipe) {
        return new RewardName(RECIPE, new LinkedHashMap<>(recipe)).text();
    }

    /** Returns a weighted sum of parts, of which some are gates, and each and the whole may be clipped. */
    static RewardEntry recipe(Registry registry, RewardName written) {
        refuseOthers("a recipe", written.options(), OF_A_RECIPE);
        if (!(written.options().get("parts") instanceof List<?> list) || list.isEmpty()) {
            throw new GuerdonException("a recipe needs 'parts', a list of rewards with their weights");
        }
        List<RecipePart> parts = list.stream().map(part -> part(registry, part)).toList();
        List<String> labels = parts.stream().map(part -> part.reward.label()).toList();
        labels.stream()
                .filter(label -> labels.indexOf(label) != labels.lastIndexOf(label))
                .findFirst()
                .ifPresent(label -> {
                    throw new GuerdonException("a recipe has the reward '" + label + "' twice");
                });
        Bounds whole = Bounds.of(written.options().get("clip"));
        List<RewardEntry> rewards = parts.stream().map(part -> part.reward).toList();
        return composite(written.text(), rewards, values -> {
            double sum = 0;
            for (RecipePart part : parts) {
                double value = part.bounds.keep(values.applyAsDouble(part.reward));
                if (part.gate != null && !(part.gate > 0 ? value >= part.gate : value > 0)) {
                    return whole.keep(0);
                }
                sum += part.weight * value;
            }
            return whole.keep(sum);
        });
    }

    /** @param gate what the part must reach, 0 for anything above 0; null for a part that is no gate */
    private record RecipePart(
            RewardEntry reward, double weight, @Nullable Double gate, Bounds bounds) {}

    private static RecipePart part(Registry registry, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> part) || !(part.get("reward") instanceof String reward)) {
            throw new GuerdonException(
                    "a part of a recipe is an object with a 'reward', found " + JsonCodec.write(value));
        }
        refuseOthers("the part '" + reward + "' of a recipe", part, OF_A_PART);
        RewardEntry entry = registry.reward(reward);
        if (part.get("map") instanceof Map<?, ?> names) {
            Map<String, String> map = new LinkedHashMap<>();
            names.forEach((field, source) -> map.put(String.valueOf(field), String.valueOf(source)));
            entry = registry.mapped(List.of(entry), map).getFirst();
        } else if (part.get("map") != null) {
            throw new GuerdonException("the part '" + reward + "' of a recipe needs names of fields as its 'map'");
        }
        Object gate = part.get("gate");
        @Nullable
        Double reached = switch (gate) {
            case null -> null;
            case Boolean b -> b ? 0.0 : null;
            case Number n when n.doubleValue() > 0 -> n.doubleValue();
            default ->
                throw new GuerdonException("the part '" + reward + "' of a recipe needs true, false or a number above 0"
                        + " as its 'gate', found " + JsonCodec.write(gate));
        };
        return new RecipePart(entry, weight(reward, part.get("weight")), reached, Bounds.of(part.get("clip")));
    }

    private static double weight(String reward, @Nullable Object weight) {
        double number = weight == null ? 1 : weight instanceof Number n ? n.doubleValue() : Double.NaN;
        if (!Double.isFinite(number)) {
            throw new GuerdonException("the part '" + reward + "' of a recipe needs a number as its 'weight', found "
                    + JsonCodec.write(weight));
        }
        return number;
    }

    private static void refuseOthers(String what, Map<?, ?> members, List<String> known) {
        for (Object name : members.keySet()) {
            if (!known.contains(name)) {
                throw new GuerdonException(
                        what + " has no '" + name + "'" + NameRules.didYouMean(String.valueOf(name), known)
                                + "; it may have: " + String.join(", ", known));
            }
        }
    }

    /** The least and the most that a reward may be. */
    private record Bounds(double least, double most) {

        static Bounds of(@Nullable Object clip) {
            if (clip == null) {
                return new Bounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
            }
            if (clip instanceof List<?> two
                    && two.size() == 2
                    && two.getFirst() instanceof Number least
                    && two.getLast() instanceof Number most
                    && least.doubleValue() <= most.doubleValue()) {
                return new Bounds(least.doubleValue(), most.doubleValue());
            }
            throw new GuerdonException(
                    "'clip' of a recipe is the least and the most, such as [0, 1], found " + JsonCodec.write(clip));
        }

        double keep(double value) {
            return Math.clamp(value, least, most);
        }
    }

    @FunctionalInterface
    private interface Formula {
        /** @param parts gives the reward of a component; one that is not asked for is not computed */
        double compute(ToDoubleFunction<RewardEntry> parts);
    }

    private static RewardEntry composite(String name, List<RewardEntry> components, Formula formula) {
        if (components.isEmpty()) {
            throw new GuerdonException("the composite '" + name + "' needs at least one component");
        }
        List<RewardEntry> fixed = List.copyOf(components);
        boolean waits = fixed.stream().anyMatch(component -> component.work() == Work.WAIT);
        boolean foreign = fixed.stream().anyMatch(RewardEntry::isForeign);
        RewardFunction function = new RewardFunction() {
            @Override
            public Object score(Sample sample) {
                Map<String, @Nullable Object> extras = new LinkedHashMap<>();
                double reward = formula.compute(part -> reward(part, sample, extras));
                return new RewardResult(reward, extras);
            }

            @Override
            public Work work() {
                return waits ? Work.WAIT : Work.COMPUTE;
            }
        };
        return RewardEntry.of(name, function, foreign);
    }

    private static double reward(RewardEntry component, Sample sample, Map<String, @Nullable Object> extras) {
        return switch (Scorer.call(component, sample)) {
            case Score.Scored scored -> {
                extras.put(component.label(), scored.result().reward());
                scored.result().extras().forEach((key, value) -> extras.put(component.label() + "/" + key, value));
                yield scored.result().reward();
            }
            case Score.Unscored unscored -> throw new UnscoredException(unscored.reason(), unscored.message());
        };
    }
}
