package dev.guerdon.benchmarks.cluster;

import java.util.List;

/** Jobs of {@code guerdon run --on}: a piece is a few episodes that a core plays at once, since they wait for the model. */
final class Rollouts {

    private final Calibration calibration;
    private final Settings settings;

    Rollouts(Calibration calibration, Settings settings) {
        this.calibration = calibration;
        this.settings = settings;
    }

    Job job(String name) {
        Cost.Episode cost = new Cost.Episode(
                calibration.of("episode_seconds"),
                settings.number("steps"),
                settings.number("steps-sigma"),
                (int) settings.number("max-steps"),
                settings.number("latency"),
                settings.number("latency-sigma"));
        int atOnce = (int) settings.number("at-once");
        Stage stage = new Stage(
                "episodes",
                (int) Math.ceil(settings.number("episodes") / atOnce),
                1,
                0,
                0,
                atOnce * cost.meanSteps(),
                settings.number("model-rate"),
                atOnce == 1 ? cost : new Cost.Together(cost, atOnce),
                true);
        return new Job(
                name,
                Scoring.machines(calibration, settings, (int) settings.number("cores")),
                Scoring.rules(calibration, settings, atOnce * calibration.of("episode_commit_seconds"))
                        .cuttingAfter(Double.POSITIVE_INFINITY),
                List.of(stage),
                calibration.of("shipped_bytes"),
                atOnce * calibration.of("episode_bytes"));
    }
}
