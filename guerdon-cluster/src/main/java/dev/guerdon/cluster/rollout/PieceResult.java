package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of the episodes of a piece.
 *
 * @param host the machine that played them
 * @param time how long it took
 * @param played the episodes that were played, by their place in the piece
 * @param lines what their environments put into the folder of the run; see {@link RunLines}
 */
record PieceResult(String host, Duration time, Map<Integer, Played> played, Map<String, List<String>> lines) {

    /** An episode that was played. */
    record Played(Rollout rollout, Artifacts artifacts) {}

    PieceResult {
        played = new TreeMap<>(played);
    }

    byte[] bytes() throws IOException {
        long files = played.values().stream()
                .mapToLong(each -> each.artifacts().bytes())
                .sum();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) files + (64 << 10));
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            PlainValues.write(out, host);
            out.writeLong(time.toNanos());
            out.writeInt(played.size());
            for (Map.Entry<Integer, Played> each : played.entrySet()) {
                out.writeInt(each.getKey());
                PlainValues.write(out, RolloutValues.of(each.getValue().rollout()));
                each.getValue().artifacts().write(out);
            }
            PlainValues.write(out, lines);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a result.
     *
     * @param plans the episodes of the piece
     */
    static PieceResult read(byte[] bytes, List<RolloutPlan> plans) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            String host = String.valueOf(PlainValues.read(in));
            Duration time = Duration.ofNanos(in.readLong());
            int count = in.readInt();
            Map<Integer, Played> played = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                int place = in.readInt();
                Rollout rollout = RolloutValues.rollout(plans.get(place), new Json(PlainValues.read(in)));
                played.put(place, new Played(rollout, Artifacts.read(in)));
            }
            Map<String, List<String>> lines = new LinkedHashMap<>();
            new Json(PlainValues.read(in))
                    .asMap()
                    .forEach((name, all) -> lines.put(
                            name,
                            new Json(all).asList().stream().map(Json::asString).toList()));
            return new PieceResult(host, time, played, lines);
        }
    }
}
