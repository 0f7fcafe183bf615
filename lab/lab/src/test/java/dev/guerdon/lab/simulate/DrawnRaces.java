package dev.guerdon.lab.simulate;

import dev.guerdon.lab.compare.FactorialRace;
import dev.guerdon.lab.compare.FactorialRace.Arms;
import dev.guerdon.lab.compare.FactorialRace.Standing;
import dev.guerdon.lab.compare.FactorialRace.Status;
import dev.guerdon.lab.compare.PairSchedule;
import dev.guerdon.lab.compare.SignFlipTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Races between changes on drawn rewards, decided by the code that decides real ones: the changes s0, s1, ... of which the first few help.
 *
 * @param words what is special about it
 * @param changes how many changes race
 * @param helpful how many of them help, the first ones
 * @param effect what one that helps adds to the mean reward of a task
 * @param tasks how many tasks there are, whose own means lie between 0.1 and 0.8
 * @param pairs how many pairs are planned
 * @param repeat how often each arm plays its task
 * @param world how rewards come about
 */
record DrawnRaces(String words, int changes, int helpful, double effect, int tasks, int pairs, int repeat, Kind world) {

    /** Way in which the changes that are on make a task's reward. */
    enum Kind {
        PLAIN,
        /** The third and fourth change harm as much as the first two help. */
        HARMFUL,
        /** Either of the first two is enough. */
        REDUNDANT,
        /** The first two help only together, twice as much. */
        TOGETHER,
        /** The first two help on half of the tasks and harm on the others. */
        TRADES,
        /** The same by clusters of five tasks. */
        CLUSTERS,
        /** Anything from 0 to 1, with a noise of 0.25. */
        GRADED,
        /** One episode in twenty has no score. */
        MISSING;

        double mean(double base, int task, Set<Integer> on, int helpful, double effect) {
            double helping = on.stream().filter(j -> j < helpful).count() * effect;
            double mean = switch (this) {
                case PLAIN, GRADED, MISSING -> base + helping;
                case HARMFUL ->
                    base + helping - on.stream().filter(j -> j == 2 || j == 3).count() * effect;
                case REDUNDANT -> base + Math.min(effect, helping);
                case TOGETHER -> base + (on.contains(0) && on.contains(1) ? 2 * effect : 0);
                case TRADES -> base + traded(task, on);
                case CLUSTERS -> base + traded(task / SIZE, on);
            };
            return Math.clamp(mean, 0, 1);
        }

        private static double traded(int task, Set<Integer> on) {
            return on.stream()
                    .filter(j -> j < 2)
                    .mapToDouble(j -> (task * 7919 + j * 31) % 2 == 0 ? -0.25 : 0.25)
                    .sum();
        }
    }

    private static final int SIZE = 5;
    private static final int HELD = 50;
    private static final double NOISE = 0.25;
    private static final double LOST = 0.05;

    /** One session: useless changes kept, good ones, the episode at which the first good one was kept, and the confirmation. */
    record Session(int wrong, int found, double first, int episodes, boolean confirmed) {}

    /** The rows of race.md's table and of the promise. */
    static List<DrawnRaces> all() {
        List<DrawnRaces> rows = new ArrayList<>();
        rows.add(plain("no change helps", 8, 0, 0, 100, 300));
        for (double effect : new double[] {0.1, 0.2, 0.3}) {
            rows.add(plain("two of eight help by " + effect, 8, 2, effect, 100, 300));
        }
        rows.add(new DrawnRaces("two help by 0.2, two harm by 0.2", 8, 2, 0.2, 100, 300, 1, Kind.HARMFUL));
        rows.add(new DrawnRaces("redundant: one of two is enough", 8, 2, 0.2, 100, 300, 1, Kind.REDUNDANT));
        rows.add(new DrawnRaces("a pair that helps only together", 8, 2, 0.2, 100, 300, 1, Kind.TOGETHER));
        rows.add(new DrawnRaces("none helps, two trade tasks", 8, 0, 0, 100, 300, 1, Kind.TRADES));
        rows.add(new DrawnRaces("none helps, two trade clusters of five tasks", 8, 0, 0, 100, 300, 1, Kind.CLUSTERS));
        rows.add(plain("30 tasks, two help by 0.2", 8, 2, 0.2, 30, 300));
        rows.add(plain("20 changes, none helps", 20, 0, 0, 100, 300));
        rows.add(plain("20 changes, three help by 0.2", 20, 3, 0.2, 100, 300));
        rows.add(plain("150 pairs, two help by 0.2", 8, 2, 0.2, 100, 150));
        rows.add(new DrawnRaces("graded, none helps", 8, 0, 0, 100, 300, 1, Kind.GRADED));
        rows.add(new DrawnRaces("graded, two help by 0.1", 8, 2, 0.1, 100, 300, 1, Kind.GRADED));
        rows.add(new DrawnRaces("three repeats, 100 pairs, two help by 0.2", 8, 2, 0.2, 100, 100, 3, Kind.PLAIN));
        rows.add(new DrawnRaces("one episode in 20 has no score, none helps", 8, 0, 0, 100, 300, 1, Kind.MISSING));
        rows.add(new DrawnRaces(
                "one episode in 20 has no score, two help by 0.2", 8, 2, 0.2, 100, 300, 1, Kind.MISSING));
        return rows;
    }

    private static DrawnRaces plain(String words, int changes, int helpful, double effect, int tasks, int pairs) {
        return new DrawnRaces(words, changes, helpful, effect, tasks, pairs, 1, Kind.PLAIN);
    }

    List<Session> simulate(int sessions) {
        return IntStream.range(0, sessions)
                .parallel()
                .mapToObj(session -> session(new SplittableRandom(1_000_003L * words.hashCode() + session)))
                .toList();
    }

    private Session session(SplittableRandom random) {
        double[] base = random.doubles(tasks, 0.1, 0.8).toArray();
        List<String> ids = IntStream.range(0, tasks).mapToObj(String::valueOf).toList();
        Map<String, String> clusters = new HashMap<>();
        if (world == Kind.CLUSTERS) {
            ids.forEach(id -> clusters.put(id, String.valueOf(Integer.parseInt(id) / SIZE)));
        }
        PairSchedule schedule = new PairSchedule(ids, clusters, random.nextLong());
        FactorialRace race = new FactorialRace(new FactorialRace.Plan(0.05, changes, pairs, 10, 1), schedule);
        IntStream.range(0, changes).forEach(j -> race.join("s" + j, Set.of()));
        Set<Integer> kept = new TreeSet<>();
        double first = Double.NaN;
        int episodes = 0;
        while (!race.undecided().isEmpty()) {
            int pair = race.played();
            int task = Integer.parseInt(schedule.task(pair));
            Arms arms = race.draw(pair);
            double one = reward(base[task], task, on(kept, arms.first()), random);
            double other = reward(base[task], task, on(kept, arms.second()), random);
            episodes += 2 * repeat;
            if (Double.isNaN(one) || Double.isNaN(other)) {
                one = reward(base[task], task, on(kept, arms.first()), random);
                other = reward(base[task], task, on(kept, arms.second()), random);
                episodes += 2 * repeat;
            }
            for (Standing standing : race.add(arms, one, other)) {
                if (standing.status() == Status.KEPT) {
                    int change = Integer.parseInt(standing.change().substring(1));
                    kept.add(change);
                    first = change < helpful && Double.isNaN(first) ? episodes : first;
                }
            }
        }
        int found = (int) kept.stream().filter(j -> j < helpful).count();
        boolean confirmed = !kept.isEmpty() && confirmed(kept, random);
        return new Session(kept.size() - found, found, first, episodes, confirmed);
    }

    private static Set<Integer> on(Set<Integer> kept, Set<String> arm) {
        Set<Integer> on = new TreeSet<>(kept);
        arm.forEach(name -> on.add(Integer.parseInt(name.substring(1))));
        return on;
    }

    private double reward(double base, int task, Set<Integer> on, SplittableRandom random) {
        double mean = world.mean(base, task, on, helpful, effect);
        double sum = 0;
        for (int i = 0; i < repeat; i++) {
            if (world == Kind.MISSING && random.nextDouble() < LOST) {
                return Double.NaN;
            }
            sum += world == Kind.GRADED
                    ? Math.clamp(mean + NOISE * random.nextGaussian(), 0, 1)
                    : random.nextDouble() < mean ? 1 : 0;
        }
        return sum / repeat;
    }

    /** The champion beside the start, once on tasks that nothing has seen. */
    private boolean confirmed(Set<Integer> kept, SplittableRandom random) {
        double[] differences = new double[HELD];
        for (int i = 0; i < HELD; i++) {
            double base = 0.1 + 0.7 * random.nextDouble();
            double difference = reward(base, i, kept, random) - reward(base, i, Set.of(), random);
            differences[i] = Double.isNaN(difference) ? 0 : difference;
        }
        return SignFlipTest.of(differences, 1).pGain() <= 0.05;
    }

    /** A row of the table: means with the half width of their 95 % interval. */
    String row(List<Session> all) {
        long early = all.stream().filter(one -> !Double.isNaN(one.first())).count();
        boolean some = helpful > 0;
        return "| " + words + " | " + share(all, one -> one.wrong() > 0 ? 1 : 0) + " | "
                + (some ? number(all, Session::found, "%.2f") + " of " + helpful : "") + " | "
                + number(all, Session::wrong, "%.2f") + " | "
                + (some
                        ? number(all, Session::first, "%.0f")
                                + String.format(Locale.ROOT, " (in %.0f %%)", 100.0 * early / all.size())
                        : "")
                + " | " + number(all, Session::episodes, "%.0f") + " | "
                + number(all, one -> one.episodes() + (one.wrong() + one.found() > 0 ? 2.0 * HELD * repeat : 0), "%.0f")
                + " | " + share(all, one -> one.confirmed() ? 1 : 0) + " |";
    }

    static final String HEAD = """
            | | useless kept, of sessions | found | carried along | first good one at episode | episodes | with the confirmation | confirmed |
            |---|---|---|---|---|---|---|---|""";

    private static String share(List<Session> all, ToDoubleFunction<Session> figure) {
        double[] both = estimate(all, figure);
        return String.format(Locale.ROOT, "%.1f ± %.1f %%", 100 * both[0], 100 * both[1]);
    }

    private static String number(List<Session> all, ToDoubleFunction<Session> figure, String format) {
        double[] both = estimate(all, figure);
        return String.format(Locale.ROOT, format + " ± " + format, both[0], both[1]);
    }

    private static double[] estimate(List<Session> all, ToDoubleFunction<Session> figure) {
        double[] values = all.stream()
                .mapToDouble(figure)
                .filter(value -> !Double.isNaN(value))
                .toArray();
        double mean = IntStream.range(0, values.length)
                .mapToDouble(i -> values[i])
                .average()
                .orElse(Double.NaN);
        double squares = IntStream.range(0, values.length)
                .mapToDouble(i -> (values[i] - mean) * (values[i] - mean))
                .sum();
        return new double[] {
            mean, 1.96 * Math.sqrt(squares / Math.max(1, values.length - 1) / Math.max(1, values.length))
        };
    }

    /** The table of all rows. */
    static String table(int sessions) {
        StringBuilder out = new StringBuilder("**Races: how often they err, and what they find**\n\n").append(HEAD);
        all().forEach(one -> out.append('\n').append(one.row(one.simulate(sessions))));
        return out.toString();
    }
}
