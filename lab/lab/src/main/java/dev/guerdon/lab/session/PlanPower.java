package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.compare.SequentialTest;
import dev.guerdon.lab.compare.SignFlipTest;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Effects that a plan can notice, found by simulating its own test with rewards such as the champion's.
 *
 * <p>A pair of episodes is drawn as the champion's rewards vary, and the candidate's is lifted: some of its episodes get the highest
 * reward, as many as make up the gain. Without repeats nothing tells noise from differences between tasks, so all of it is taken for
 * noise, which errs on the safe side; each repeat more weighs a task's own rewards more.
 *
 * @param tasks on how many tasks each change is tried
 * @param repeat how often each
 * @param changes how many changes the plan has
 * @param rule the rule, at the level of one change
 * @param mean the champion's mean reward
 * @param smallest the smallest gain that is noticed with a chance of {@value #POWER}; empty if none is
 * @param effect the gain that one would like to notice
 * @param chance the chance to notice that
 * @param needed how many tasks would notice it; empty if none that is looked for, or where the gain is impossible
 */
@Internal
public record PlanPower(
        int tasks,
        int repeat,
        int changes,
        AcceptanceRule rule,
        double mean,
        OptionalDouble smallest,
        double effect,
        double chance,
        OptionalLong needed) {

    /** The chance of noticing a gain that is called being able to notice it. */
    static final double POWER = 0.8;

    /** Who asks for a gain and has less than this chance to notice it wastes the episodes. */
    private static final double FAIR = 0.5;

    private static final int SESSIONS = 400;
    private static final int MOST_TASKS = 4_000;

    /** The permutation test is simulated on rewards rounded to this grid, on which all flips can be counted. */
    private static final int GRID = 20;

    /**
     * Returns the fewest tasks with which a rule can keep a change at all: each with the largest gain there is.
     *
     * @param rule at the level of one change
     */
    public static int fewestTasks(AcceptanceRule rule) {
        return switch (rule.test()) {
            case MEAN, RACE -> 1;
            case PERMUTATION -> (int) Math.ceil(-Math.log(rule.alpha()) / Math.log(2) - 1e-9);
            case SEQUENTIAL -> SequentialTest.fewest(rule.alpha());
        };
    }

    /**
     * Simulates a plan.
     *
     * @param rule at the level of one change
     * @param champion the champion's episodes on the tasks that are tried
     */
    public static PlanPower of(AcceptanceRule rule, int repeat, int changes, List<Episode> champion, long seed) {
        Map<String, List<Episode>> byTask = new LinkedHashMap<>();
        champion.stream()
                .filter(Episode::scored)
                .forEach(one -> byTask.computeIfAbsent(one.task(), none -> new ArrayList<>())
                        .add(one));
        double[][] rewards = byTask.values().stream()
                .map(list -> list.stream()
                        .mapToDouble(one -> Math.clamp(one.reward(), 0, rule.range()))
                        .toArray())
                .toArray(double[][]::new);
        Simulated simulated = new Simulated(rule, repeat, rewards, seed);
        int tasks = rewards.length;
        double possible = rule.range() - simulated.mean;
        double effect = Double.isNaN(rule.effect()) ? AcceptanceRule.USUAL_EFFECT * rule.range() : rule.effect();
        return new PlanPower(
                tasks,
                repeat,
                changes,
                rule,
                simulated.mean,
                simulated.smallest(tasks, possible),
                effect,
                effect > possible ? 0 : simulated.power(tasks, effect),
                effect > possible ? OptionalLong.empty() : simulated.needed(tasks, effect));
    }

    /** Returns why the plan is a waste of episodes; empty if it is not. */
    public Optional<String> hopeless() {
        if (rule.test() == AcceptanceRule.Test.MEAN) {
            return Optional.empty();
        }
        if (!Double.isNaN(rule.effect()) && chance < FAIR) {
            return Optional.of("This plan is to notice a gain of " + DisplayFormat.reward(rule.effect())
                    + ", and has a chance of " + DisplayFormat.percent(chance) + " to. " + sentence());
        }
        return smallest.isEmpty()
                ? Optional.of("This plan notices no gain at all with a chance of " + DisplayFormat.percent(POWER)
                        + ", not even one to the highest reward. " + sentence())
                : Optional.empty();
    }

    /** Returns what the plan can notice, and what it would take to notice more. */
    public String sentence() {
        String size = "With " + DisplayFormat.times(tasks, "task") + " × " + DisplayFormat.times(repeat, "repeat")
                + " and " + DisplayFormat.times(changes, "change") + " to try, ";
        String can = smallest.isPresent()
                ? "this plan can only notice gains above " + two(smallest.getAsDouble())
                : "this plan can hardly notice any gain (the champion has " + two(mean) + " of " + two(rule.range())
                        + ")";
        if (effect > rule.range() - mean) {
            return size + can + "; the champion is too good for a gain of " + two(effect) + ".";
        }
        if (chance >= POWER) {
            return size + can + ".";
        }
        return size + can + "; " + two(effect) + " needs about "
                + (needed.isPresent()
                        ? DisplayFormat.count(needed.getAsLong() * repeat)
                        : "more than " + DisplayFormat.count((long) MOST_TASKS * repeat))
                + " episodes per change.";
    }

    private static String two(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** Draws trials with a given gain. */
    private static final class Simulated {

        private final AcceptanceRule rule;
        private final int repeat;
        private final double[][] rewards;
        private final double[] pool;
        private final double mean;
        private final long seed;

        Simulated(AcceptanceRule rule, int repeat, double[][] rewards, long seed) {
            this.rule = rule;
            this.repeat = repeat;
            this.rewards = rewards;
            this.pool = Arrays.stream(rewards).flatMapToDouble(Arrays::stream).toArray();
            this.mean = Arrays.stream(pool).average().orElse(0);
            this.seed = seed;
        }

        double power(int tasks, double gain) {
            double lifted = gain / (rule.range() - mean);
            return IntStream.range(0, SESSIONS)
                            .parallel()
                            .filter(session -> kept(tasks, lifted, new SplittableRandom(seed * 1_000_003 + session)))
                            .count()
                    / (double) SESSIONS;
        }

        private boolean kept(int tasks, double lifted, SplittableRandom random) {
            double[] differences = new double[tasks];
            for (int i = 0; i < tasks; i++) {
                double[] own = rewards[random.nextInt(rewards.length)];
                double sum = 0;
                for (int r = 0; r < repeat; r++) {
                    double candidate = draw(own, random);
                    sum += (random.nextDouble() < lifted ? rule.range() : candidate) - draw(own, random);
                }
                differences[i] = sum / repeat - rule.minGain();
            }
            return switch (rule.test()) {
                case MEAN, RACE -> Arrays.stream(differences).sum() > 0;
                case PERMUTATION -> {
                    double unit = rule.range() / GRID;
                    double[] rounded = Arrays.stream(differences)
                            .map(d -> Math.rint(d / unit) * unit)
                            .toArray();
                    yield SignFlipTest.of(rounded, 1).pGain() <= rule.alpha();
                }
                case SEQUENTIAL -> {
                    SequentialTest test =
                            new SequentialTest(rule.alpha(), rule.range() + Math.abs(rule.minGain()), tasks);
                    for (double d : differences) {
                        test.add(d);
                    }
                    yield test.verdict() == SequentialTest.Verdict.BETTER;
                }
            };
        }

        /** Returns a task's own rewards hide a part of its noise, the more the fewer there are; the pool makes up for it. */
        private double draw(double[] own, SplittableRandom random) {
            double[] from = random.nextDouble() * own.length < 1 ? pool : own;
            return from[random.nextInt(from.length)];
        }

        OptionalDouble smallest(int tasks, double possible) {
            if (possible <= 0 || power(tasks, possible) < POWER) {
                return OptionalDouble.empty();
            }
            double low = 0;
            double high = possible;
            while (high - low > 0.005 * rule.range()) {
                double middle = (low + high) / 2;
                if (power(tasks, middle) < POWER) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return OptionalDouble.of(high);
        }

        OptionalLong needed(int tasks, double gain) {
            int low = 1;
            int high = Math.max(2, tasks);
            while (power(high, gain) < POWER) {
                low = high;
                high *= 2;
                if (high > MOST_TASKS) {
                    return OptionalLong.empty();
                }
            }
            while (high - low > Math.max(1, high / 20)) {
                int middle = (low + high) / 2;
                if (power(middle, gain) < POWER) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return OptionalLong.of(high);
        }
    }
}
