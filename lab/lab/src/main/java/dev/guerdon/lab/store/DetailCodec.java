package dev.guerdon.lab.store;

import dev.guerdon.agent.TurnJson;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.core.base.MessageWriter;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.LabException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the content of an episode as compressed JSON.
 *
 * <p>Layout, version 1: JSON in UTF-8, deflated, with {@code task} (see {@link MessageWriter#task}), {@code trajectory} (see
 * {@link MessageWriter#trajectory}), {@code turns} (see {@link TurnJson}) and {@code artifacts}, a path relative to the run, so that a run can be
 * moved. Keys that this process knows are hidden. The version is that of the tables in {@code results.db}.
 */
final class DetailCodec {

    /** No episode that this library wrote comes near; a damaged or hostile file may claim anything. */
    private static final int LARGEST = 1 << 30;

    /** The column of what was said, before that of its checksum. */
    private static final int BODY = 2;

    private DetailCodec() {}

    static byte[] encode(Episode episode, EpisodeDetail detail, Path folder) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("task", MessageWriter.task(detail.task()));
        out.put(
                "trajectory",
                MessageWriter.trajectory(
                        EpisodeDetail.hiddenCounted(detail.task(), detail.trajectory(), episode.answer())));
        out.put("turns", detail.turns().stream().map(TurnJson::of).toList());
        out.put("artifacts", detail.artifacts().map(path -> relative(folder, path)));
        Object stored = SecretFilter.known().hideKeysIn(out).value();
        return compress(JsonCodec.write(stored).getBytes(StandardCharsets.UTF_8));
    }

    private static String relative(Path folder, Path path) {
        Path from = folder.toAbsolutePath().normalize();
        Path to = path.toAbsolutePath().normalize();
        return (to.startsWith(from) ? from.relativize(to) : to).toString().replace('\\', '/');
    }

    /** Returns what is stored of an episode, from a row of the table {@code detail}; that of an earlier build has no checksum. */
    static EpisodeDetail read(ResultSet row, Episode episode, Path folder, String run) throws SQLException {
        String where = "episode " + episode.key() + " of the run " + run;
        byte[] body = row.getBytes(BODY);
        boolean checked = false;
        if (row.getMetaData().getColumnCount() > BODY) {
            long stored = row.getLong(BODY + 1);
            checked = !row.wasNull();
            if (checked && (body == null || stored != RowChecksum.of(body))) {
                throw damaged(where, run, null);
            }
        }
        EpisodeDetail detail = decode(body == null ? new byte[0] : body, folder, where, run);
        return checked ? detail : ofAnEarlierBuild(episode, detail);
    }

    /** Earlier builds, which had no checksums, hid in answers and golds whatever looked like a secret. */
    private static EpisodeDetail ofAnEarlierBuild(Episode episode, EpisodeDetail detail) {
        boolean hidden =
                episode.answer().contains(SecretFilter.HIDDEN) || episode.gold().contains(SecretFilter.HIDDEN);
        return hidden
                ? new EpisodeDetail(
                        detail.task(),
                        detail.trajectory().withMetrics(Map.of(EpisodeDetail.HIDDEN_TEXTS, 1.0)),
                        detail.turns(),
                        detail.artifacts())
                : detail;
    }

    private static EpisodeDetail decode(byte[] bytes, Path folder, String where, String run) {
        byte[] plain;
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
            plain = in.readNBytes(LARGEST);
        } catch (IOException e) {
            throw damaged(where, run, e);
        }
        if (plain.length == LARGEST) {
            throw new LabException(where + " is larger than 1 GiB unpacked, which no episode is");
        }
        try {
            Json json = JsonCodec.read(plain, where);
            return new EpisodeDetail(
                    MessageReader.task(json.get("task")),
                    MessageReader.storedTrajectory(json.get("trajectory")),
                    json.get("turns").asList().stream().map(TurnJson::read).toList(),
                    artifacts(json, folder));
        } catch (GuerdonException
                | IllegalArgumentException
                | NullPointerException
                | ClassCastException
                | DateTimeException
                | IOException e) {
            throw damaged(where, run, e);
        }
    }

    /** Returns the folder of an episode's files. Somebody else's run may name any folder, or have a link to it: only one within the run counts. */
    private static Optional<Path> artifacts(Json json, Path folder) throws IOException {
        Path own = folder.toAbsolutePath().normalize();
        Optional<Path> named = json.find("artifacts")
                .map(path -> folder.resolve(path.asString()))
                .filter(path -> path.toAbsolutePath().normalize().startsWith(own));
        return named.isPresent()
                        && Files.exists(named.get())
                        && !named.get().toRealPath().startsWith(own.toRealPath())
                ? Optional.empty()
                : named;
    }

    /** Returns the exception for an episode of which it is not known what was said. */
    private static LabException damaged(String where, String run, @Nullable Exception reason) {
        String message = "what was said in " + where + " is damaged in results.db"
                + (reason == null ? ": it does not fit its checksum" : ": " + reason.getMessage())
                + "; put a copy of the run in its place, or play the task in another run than " + run;
        return reason == null ? new LabException(message) : new LabException(message, reason);
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
}
