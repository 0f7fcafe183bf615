package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rewards made of other rewards.
 *
 * <p>Each component's reward appears in the extras under its name, and its own extras under {@code name/key}. Where a component
 * cannot be scored, the whole cannot, for the same reason.
 */
@Experimental
public final class Composite {

    private Composite() {}

    /** The sum of each component's reward times its weight. */
    public static RewardEntry weightedSum(String name, Map<RewardEntry, Double> weights) {
        Map<RewardEntry, Double> fixed = new LinkedHashMap<>(weights);
        return composite(name, List.copyOf(fixed.keySet()), (parts, sample) -> {
            double sum = 0;
            for (RewardEntry part : parts.components) {
                sum += fixed.getOrDefault(part, 0.0) * parts.reward(part, sample);
            }
            return sum;
        });
    }

    /** The last component's reward, unless an earlier one is 0: then 0, and what comes after it is not computed. */
    public static RewardEntry gate(String name, List<RewardEntry> components) {
        return composite(name, components, (parts, sample) -> {
            double reward = 0;
            for (RewardEntry part : parts.components) {
                reward = parts.reward(part, sample);
                if (reward == 0) {
                    return 0;
                }
            }
            return reward;
        });
    }

    /** The largest of the components' rewards. */
    public static RewardEntry max(String name, List<RewardEntry> components) {
        return composite(name, components, (parts, sample) -> {
            double largest = Double.NEGATIVE_INFINITY;
            for (RewardEntry part : parts.components) {
                largest = Math.max(largest, parts.reward(part, sample));
            }
            return largest;
        });
    }

    /** A reward kept within bounds. */
    public static RewardEntry clip(String name, RewardEntry component, double least, double most) {
        if (!(least <= most)) {
            throw new GuerdonException("clip '" + name + "' needs least <= most, found " + least + " and " + most);
        }
        return composite(
                name, List.of(component), (parts, sample) -> Math.clamp(parts.reward(component, sample), least, most));
    }

    @FunctionalInterface
    private interface Formula {
        double compute(Parts parts, Sample sample) throws Exception;
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
            public Object score(Sample sample) throws Exception {
                Parts parts = new Parts(fixed);
                double reward = formula.compute(parts, sample);
                return new RewardResult(reward, parts.extras);
            }

            @Override
            public Work work() {
                return waits ? Work.WAIT : Work.COMPUTE;
            }
        };
        return RewardEntry.of(name, function, foreign);
    }

    /** The components of one call, and what they brought so far. */
    private static final class Parts {
        private final List<RewardEntry> components;
        private final Map<String, @Nullable Object> extras = new LinkedHashMap<>();

        Parts(List<RewardEntry> components) {
            this.components = new ArrayList<>(components);
        }

        double reward(RewardEntry component, Sample sample) {
            return switch (Scorer.call(component, sample)) {
                case Score.Scored scored -> {
                    extras.put(component.name(), scored.result().reward());
                    scored.result().extras().forEach((key, value) -> extras.put(component.name() + "/" + key, value));
                    yield scored.result().reward();
                }
                case Score.Unscored unscored -> throw new UnscoredException(unscored.reason(), unscored.message());
            };
        }
    }
}
