package dev.guerdon.benchmarks.cluster;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options of the simulator, with their defaults. */
final class Settings {

    private static final Pattern NUMBER = Pattern.compile("([0-9.]+(?:e[0-9]+)?)(kb|mb|gb|tb|ms|s|min|h|%)?");

    /** The value that leaves a choice to Guerdon. */
    static final String AUTO = "auto";

    private static final List<String> TEXTS = List.of("reward", "speculation");

    /** Name, default, what it says. */
    private static final List<List<String>> SHARED = List.of(
            List.of("machines", "100", "machines, without the driver's"),
            List.of("speed", "0.8", "of a core while all are busy, against the one that was measured"),
            List.of("executor-start", "30s", "until an executor takes its first piece"),
            List.of("machine-bandwidth", "1.25GB", "that one machine moves in a second"),
            List.of("store-bandwidth", "25GB", "that the store moves in a second, in all"),
            List.of("failures", "0.01", "of one machine in an hour"),
            List.of("slow-machines", "2%", "share of the machines that are slow"),
            List.of("slow-factor", "3", "how many times slower they are"),
            List.of("speculation", "on", "whether copies of late pieces are started"),
            List.of("cut-after", "60s", "that a piece may run before its rest is cut in two"),
            List.of("price", "0.80", "of one machine for an hour"),
            List.of("latency", "2s", "of a model's answer"),
            List.of("latency-sigma", "0.6", "spread of its logarithm"),
            List.of("commit", "", "of one piece on the driver, where it is not as measured"),
            List.of("seeds", "20", "how many jobs are simulated"));

    private static final List<List<String>> SCORING = List.of(
            List.of("records", "1e9", "trajectories"),
            List.of("record-bytes", "3kB", "of one"),
            List.of("piece", "auto", "bytes of a piece; auto is what guerdon score --on does"),
            List.of("cores", "16", "of one machine"),
            List.of("reward", "lognormal", "constant, lognormal, heavy or judge"),
            List.of("reward-seconds", "0", "that the reward takes beyond the one that was measured"),
            List.of("sigma", "0.5", "lognormal: spread of the logarithm of a piece's time"),
            List.of("slow-records", "0.0001", "heavy: share of records that are slow"),
            List.of("slow-least", "100ms", "heavy: least time of a slow one"),
            List.of("slow-alpha", "1.5", "heavy: how heavy the tail is"),
            List.of("deadline", "30s", "heavy: that ends a record"),
            List.of("at-once", "32", "judge: requests of one core at the same time"),
            List.of("judge-rate", "2000", "judge: answers of the model in a second, in all"));

    private static final List<List<String>> ROLLOUTS = List.of(
            List.of("episodes", "1e6", "episodes"),
            List.of("cores", "16", "of one machine"),
            List.of("at-once", "4", "episodes of one core at the same time"),
            List.of("steps", "12", "of an episode, the median"),
            List.of("steps-sigma", "0.5", "spread of its logarithm"),
            List.of("max-steps", "30", "limit of steps"),
            List.of("model-rate", "5000", "answers of the model in a second, in all"));

    private final Map<String, String> values;

    private Settings(Map<String, String> values) {
        this.values = values;
    }

    static Settings scoring(String... arguments) {
        return of(SCORING, arguments);
    }

    static Settings rollouts(String... arguments) {
        return of(ROLLOUTS, arguments);
    }

    private static Settings of(List<List<String>> own, String... arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        own.forEach(option -> values.put(option.get(0), option.get(1)));
        SHARED.forEach(option -> values.put(option.get(0), option.get(1)));
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException(
                        "unknown option '" + arguments[i] + "'; there are: --" + String.join(", --", values.keySet()));
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value");
            }
            values.put(name, arguments[i + 1]);
        }
        Settings settings = new Settings(values);
        for (String name : values.keySet()) {
            if (settings.has(name)
                    && !TEXTS.contains(name)
                    && !settings.text(name).equals(AUTO)) {
                settings.number(name);
            }
        }
        settings.isOn("speculation");
        return settings;
    }

    boolean has(String name) {
        return !text(name).isEmpty();
    }

    String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no option --" + name);
        }
        return value;
    }

    boolean isOn(String name) {
        return switch (text(name)) {
            case "on" -> true;
            case "off" -> false;
            default ->
                throw new IllegalArgumentException("expected --" + name + " on or off, found '" + text(name) + "'");
        };
    }

    /** A number, perhaps with a unit; times are in seconds. {@code never} is infinite. */
    double number(String name) {
        String text = text(name).toLowerCase(Locale.ROOT);
        if (text.equals("never") || text.equals("none")) {
            return Double.POSITIVE_INFINITY;
        }
        Matcher matcher = NUMBER.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("expected a number for --" + name
                    + ", such as 100, 1e9, 3kB, 25GB, 30s, 10min or 2%, found '" + text(name) + "'");
        }
        String unit = matcher.group(2) == null ? "" : matcher.group(2);
        return Double.parseDouble(matcher.group(1))
                * switch (unit) {
                    case "kb" -> 1e3;
                    case "mb" -> 1e6;
                    case "gb" -> 1e9;
                    case "tb" -> 1e12;
                    case "ms" -> 1e-3;
                    case "min" -> 60;
                    case "h" -> 3600;
                    case "%" -> 0.01;
                    default -> 1;
                };
    }

    /** How many jobs are simulated. */
    int seeds() {
        int seeds = (int) number("seeds");
        if (seeds < 1) {
            throw new IllegalArgumentException("expected --seeds of at least 1, found '" + text("seeds") + "'");
        }
        return seeds;
    }

    static String help() {
        StringBuilder out =
                new StringBuilder("usage: ./dev simulate-cluster [score|rollouts|page|check] [--OPTION VALUE]...\n");
        describe(out, "scoring", SCORING);
        describe(out, "rollouts", ROLLOUTS);
        describe(out, "both", SHARED);
        return out.toString();
    }

    private static void describe(StringBuilder out, String title, List<List<String>> options) {
        out.append('\n').append(title).append('\n');
        for (List<String> option : options) {
            out.append(String.format(
                    Locale.ROOT,
                    "  --%-18s %s%s%n",
                    option.get(0),
                    option.get(2),
                    option.get(1).isEmpty() ? "" : " (" + option.get(1) + ")"));
        }
    }
}
