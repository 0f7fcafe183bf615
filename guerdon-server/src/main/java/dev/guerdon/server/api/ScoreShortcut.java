package dev.guerdon.server.api;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonBuffer;
import dev.guerdon.base.JsonScanner;
import dev.guerdon.core.LineSample;
import dev.guerdon.server.http.AnswerSigner;
import dev.guerdon.server.http.Shortcut;
import dev.guerdon.server.scoring.Engine;
import dev.guerdon.server.scoring.Scoring;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The short way for {@code POST /v1/score/NAME} with a record or a list of them, where the reward is one that never hangs and is quick.
 * Everything else, every error included, takes the long way, which gives the same answer.
 */
@Internal
public final class ScoreShortcut implements Shortcut {

    private static final String PATH = "/v1/score/";

    /** A connection keeps a buffer of this size at most for its next answer. */
    private static final int MOST_KEPT = 256 << 10;

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private final Scoring scoring;
    private final @Nullable AnswerSigner signer;
    private volatile Dated dated = new Dated(-1, "");

    private record Dated(long second, String text) {}

    /**
     * The short way to the rewards of a server.
     *
     * @param signer signs the answers; null where nobody asked for it
     */
    public ScoreShortcut(Scoring scoring, @Nullable AnswerSigner signer) {
        this.scoring = scoring;
        this.signer = signer;
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
        private JsonBuffer out = new JsonBuffer(1024);

        @Override
        public byte @Nullable [] answer(String path, byte[] bytes, int from, int to, String client, boolean keepAlive) {
            if (!path.startsWith(PATH) || path.indexOf('/', PATH.length()) >= 0 || scoring.isDraining()) {
                return null;
            }
            int start = JsonScanner.space(bytes, from, to);
            int end = to;
            while (end > start && bytes[end - 1] <= ' ' && bytes[end - 1] >= 0) {
                end--;
            }
            if (start == end) {
                return null;
            }
            out.cutTo(0);
            try (Scoring.Lease lease = scoring.lease(client)) {
                boolean answered = false;
                try {
                    Engine engine = lease.engine(path.substring(PATH.length()));
                    answered = switch (bytes[start]) {
                        case '{' -> record(lease, engine, bytes, start, end);
                        case '[' ->
                            to - from <= lease.definition().limits().body() && list(lease, engine, bytes, start, end);
                        default -> false;
                    };
                } finally {
                    if (!answered) {
                        lease.comesAgain();
                    }
                }
                return answered ? answer(signature(path, bytes, from, to), keepAlive) : null;
            } catch (GuerdonException e) {
                return null;
            } finally {
                if (out.size() > MOST_KEPT) {
                    out = new JsonBuffer(1024);
                }
            }
        }

        private boolean record(Scoring.Lease lease, Engine engine, byte[] bytes, int start, int end) {
            LineSample sample = engine.decoder().decode(bytes, start, end, 1);
            List<Score> scores = lease.scoreHere(engine, List.of(sample), end - start, here);
            if (scores == null) {
                return false;
            }
            ScoreJson.record(out, sample, scores.getFirst());
            return true;
        }

        /** Answers a list of records, each of which can be read without a second look. */
        private boolean list(Scoring.Lease lease, Engine engine, byte[] bytes, int start, int end) {
            int most = lease.definition().limits().batch();
            List<LineSample> samples = new ArrayList<>();
            int at = JsonScanner.space(bytes, start + 1, end);
            while (at < end && bytes[at] == '{' && samples.size() < most) {
                LineSample sample = engine.decoder().decodeNext(bytes, at, end, samples.size() + 1L);
                if (sample == null) {
                    return false;
                }
                samples.add(sample);
                at = JsonScanner.space(bytes, sample.end(), end);
                if (at + 1 < end && bytes[at] == ',') {
                    at = JsonScanner.space(bytes, at + 1, end);
                } else if (at + 1 == end && bytes[at] == ']') {
                    return list(lease, engine, samples, end - start);
                } else {
                    return false;
                }
            }
            return false;
        }

        private boolean list(Scoring.Lease lease, Engine engine, List<LineSample> samples, int size) {
            List<Score> scores = lease.scoreHere(engine, samples, size, here);
            if (scores == null) {
                return false;
            }
            ScoreJson.list(out, samples, scores);
            return true;
        }

        private String signature(String path, byte[] bytes, int from, int to) {
            if (signer == null) {
                return "";
            }
            MessageDigest asked = AnswerSigner.digest();
            asked.update(bytes, from, to - from);
            byte[] answered = AnswerSigner.digest().digest(out.toByteArray());
            return AnswerSigner.HEADER + ": " + signer.sign(path, asked.digest(), answered) + "\r\n";
        }

        private byte[] answer(String signature, boolean keepAlive) {
            byte[] head = ("HTTP/1.1 200 OK\r\nDate: " + date() + "\r\nConnection: "
                            + (keepAlive ? "keep-alive" : "close") + "\r\nContent-Length: " + out.size()
                            + "\r\n" + signature + "Content-Type: application/json\r\n\r\n")
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
