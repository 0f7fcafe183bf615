package dev.guerdon.benchmarks.cluster;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;

/** The command {@code ./dev simulate-cluster}. */
public final class SimulateCluster {

    private SimulateCluster() {}

    /**
     * Simulates what the arguments say, and prints it.
     *
     * @throws IllegalArgumentException where an argument is not understood, with a sentence for the user
     */
    public static void run(PrintStream out, String... arguments) throws IOException {
        String what = arguments.length > 0 && !arguments[0].startsWith("-") ? arguments[0] : "score";
        String[] rest = Arrays.copyOfRange(
                arguments, arguments.length > 0 && arguments[0].equals(what) ? 1 : 0, arguments.length);
        Calibration calibration = Calibration.read();
        switch (what) {
            case "help" -> out.print(Settings.help());
            case "page" -> out.print(Page.tables(calibration));
            case "check" -> out.print(Page.trials(calibration));
            case "score" -> {
                Settings settings = Settings.scoring(rest);
                show(out, new Scoring(calibration, settings).job("score"), settings);
            }
            case "rollouts" -> {
                Settings settings = Settings.rollouts(rest);
                show(out, new Rollouts(calibration, settings).job("rollouts"), settings);
            }
            default ->
                throw new IllegalArgumentException(
                        "expected score, rollouts, page, check or help, found '" + what + "'");
        }
    }

    private static void show(PrintStream out, Job job, Settings settings) {
        Machines machines = job.machines();
        out.printf(
                "%s: %,d pieces on %,d machines of %,d slots, %s seeds; the figure in the middle, and 5 %% to 95 %% of the seeds%n%n",
                job.name(),
                job.stages().getLast().pieces(),
                machines.count(),
                machines.slots(),
                settings.text("seeds"));
        out.print(new Summary(job, settings.seeds()).details());
    }
}
