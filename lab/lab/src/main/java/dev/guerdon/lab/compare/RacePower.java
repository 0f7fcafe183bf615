package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.compare.FactorialRace.Arms;
import dev.guerdon.lab.compare.FactorialRace.Status;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Gains that a race can find, by simulating the race itself with rewards such as the start's.
 *
 * <p>One of the changes helps and the others do nothing: some of its episodes get the highest reward, as many as make up the gain. As long
 * as no reward is known, half of all episodes earn everything and half nothing, which is the most noise there is.
 *
 * @param plan the race
 * @param known whether rewards of the start are known
 * @param smallest the smallest gain that is found with a chance of {@value #POWER}; empty if none is
 * @param effect the gain that one would like to find
 * @param chance the chance to find that
 * @param asked whether the plan names that gain
 */
@Internal
public record RacePower(
        FactorialRace.Plan plan, boolean known, OptionalDouble smallest, double effect, double chance, boolean asked) {

    /** The chance of finding a gain that is called being able to find it. */
    static final double POWER = 0.8;

    private static final double FAIR = 0.5;
    private static final int RACES = 300;
    private static final double FINE = 0.01;

    /** Simulates a race with the rewards of the start; without any, with the noisiest there are. */
    public static RacePower of(FactorialRace.Plan plan, AcceptanceRule rule, List<Episode> start, long seed) {
        double[] seen = start.stream()
                .filter(Episode::scored)
                .mapToDouble(one -> Math.clamp(one.reward(), 0, rule.range()))
                .toArray();
        double[] rewards = seen.length > 0 ? seen : new double[] {0, rule.range()};
        double mean = IntStream.range(0, rewards.length)
                .mapToDouble(i -> rewards[i])
                .average()
                .orElse(0);
        double possible = rule.range() - mean;
        boolean asked = !Double.isNaN(rule.effect());
        double effect = asked ? rule.effect() : AcceptanceRule.USUAL_EFFECT * rule.range();
        return new RacePower(
                plan,
                seen.length > 0,
                smallest(plan, rewards, possible, seed),
                effect,
                effect > possible ? 0 : chance(plan, rewards, effect / possible, seed),
                asked);
    }

    private static OptionalDouble smallest(FactorialRace.Plan plan, double[] rewards, double possible, long seed) {
        if (possible <= 0 || chance(plan, rewards, 1, seed) < POWER) {
            return OptionalDouble.empty();
        }
        double low = 0;
        double high = possible;
        while (high - low > FINE * plan.range()) {
            double middle = (low + high) / 2;
            if (chance(plan, rewards, middle / possible, seed) < POWER) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return OptionalDouble.of(high);
    }

    /** Returns the share of races that keep a change which lifts such a share of episodes to the highest reward. */
    private static double chance(FactorialRace.Plan plan, double[] rewards, double lifted, long seed) {
        PairSchedule schedule = new PairSchedule(List.of("any"), Map.of(), seed);
        return IntStream.range(0, RACES)
                        .parallel()
                        .filter(race -> found(plan, schedule, rewards, lifted, new SplittableRandom(seed + race)))
                        .count()
                / (double) RACES;
    }

    private static boolean found(
            FactorialRace.Plan plan, PairSchedule schedule, double[] rewards, double lifted, SplittableRandom random) {
        FactorialRace race = new FactorialRace(plan, schedule);
        race.join("it", Set.of());
        Arms arms = new Arms(Set.of("it"), Set.of());
        while (!race.undecided().isEmpty()) {
            double base = rewards[random.nextInt(rewards.length)];
            double with = rewards[random.nextInt(rewards.length)];
            race.add(arms, random.nextDouble() < lifted ? plan.range() : with, base);
        }
        return race.standings().getFirst().status() == Status.KEPT;
    }

    /** Returns why the race is a waste of episodes; empty if it is not. */
    public Optional<String> hopeless() {
        if (asked && chance < FAIR) {
            return Optional.of("This plan is to notice a gain of " + DisplayFormat.reward(effect)
                    + ", and has a chance of " + DisplayFormat.percent(chance) + " to. " + sentence());
        }
        return smallest.isEmpty()
                ? Optional.of("This plan notices no gain at all with a chance of " + DisplayFormat.percent(POWER)
                        + ", not even one to the highest reward. " + sentence())
                : Optional.empty();
    }

    /** Returns what the race can find. */
    public String sentence() {
        return "With " + DisplayFormat.times(plan.pairs(), "pair") + " of episodes and up to "
                + DisplayFormat.times(plan.changes(), "change") + ", this plan finds "
                + (smallest.isPresent()
                        ? String.format(Locale.ROOT, "gains above %.2f", smallest.getAsDouble())
                        : "no gain")
                + " with a chance of " + DisplayFormat.percent(POWER) + ", and one of "
                + String.format(Locale.ROOT, "%.2f", effect) + " with " + DisplayFormat.percent(chance)
                + (known ? "." : ", if rewards are as noisy as can be.");
    }
}
