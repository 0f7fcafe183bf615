package dev.guerdon.server.scoring;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import java.util.Locale;
import java.util.Map;

/** What a server has counted, in the text format of Prometheus. */
@Internal
public final class MetricsText {

    private final StringBuilder out = new StringBuilder();

    private MetricsText() {}

    /** The metrics of a server now. */
    public static String of(Scoring scoring) {
        MetricsText text = new MetricsText();
        text.rewards(scoring.statsByName());
        text.queue(scoring);
        return text.out.toString();
    }

    private void rewards(Map<String, RewardStats> stats) {
        head("guerdon_samples_total", "counter", "Samples answered, by reward and outcome (scored, or why not).");
        stats.forEach((name, each) -> {
            line("guerdon_samples_total", label(name) + ",outcome=\"scored\"", each.scored());
            for (Map.Entry<Score.Reason, Long> reason : each.reasons().entrySet()) {
                String outcome = reason.getKey().name().toLowerCase(Locale.ROOT);
                line("guerdon_samples_total", label(name) + ",outcome=\"" + outcome + "\"", reason.getValue());
            }
        });
        head("guerdon_call_seconds", "histogram", "Time of the calls of a reward, without waiting for their turn.");
        stats.forEach((name, each) -> {
            long[] counts = each.durations();
            long sum = 0;
            for (int i = 0; i < counts.length; i++) {
                sum += counts[i];
                String most = i < RewardStats.CLASSES.length ? number(RewardStats.CLASSES[i]) : "+Inf";
                line("guerdon_call_seconds_bucket", label(name) + ",le=\"" + most + "\"", sum);
            }
            out.append("guerdon_call_seconds_sum{")
                    .append(label(name))
                    .append("} ")
                    .append(number(each.totalSeconds()))
                    .append('\n');
            line("guerdon_call_seconds_count", label(name), sum);
        });
        head("guerdon_slow_calls_total", "counter", "Calls that took longer than limits.slow.");
        stats.forEach((name, each) -> line("guerdon_slow_calls_total", label(name), each.slowCalls()));
    }

    private void queue(Scoring scoring) {
        head("guerdon_waiting_pieces", "gauge", "Pieces of requests that wait for their turn, by reward.");
        scoring.generation()
                .engines()
                .forEach(engine -> line(
                        "guerdon_waiting_pieces",
                        label(engine.served().name()),
                        engine.gate().waiting()));
        head("guerdon_stuck_calls", "gauge", "Calls that passed their deadline and still run in this process.");
        scoring.generation()
                .engines()
                .forEach(engine ->
                        line("guerdon_stuck_calls", label(engine.served().name()), engine.stuckCalls()));
        single(
                "guerdon_queue_samples",
                "gauge",
                "Samples that wait or are worked on.",
                scoring.admission().samples());
        single(
                "guerdon_queue_bytes",
                "gauge",
                "Bytes of their requests.",
                scoring.admission().bytes());
        single("guerdon_refused_total", "counter", "Requests refused with 429 or 503.", scoring.refused());
        single("guerdon_requests", "gauge", "Requests for scores under way.", scoring.underWay());
        single("guerdon_requests_total", "counter", "Requests for scores since the start.", scoring.requests());
        single("guerdon_reloads_total", "counter", "How often the definition was read again.", scoring.reloads());
    }

    private void single(String name, String type, String help, long value) {
        head(name, type, help);
        out.append(name).append(' ').append(value).append('\n');
    }

    private void head(String name, String type, String help) {
        out.append("# HELP ")
                .append(name)
                .append(' ')
                .append(help)
                .append("\n# TYPE ")
                .append(name);
        out.append(' ').append(type).append('\n');
    }

    private void line(String name, String labels, long value) {
        out.append(name).append('{').append(labels).append("} ").append(value).append('\n');
    }

    private static String label(String reward) {
        return "reward=\"" + reward.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }
}
