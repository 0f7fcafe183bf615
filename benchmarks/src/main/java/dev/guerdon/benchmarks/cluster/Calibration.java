package dev.guerdon.benchmarks.cluster;

import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures that the simulator starts from, each with the command that measured it and what else ran.
 *
 * @param figures by name
 * @param trials that were measured, to compare the simulator with
 */
record Calibration(Map<String, Figure> figures, List<Trial> trials) {

    private static final String FILE = "calibration.json";

    /** A measured figure. */
    record Figure(double value, String unit, String command, String conditions) {}

    /**
     * A job that was measured on one machine.
     *
     * @param cpuSeconds of its process; by the clock it took longer, since other programs ran
     * @param fitted whether the figures were taken from this very trial, so that it proves nothing
     */
    record Trial(long records, double recordBytes, int cores, double pieceBytes, double cpuSeconds, boolean fitted) {}

    Calibration {
        figures = Map.copyOf(figures);
        trials = List.copyOf(trials);
    }

    /** The figures that come with the benchmarks. */
    static Calibration read() throws IOException {
        try (InputStream in = Calibration.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IOException("the resource " + FILE + " is missing");
            }
            return parse(in.readAllBytes(), FILE);
        }
    }

    static Calibration parse(byte[] utf8, String where) {
        Json json = JsonCodec.read(utf8, where);
        Map<String, Figure> figures = new LinkedHashMap<>();
        json.get("figures").asMap().forEach((name, figure) -> figures.put(name, figure(new Json(figure))));
        List<Trial> trials = new ArrayList<>();
        for (Json trial : json.get("trials").asList()) {
            trials.add(new Trial(
                    trial.get("records").asLong(),
                    trial.get("record_bytes").asDouble(),
                    trial.get("cores").asInt(),
                    trial.get("piece_bytes").asDouble(),
                    trial.get("cpu_seconds").asDouble(),
                    trial.get("fitted").asBoolean()));
        }
        return new Calibration(figures, trials);
    }

    private static Figure figure(Json json) {
        double value = json.get("value").asDouble();
        if (!(value >= 0)) {
            throw new IllegalArgumentException("expected a figure of at least 0, found " + value);
        }
        return new Figure(
                value,
                json.get("unit").asString(),
                json.get("command").asString(),
                json.get("conditions").asString());
    }

    /** The value of a figure. */
    double of(String name) {
        Figure figure = figures.get(name);
        if (figure == null) {
            throw new IllegalArgumentException("no figure '" + name + "' in " + FILE + "; there are: "
                    + String.join(", ", figures.keySet().stream().sorted().toList()));
        }
        return figure.value();
    }
}
