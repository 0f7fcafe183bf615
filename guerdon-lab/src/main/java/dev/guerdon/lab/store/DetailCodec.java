package dev.guerdon.lab.store;

import dev.guerdon.agent.TurnJson;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.MessageReader;
import dev.guerdon.base.MessageWriter;
import dev.guerdon.base.Secrets;
import dev.guerdon.base.TaskJson;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.LabException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** What happened in an episode as compressed JSON. Paths of artifacts are kept relative to the run, so that a run can be moved. */
final class DetailCodec {

    /** No episode that this library wrote comes near; a damaged or hostile file may claim anything. */
    private static final int LARGEST = 1 << 30;

    private DetailCodec() {}

    static byte[] encode(EpisodeDetail detail, Path folder) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("task", TaskJson.of(detail.task()));
        out.put("trajectory", trajectory(detail.trajectory()));
        out.put("turns", detail.turns().stream().map(TurnJson::of).toList());
        out.put("artifacts", detail.artifacts().map(path -> relative(folder, path)));
        return compress(JsonCodec.write(Secrets.known().redactValue(out)).getBytes(StandardCharsets.UTF_8));
    }

    private static String relative(Path folder, Path path) {
        Path from = folder.toAbsolutePath().normalize();
        Path to = path.toAbsolutePath().normalize();
        return (to.startsWith(from) ? from.relativize(to) : to).toString().replace('\\', '/');
    }

    static EpisodeDetail decode(byte[] bytes, Path folder, String where) {
        Json json = JsonCodec.read(decompress(bytes, where), where);
        return new EpisodeDetail(
                TaskJson.read(json.get("task")),
                readTrajectory(json.get("trajectory")),
                json.get("turns").asList().stream().map(TurnJson::read).toList(),
                json.find("artifacts").map(path -> folder.resolve(path.asString())));
    }

    private static List<Message> messages(Json json) {
        return MessageReader.messages(Objects.requireNonNull(json.value()));
    }

    private static Map<String, @Nullable Object> trajectory(Trajectory trajectory) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("rollout_id", trajectory.rolloutId());
        out.put("group_id", trajectory.groupId());
        out.put(
                "segments",
                trajectory.segments().stream().map(MessageWriter::messages).toList());
        out.put(
                "reward",
                trajectory.reward().isPresent() ? (Object) trajectory.reward().getAsDouble() : null);
        out.put("metrics", trajectory.metrics());
        out.put("finish_reason", trajectory.finishReason().name());
        out.put("started", trajectory.started().toString());
        out.put("duration_ns", trajectory.duration().toNanos());
        return out;
    }

    private static Trajectory readTrajectory(Json json) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        json.get("metrics")
                .asMap()
                .forEach((name, value) -> metrics.put(name, value instanceof Number n ? n.doubleValue() : Double.NaN));
        return new Trajectory(
                json.get("rollout_id").asString(),
                json.get("group_id").asString(),
                json.get("segments").asList().stream()
                        .map(DetailCodec::messages)
                        .toList(),
                json.find("reward")
                        .map(reward -> OptionalDouble.of(reward.asDouble()))
                        .orElse(OptionalDouble.empty()),
                metrics,
                FinishReason.of(json.get("finish_reason").asString()),
                Instant.parse(json.get("started").asString()),
                Duration.ofNanos(json.get("duration_ns").asLong()));
    }

    private static byte[] compress(byte[] plain) {
        Deflater deflater = new Deflater(3);
        ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 4 + 64);
        try (DeflaterOutputStream packed = new DeflaterOutputStream(out, deflater, 8192)) {
            packed.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return out.toByteArray();
    }

    private static byte[] decompress(byte[] packed, String where) {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
            byte[] plain = in.readNBytes(LARGEST);
            if (plain.length == LARGEST) {
                throw new LabException(where + " is larger than 1 GiB unpacked, which no episode is");
            }
            return plain;
        } catch (IOException e) {
            throw new LabException(where + " is damaged: " + e.getMessage(), e);
        }
    }
}
