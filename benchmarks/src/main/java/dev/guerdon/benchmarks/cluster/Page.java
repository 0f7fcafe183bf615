package dev.guerdon.benchmarks.cluster;

import java.util.Locale;

/** The tables of docs/scale.md that come from the simulator. */
final class Page {

    private static final int SEEDS = 5;

    /** For jobs of very many pieces, whose sums vary little. */
    private static final int FEW_SEEDS = 1;

    private Page() {}

    /** All tables, each after a line that names it. */
    static String tables(Calibration calibration) {
        return "<!-- scoring -->\n" + scoring(calibration)
                + "<!-- sizes -->\n" + sizes(calibration)
                + "<!-- rollouts -->\n" + rollouts(calibration)
                + "<!-- trials -->\n" + trials(calibration);
    }

    /** 10^9 trajectories on 100 machines, and what changes when one thing does. */
    static String scoring(Calibration calibration) {
        StringBuilder out = new StringBuilder(Summary.HEADER);
        score(out, calibration, "as described");
        score(out, calibration, "pieces of 500 MB", "--piece", "500MB");
        score(out, calibration, "a store of 100 GB/s", "--store-bandwidth", "100GB");
        score(out, calibration, "an object store: commits of 50 ms", "--commit", "50ms");
        score(out, calibration, "without speculation", "--speculation", "off");
        score(out, calibration, "a tenth of the machines 5 × slower", "--slow-machines", "10%", "--slow-factor", "5");
        score(out, calibration, "each machine fails once in 2 hours", "--failures", "0.5");
        score(out, calibration, "a reward of 1 ms", "--reward-seconds", "1ms");
        score(
                out,
                calibration,
                "1 ms, each machine fails once in 2 hours",
                "--reward-seconds",
                "1ms",
                "--failures",
                "0.5");
        score(out, calibration, "1 record of 10,000 takes 0.1 to 30 s", "--reward", "heavy");
        score(
                out,
                calibration,
                "10^8 records, a judge of 2 s, 2,000 answers a second",
                "--reward",
                "judge",
                "--records",
                "1e8");
        return out.toString();
    }

    /** The same trajectories on fewer and more machines. */
    static String sizes(Calibration calibration) {
        StringBuilder out = new StringBuilder("| machines | a light reward | a reward of 1 ms |\n|---|---|---|\n");
        for (String machines : new String[] {"1", "5", "20", "100", "400"}) {
            Summary light = summary(calibration, "--machines", machines);
            Summary heavy = summary(calibration, "--machines", machines, "--reward-seconds", "1ms");
            out.append("| ")
                    .append(machines)
                    .append(" | ")
                    .append(words(light))
                    .append(" | ")
                    .append(words(heavy))
                    .append(" |\n");
        }
        return out.toString();
    }

    private static String words(Summary summary) {
        return Summary.time(summary.median(Outcome::seconds)) + ", " + summary.limit();
    }

    /** A million episodes. */
    static String rollouts(Calibration calibration) {
        StringBuilder out = new StringBuilder(Summary.HEADER);
        roll(out, calibration, "as described");
        roll(out, calibration, "a model of 500 answers a second", "--model-rate", "500");
        roll(out, calibration, "1 episode at once on a core", "--at-once", "1");
        roll(out, calibration, "each machine fails once in 2 hours", "--failures", "0.5");
        return out.toString();
    }

    /** What was measured, and what the simulator says of the same job. */
    static String trials(Calibration calibration) {
        StringBuilder out = new StringBuilder(
                "| records | bytes each | cores | pieces of | CPU time measured | simulated | error | |\n|---|---|---|---|---|---|---|---|\n");
        for (Calibration.Trial trial : calibration.trials()) {
            double simulated = Trials.simulate(calibration, trial);
            out.append(String.format(
                    Locale.ROOT,
                    "| %,d | %,.0f | %d | %s | %.1f s | %.1f s | %+.0f %% | %s |%n",
                    trial.records(),
                    trial.recordBytes(),
                    trial.cores(),
                    Summary.bytes(trial.pieceBytes()),
                    trial.cpuSeconds(),
                    simulated,
                    100 * (simulated / trial.cpuSeconds() - 1),
                    trial.fitted() ? "used for the figures" : "predicted"));
        }
        return out.toString();
    }

    private static void score(StringBuilder out, Calibration calibration, String name, String... options) {
        out.append(new Summary(new Scoring(calibration, Settings.scoring(options)).job(name), SEEDS).row());
    }

    private static void roll(StringBuilder out, Calibration calibration, String name, String... options) {
        out.append(new Summary(new Rollouts(calibration, Settings.rollouts(options)).job(name), FEW_SEEDS).row());
    }

    private static Summary summary(Calibration calibration, String... options) {
        return new Summary(new Scoring(calibration, Settings.scoring(options)).job(""), FEW_SEEDS);
    }
}
