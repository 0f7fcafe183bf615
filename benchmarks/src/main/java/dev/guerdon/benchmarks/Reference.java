package dev.guerdon.benchmarks;

import dev.guerdon.base.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What the Python references cost where they were recorded, scaled to this machine.
 *
 * <p>The recorded figures came with the speed of a small pure-Python calibration loop on that machine. Where its script is at hand
 * ({@code GUERDON_CALIBRATE}, or {@code ../shared/bench/calibrate.py}) it is run again, and the recorded figures are scaled by the
 * ratio of the two speeds; elsewhere they stand as they are, and the output says so.
 */
public final class Reference {

    /** Operations per CPU second of the calibration loop where the reference figures were recorded. */
    private static final double RECORDED_CALIBRATION = 66_900;

    private final double factor;
    private final String explanation;

    private Reference(double factor, String explanation) {
        this.factor = factor;
        this.explanation = explanation;
    }

    /** Calibrates: about three CPU seconds. */
    public static Reference calibrate() {
        return script().flatMap(Reference::run)
                .map(here -> new Reference(
                        here / RECORDED_CALIBRATION,
                        "calibration here %.0f, where recorded %.0f".formatted(here, RECORDED_CALIBRATION)))
                .orElseGet(() -> new Reference(1, "not calibrated: no calibration script or no python3 here"));
    }

    /** A recorded number of operations per CPU second as it would be on this machine. */
    public double scaledRate(double recorded) {
        return recorded * factor;
    }

    /** A recorded number of CPU seconds as it would be on this machine. */
    public double scaledSeconds(double recorded) {
        return recorded / factor;
    }

    /** How the scaling came about, for the output. */
    public String explanation() {
        return explanation;
    }

    private static Optional<Path> script() {
        String named = System.getenv("GUERDON_CALIBRATE");
        Path path = named != null ? Path.of(named) : Path.of("..", "shared", "bench", "calibrate.py");
        return Optional.of(path).filter(Files::isReadable);
    }

    private static Optional<Double> run(Path script) {
        try {
            Process python = new ProcessBuilder("python3", script.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!python.waitFor(1, TimeUnit.MINUTES) || python.exitValue() != 0) {
                return Optional.empty();
            }
            return JsonCodec.read(printed, script.toString())
                    .find("calibration_ops_per_cpu_second")
                    .map(value -> value.asDouble());
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
