package dev.guerdon.server.scoring;

import dev.guerdon.api.Score;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.EnvironmentService.Capacity;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Counts of a server, in the text format of Prometheus. */
final class MetricsText {

    private final StringBuilder out = new StringBuilder();

    private MetricsText() {}

    /** The metrics of a server now. */
    static String of(ScoringService scoring, EnvironmentService environments) {
        MetricsText text = new MetricsText();
        text.rewards(scoring.statsByName());
        text.queue(scoring);
        text.sessions(environments);
        return text.out.toString();
    }

    private void rewards(Map<String, RewardStats> stats) {
        head("guerdon_samples_total", "counter", "Samples answered, by reward and outcome (scored, or why not).");
        stats.forEach((name, each) -> {
            line("guerdon_samples_total", label("reward", name) + ",outcome=\"scored\"", each.scored());
            for (Map.Entry<Score.Reason, Long> reason : each.reasons().entrySet()) {
                String outcome = reason.getKey().name().toLowerCase(Locale.ROOT);
                line(
                        "guerdon_samples_total",
                        label("reward", name) + ",outcome=\"" + outcome + "\"",
                        reason.getValue());
            }
        });
        head("guerdon_call_seconds", "histogram", "Time of the calls of a reward, without waiting for their turn.");
        stats.forEach((name, each) -> {
            long[] counts = each.durations();
            long sum = 0;
            for (int i = 0; i < counts.length; i++) {
                sum += counts[i];
                String most = i < RewardStats.CLASSES.length ? number(RewardStats.CLASSES[i]) : "+Inf";
                line("guerdon_call_seconds_bucket", label("reward", name) + ",le=\"" + most + "\"", sum);
            }
            out.append("guerdon_call_seconds_sum{")
                    .append(label("reward", name))
                    .append("} ")
                    .append(number(each.totalSeconds()))
                    .append('\n');
            line("guerdon_call_seconds_count", label("reward", name), sum);
        });
        head("guerdon_slow_calls_total", "counter", "Calls that took longer than limits.slow.");
        stats.forEach((name, each) -> line("guerdon_slow_calls_total", label("reward", name), each.slowCalls()));
    }

    private void queue(ScoringService scoring) {
        head("guerdon_waiting_pieces", "gauge", "Pieces of requests that wait for their turn, by reward.");
        scoring.generation()
                .engines()
                .forEach(engine -> line(
                        "guerdon_waiting_pieces",
                        label("reward", engine.served().name()),
                        engine.gate().waiting()));
        head("guerdon_stuck_calls", "gauge", "Calls that passed their deadline and still run in this process.");
        scoring.generation()
                .engines()
                .forEach(engine -> line(
                        "guerdon_stuck_calls", label("reward", engine.served().name()), engine.stuckCalls()));
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

    /** Number of sessions that each environment has and may have. */
    private void sessions(EnvironmentService environments) {
        Map<String, Capacity> capacities = new LinkedHashMap<>();
        environments.environments().forEach(each -> capacities.put(each.name(), environments.capacity(each)));
        head("guerdon_environment_sessions", "gauge", "Sessions of an environment that are open.");
        capacities.forEach(
                (name, each) -> line("guerdon_environment_sessions", label("environment", name), each.active()));
        head("guerdon_environment_sessions_most", "gauge", "Sessions that an environment may have.");
        capacities.forEach(
                (name, each) -> line("guerdon_environment_sessions_most", label("environment", name), each.most()));
    }

    private void single(String name, String type, String help, long value) {
        head(name, type, help);
        out.append(name).append(' ').append(value).append('\n');
    }

    private void head(String name, String type, String help) {
        out.append("# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n");
    }

    private void line(String name, String labels, long value) {
        out.append(name).append('{').append(labels).append("} ").append(value).append('\n');
    }

    private static String label(String kind, String name) {
        return kind + "=\"" + name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }
}
