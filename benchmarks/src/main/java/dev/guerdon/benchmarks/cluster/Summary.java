package dev.guerdon.benchmarks.cluster;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** The outcomes of one job over many seeds, in figures and words. */
final class Summary {

    private final Job job;
    private final List<Outcome> outcomes;

    Summary(Job job, int seeds) {
        this.job = job;
        this.outcomes = job.play(seeds);
    }

    /** The value that the share of the seeds does not exceed. */
    double quantile(double share, ToDoubleFunction<Outcome> figure) {
        double[] sorted = outcomes.stream().mapToDouble(figure).sorted().toArray();
        return sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
    }

    double median(ToDoubleFunction<Outcome> figure) {
        return quantile(0.5, figure);
    }

    /** What the median job spends most of its time on. */
    String limit() {
        return job.limit(median(Outcome::seconds));
    }

    long stopped() {
        return outcomes.stream().filter(Outcome::stopped).count();
    }

    static final String HEADER = """
            | job | time (p5, p95) | machine-hours | cost | lost, copied, cut pieces | work thrown away | driver busy | slots busy with useful work | what limits it |
            |---|---|---|---|---|---|---|---|---|
            """;

    /** A row of the table. */
    String row() {
        double seconds = median(Outcome::seconds);
        double hours = median(one -> one.machineHours(job.machines()));
        return "| "
                + String.join(
                        " | ",
                        job.name(),
                        time(seconds) + " (" + time(quantile(0.05, Outcome::seconds)) + ", "
                                + time(quantile(0.95, Outcome::seconds)) + ")",
                        amount(hours),
                        amount(hours * job.machines().price()),
                        whole(median(Outcome::lost)) + ", " + whole(median(Outcome::copies)) + ", "
                                + whole(median(Outcome::cuts)),
                        percent(median(Outcome::wasted)),
                        percent(median(Outcome::driverBusy)),
                        percent(median(one -> one.utilisation(job.machines()))),
                        job.limit(seconds)
                                + (stopped() == 0 ? "" : "; " + stopped() + " of " + outcomes.size() + " jobs stopped"))
                + " |\n";
    }

    /** Everything about the job, for a terminal. */
    String details() {
        StringBuilder out = new StringBuilder();
        line(out, "time", spread(Outcome::seconds, Summary::time));
        line(out, "machine-hours", spread(one -> one.machineHours(job.machines()), Summary::amount));
        line(
                out,
                "cost",
                spread(one -> one.machineHours(job.machines()) * job.machines().price(), Summary::amount));
        line(
                out,
                "pieces",
                whole(job.stages().getLast().pieces()) + " planned, " + spread(Outcome::outputs, Summary::whole)
                        + " written");
        line(
                out,
                "lost with executors",
                spread(Outcome::lost, Summary::whole) + " pieces, " + spread(Outcome::failures, Summary::whole)
                        + " executors");
        line(out, "copies (speculation)", spread(Outcome::copies, Summary::whole));
        line(out, "cuts (skew)", spread(Outcome::cuts, Summary::whole));
        line(out, "work thrown away", spread(Outcome::wasted, Summary::percent));
        line(out, "driver busy", spread(Outcome::driverBusy, Summary::percent));
        line(out, "useful slots", spread(one -> one.utilisation(job.machines()), Summary::percent));
        line(out, "store", spread(Outcome::bytes, Summary::bytes) + " read and written");
        line(out, "shuffle", "none");
        line(out, "code shipped", bytes(job.shipped()));
        line(out, "tasks and results", bytes(job.messages()));
        line(out, "what limits it", job.limit(median(Outcome::seconds)));
        if (stopped() > 0) {
            line(out, "stopped", stopped() + " of " + outcomes.size() + " jobs, because one piece was lost too often");
        }
        out.append("\nno job ends before\n");
        for (Map.Entry<String, Double> bound : job.bounds().entrySet()) {
            line(out, "  " + bound.getKey(), time(bound.getValue()));
        }
        return out.toString();
    }

    private String spread(ToDoubleFunction<Outcome> figure, DoubleFunction<String> words) {
        String low = words.apply(quantile(0.05, figure));
        String middle = words.apply(median(figure));
        String high = words.apply(quantile(0.95, figure));
        return low.equals(high) ? middle : middle + " (" + low + " to " + high + ")";
    }

    private static void line(StringBuilder out, String name, String value) {
        out.append(String.format(Locale.ROOT, "%-24s %s%n", name, value));
    }

    static String time(double seconds) {
        if (seconds < 99.5) {
            return String.format(Locale.ROOT, seconds < 9.95 ? "%.1f s" : "%.0f s", seconds);
        }
        long minutes = Math.round(seconds / 60);
        if (minutes < 120) {
            return minutes + " min";
        }
        return minutes < 48 * 60
                ? minutes / 60 + " h " + minutes % 60 + " min"
                : String.format(Locale.ROOT, "%.1f days", seconds / 86_400);
    }

    static String bytes(double bytes) {
        String[] units = {"B", "kB", "MB", "GB", "TB", "PB"};
        int unit = 0;
        double value = bytes;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, value < 9.95 && unit > 0 ? "%.1f %s" : "%.0f %s", value, units[unit]);
    }

    static String amount(double value) {
        return String.format(Locale.ROOT, value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%,.0f", value);
    }

    static String whole(double value) {
        return String.format(Locale.ROOT, "%,d", Math.round(value));
    }

    static String percent(double share) {
        double value = 100 * share;
        return String.format(Locale.ROOT, value < 9.95 && value > 0 ? "%.1f %%" : "%.0f %%", value);
    }
}
