package dev.guerdon.lab.simulate;

import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables of docs/design/statistics.md. {@code ./dev simulate} makes them. */
@SuppressWarnings("EnumOrdinal") // a number for each kind, of which its seeds are made
final class Simulation {

    static final double ALPHA = 0.05;
    static final int CHANGES = 8;
    private static final List<AcceptanceRule.Test> ONE_BY_ONE =
            List.of(AcceptanceRule.Test.MEAN, AcceptanceRule.Test.PERMUTATION, AcceptanceRule.Test.SEQUENTIAL);
    private static final List<Integer> SIZES = List.of(5, 10, 20, 30, 50, 100);

    private final int sessions;
    private final StringBuilder out = new StringBuilder();
    private final Map<Sessions, Sessions.Rates> known = new HashMap<>();

    private Simulation(int sessions) {
        this.sessions = sessions;
    }

    /** All tables as markdown. */
    static String tables(int sessions) {
        Simulation simulation = new Simulation(sessions);
        simulation.out.append(DrawnRaces.table(sessions));
        simulation.falseKeeps();
        simulation.power();
        simulation.overstatement();
        simulation.coverage();
        return simulation.out.toString();
    }

    static AcceptanceRule rule(AcceptanceRule.Test test) {
        return AcceptanceRule.of(test);
    }

    private void falseKeeps() {
        title("Sessions that keep at least one of " + CHANGES + " useless changes", "rewards", "test");
        for (World world : World.values()) {
            for (AcceptanceRule.Test test : ONE_BY_ONE) {
                row(world.words, name(test));
                for (int n : SIZES) {
                    cell(rates(world, test, n, CHANGES, 0).falseKeeps());
                }
            }
        }
    }

    private void power() {
        for (double gain : new double[] {0.15, 0.3}) {
            title("Sessions that keep the one change of " + CHANGES + " that brings " + gain, "rewards", "test");
            for (World world : List.of(World.ZERO_ONE, World.MIXED, World.GRADED, World.TIED)) {
                for (AcceptanceRule.Test test :
                        List.of(AcceptanceRule.Test.PERMUTATION, AcceptanceRule.Test.SEQUENTIAL)) {
                    row(world.words, name(test));
                    for (int n : SIZES) {
                        cell(rates(world, test, n, CHANGES, gain).found());
                    }
                }
            }
        }
        title("The same with a single change that brings 0.3", "rewards", "test");
        for (World world : List.of(World.ZERO_ONE, World.GRADED)) {
            for (AcceptanceRule.Test test : List.of(AcceptanceRule.Test.PERMUTATION, AcceptanceRule.Test.SEQUENTIAL)) {
                row(world.words, name(test));
                for (int n : SIZES) {
                    cell(rates(world, test, n, 1, 0.3).found());
                }
            }
        }
    }

    private void overstatement() {
        title(
                "By how much the champion's reward is overstated after " + CHANGES + " useless changes",
                "rewards",
                "figure");
        for (World world : List.of(World.ZERO_ONE, World.MIXED, World.GRADED)) {
            for (AcceptanceRule.Test test : List.of(AcceptanceRule.Test.MEAN, AcceptanceRule.Test.SEQUENTIAL)) {
                row(world.words, name(test) + ", the run it was chosen by");
                for (int n : SIZES) {
                    number(rates(world, test, n, CHANGES, 0).overstated());
                }
            }
            row(world.words, "run again");
            for (int n : SIZES) {
                number(rates(world, AcceptanceRule.Test.MEAN, n, CHANGES, 0).again());
            }
        }
    }

    private void coverage() {
        title("How often a 95 % interval holds the true value, and its mean width", "values", "interval");
        for (Coverage.Sample sample : Coverage.Sample.values()) {
            for (Coverage method : Coverage.values()) {
                row(sample.words, method.words);
                for (int n : SIZES) {
                    Coverage.Rate rate = method.simulate(sample, n, sessions, 1_000L * sample.ordinal() + n);
                    out.append(String.format(Locale.ROOT, " %.1f %% (%.2f) |", 100 * rate.held(), rate.width()));
                }
            }
        }
    }

    /** Each kind of session is simulated once, though several tables may show it. */
    private Sessions.Rates rates(World world, AcceptanceRule.Test test, int n, int changes, double gain) {
        return known.computeIfAbsent(
                new Sessions(world, rule(test), n, changes, gain), kind -> kind.simulate(sessions, seed(world, n)));
    }

    private static long seed(World world, int n) {
        return 1_000L * world.ordinal() + n;
    }

    private static String name(AcceptanceRule.Test test) {
        return "`" + test.word() + "`";
    }

    private void title(String title, String... columns) {
        if (!out.isEmpty()) {
            out.append("\n\n");
        }
        out.append("**").append(title).append("**\n\n|");
        for (String column : columns) {
            out.append(' ').append(column).append(" |");
        }
        SIZES.forEach(n -> out.append(" n = ").append(n).append(" |"));
        out.append("\n|").append("---|".repeat(columns.length + SIZES.size()));
    }

    private void row(String... names) {
        out.append("\n|");
        for (String name : names) {
            out.append(' ').append(name).append(" |");
        }
    }

    private void cell(double share) {
        out.append(String.format(Locale.ROOT, " %.1f %% |", 100 * share));
    }

    private void number(double value) {
        String text = String.format(Locale.ROOT, "%+.3f", value);
        out.append(' ')
                .append(text.equals("-0.000") || text.equals("+0.000") ? "0.000" : text)
                .append(" |");
    }
}
