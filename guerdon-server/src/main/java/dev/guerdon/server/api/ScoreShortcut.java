package dev.guerdon.server.api;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonBuffer;
import dev.guerdon.base.JsonScanner;
import dev.guerdon.core.LineSample;
import dev.guerdon.server.http.Shortcut;
import dev.guerdon.server.scoring.Engine;
import dev.guerdon.server.scoring.Scoring;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The short way for {@code POST /v1/score/NAME} with one record, where the reward is one that never hangs and is quick. Everything else,
 * every error included, takes the long way, which gives the same answer.
 */
@Internal
public final class ScoreShortcut implements Shortcut {

    private static final String PATH = "/v1/score/";
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private final Scoring scoring;
    private volatile Dated dated = new Dated(-1, "");

    private record Dated(long second, String text) {}

    public ScoreShortcut(Scoring scoring) {
        this.scoring = scoring;
    }

    @Override
    public Session open() {
        return new OfConnection();
    }

    private String date() {
        long second = System.currentTimeMillis() / 1000;
        Dated last = dated;
        if (last.second != second) {
            last = new Dated(second, DATE.format(ZonedDateTime.now(ZoneOffset.UTC)));
            dated = last;
        }
        return last.text;
    }

    private final class OfConnection implements Session {
        private final Engine.Here here = new Engine.Here();
        private final JsonBuffer out = new JsonBuffer(1024);

        @Override
        public byte @Nullable [] answer(String path, byte[] body, String client, boolean keepAlive) {
            if (!path.startsWith(PATH) || path.indexOf('/', PATH.length()) >= 0 || scoring.isDraining()) {
                return null;
            }
            int start = JsonScanner.space(body, 0, body.length);
            int end = body.length;
            while (end > start && body[end - 1] <= ' ' && body[end - 1] >= 0) {
                end--;
            }
            if (start == end || body[start] != '{') {
                return null;
            }
            try (Scoring.Lease lease = scoring.lease(client)) {
                Engine engine = lease.engine(path.substring(PATH.length()));
                LineSample sample = engine.decoder().decode(body, start, end, 1);
                Score score = lease.scoreHere(engine, sample, body.length, here);
                return score == null ? null : answer(sample, score, keepAlive);
            } catch (GuerdonException e) {
                return null;
            }
        }

        private byte[] answer(LineSample sample, Score score, boolean keepAlive) {
            out.cutTo(0);
            out.raw("{");
            if (sample.idValue() != null) {
                out.raw("\"id\":").value(sample.idValue()).raw(",");
            }
            ScoreJson.members(out, score);
            out.raw("}");
            byte[] head = ("HTTP/1.1 200 OK\r\nDate: " + date() + "\r\nConnection: "
                            + (keepAlive ? "keep-alive" : "close") + "\r\nContent-Length: " + out.size()
                            + "\r\nContent-Type: application/json\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1);
            byte[] answer = java.util.Arrays.copyOf(head, head.length + out.size());
            out.copyTo(answer, head.length);
            return answer;
        }

        @Override
        public void close() {
            here.close();
        }
    }
}
