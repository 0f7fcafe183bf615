package dev.guerdon.benchmarks;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Costs of the Python references where they were recorded, scaled to this machine.
 *
 * <p>The recorded figures came with the speed of a small pure-Python calibration loop on that machine. Where its script is at hand
 * ({@code GUERDON_CALIBRATE}, or {@code ../shared/bench/calibrate.py}) it is run again, and the recorded figures are scaled by the
 * ratio of the two speeds; elsewhere they stand as they are, and the output says so.
 *
 * @param explanation says how the scaling came about, for the output
 */
record RecordedReference(double factor, String explanation) {

    /** Operations per CPU second of the calibration loop where the reference figures were recorded. */
    private static final double RECORDED_CALIBRATION = 66_900;

    /** Calibrates in about three CPU seconds. */
    static RecordedReference calibrate() {
        return script().flatMap(RecordedReference::run)
                .map(here -> new RecordedReference(
                        here / RECORDED_CALIBRATION,
                        "calibration here %.0f, where recorded %.0f".formatted(here, RECORDED_CALIBRATION)))
                .orElseGet(() -> new RecordedReference(1, "not calibrated: no calibration script or no python3 here"));
    }

    /** Returns a recorded number of operations per CPU second as it would be on this machine. */
    public double scaledRate(double recorded) {
        return recorded * factor;
    }

    /** Returns a recorded number of CPU seconds as it would be on this machine. */
    public double scaledSeconds(double recorded) {
        return recorded / factor;
    }

    private static Optional<Path> script() {
        String named = System.getenv("GUERDON_CALIBRATE");
        Path path = named != null ? Path.of(named) : Path.of("..", "shared", "bench", "calibrate.py");
        return Optional.of(path).filter(Files::isReadable);
    }

    private static Optional<Double> run(Path script) {
        return PythonOriginal.output(List.of("python3", script.toString()), List.of())
                .flatMap(printed -> JsonCodec.read(printed, script.toString()).find("calibration_ops_per_cpu_second"))
                .map(Json::asDouble);
    }
}
