package dev.guerdon.viewer.episode;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.core.base.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A part of the time that a step took.
 *
 * @param kind names its colour: {@code model}, {@code wait}, {@code act}, {@code load}, {@code check}, {@code look}
 * @param name what was done
 * @param time how long
 * @param from where it begins in the bar, in thousandths
 * @param width its share of the bar, in thousandths
 */
record StepPhase(String kind, String name, String time, int from, int width) {

    private record Part(String kind, String name, double seconds) {}

    /**
     * Returns what the time of a step went into.
     *
     * @param after what the browser measured of the step's action; empty for nothing
     */
    public static List<StepPhase> of(Turn turn, Map<String, Double> after) {
        List<Part> parts = new ArrayList<>();
        double waited = turn.info().get(TurnInfo.WAITED_SECONDS) instanceof Number seconds ? seconds.doubleValue() : 0;
        parts.add(new Part("wait", "waiting to ask again", waited));
        parts.add(new Part("model", "model", Math.max(0, seconds(turn.thinking()) - waited)));
        if (after.isEmpty()) {
            parts.add(new Part("act", "action", seconds(turn.acting())));
        } else {
            double known =
                    after.values().stream().mapToDouble(Double::doubleValue).sum();
            parts.add(new Part("act", "action", after.getOrDefault("action_exec", 0.0)));
            parts.add(new Part("load", "page loads", after.getOrDefault("wait_for_page_loading", 0.0)));
            parts.add(new Part("check", "scoring", after.getOrDefault("validation", 0.0)));
            parts.add(new Part("look", "observation", after.getOrDefault("get_observation", 0.0)));
            parts.add(new Part("other", "other", Math.max(0, seconds(turn.acting()) - known)));
        }
        parts.removeIf(part -> !(part.seconds() >= 0.0005));
        double all = parts.stream().mapToDouble(Part::seconds).sum();
        List<StepPhase> phases = new ArrayList<>();
        double from = 0;
        for (Part part : parts) {
            int begin = (int) Math.round(1000 * from / all);
            from += part.seconds();
            int end = (int) Math.round(1000 * from / all);
            phases.add(new StepPhase(part.kind(), part.name(), time(part.seconds()), begin, Math.max(1, end - begin)));
        }
        return phases;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** Returns a time in words of two digits or so. */
    public static String time(double seconds) {
        return seconds < 1
                ? String.format(Locale.ROOT, "%.0f ms", seconds * 1000)
                : seconds < 60
                        ? String.format(Locale.ROOT, "%.1f s", seconds)
                        : DurationText.format(Duration.ofSeconds(Math.round(seconds)));
    }
}
