package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Episodes that one process is to play.
 *
 * @param atOnce how many of them at a time
 * @param patience how long it may go on to start further ones; those that it did not start are handed out again
 * @param plans the episodes
 */
record EpisodePiece(int atOnce, Duration patience, List<RolloutPlan> plans) {

    EpisodePiece {
        plans = List.copyOf(plans);
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(atOnce);
            out.writeLong(patience.toNanos());
            out.writeInt(plans.size());
            for (RolloutPlan plan : plans) {
                PlainValues.write(out, RolloutValues.of(plan));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static EpisodePiece read(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int atOnce = in.readInt();
            Duration patience = Duration.ofNanos(in.readLong());
            int count = in.readInt();
            List<RolloutPlan> plans = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                plans.add(RolloutValues.plan(new Json(PlainValues.read(in))));
            }
            return new EpisodePiece(atOnce, patience, plans);
        }
    }
}
