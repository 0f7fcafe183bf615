package dev.guerdon.server.scoring;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.base.JsonBuffer;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.server.http.AnswerSigner;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.PackedBody;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.Endpoints;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The native API: {@code POST /v1/score}, with one record, many, or JSON lines both ways.
 *
 * @param signer signs the answers; null if they are not signed
 */
record ScoreEndpoints(ScoringService scoring, @Nullable AnswerSigner signer) implements Endpoints {

    private static final HeaderName SIGNATURE = HeaderNames.create(AnswerSigner.HEADER);

    @Override
    public void addTo(HttpRouting.Builder routing) {
        routing.post("/v1/score", this::score);
        routing.post("/v1/score/{reward}", this::score);
    }

    private void score(ServerRequest request, ServerResponse response) {
        String named = name(request);
        try (ScoringService.Lease lease = scoring.lease(request)) {
            if (LineStream.isAskedFor(request)) {
                RewardEngine engine = engine(lease, named == null ? "" : named, named != null);
                new LineStream(lease, engine, signer).run(request, response);
                return;
            }
            JsonResponses.requireJson(request);
            byte[] bytes = PackedBody.read(request, lease.definition().limits().body());
            ScoreBody body = ScoreBody.read(
                    bytes, named != null, lease.definition().limits().batch());
            List<String> names = named != null ? List.of(named) : body.rewards();
            List<RewardEngine> engines = names.isEmpty()
                    ? List.of(engine(lease, "", false))
                    : names.stream().map(lease::engine).toList();
            JsonBuffer out = new JsonBuffer(Math.clamp(bytes.length, 512, 16384));
            answer(lease, engines, bytes, body, out);
            byte[] answer = out.toByteArray();
            if (signer != null) {
                response.header(
                        SIGNATURE,
                        signer.sign(
                                target(request),
                                Sha256.digest().digest(bytes),
                                Sha256.digest().digest(answer)));
            }
            response.header(HeaderNames.CONTENT_TYPE, "application/json");
            response.send(answer);
        }
    }

    /** Returns the path and query as the client sent them. */
    static String target(ServerRequest request) {
        String query = request.prologue().query().rawValue();
        return request.prologue().uriPath().rawPath() + (query.isEmpty() ? "" : "?" + query);
    }

    /** Returns the name in the address, null if there is none. */
    private static @Nullable String name(ServerRequest request) {
        if (request.path().pathParameters().contains("reward")) {
            return request.path().pathParameters().get("reward");
        }
        return request.query().contains("reward") ? request.query().get("reward") : null;
    }

    /** Returns the engine of a name. Who names none means the only reward, and must say which where there are several. */
    private static RewardEngine engine(ScoringService.Lease lease, String name, boolean named) {
        if (!named && lease.definition().rewards().size() > 1) {
            throw ServeException.bad(
                    "several rewards are served here; say which with 'reward' in the body, or in the address: POST"
                            + " /v1/score/NAME. GET /v1/rewards lists them");
        }
        return lease.engine(name);
    }

    private static void answer(
            ScoringService.Lease lease, List<RewardEngine> engines, byte[] bytes, ScoreBody body, JsonBuffer out) {
        Duration deadline =
                body.deadline() == null ? lease.definition().limits().batchDeadline() : body.deadline();
        List<Records> scored = new ArrayList<>(engines.size());
        long until = System.nanoTime() + deadline.toNanos();
        for (RewardEngine engine : engines) {
            Records records = new Records(engine, bytes, body);
            Duration left = Duration.ofNanos(Math.max(1, until - System.nanoTime()));
            records.score(lease, bytes.length, left);
            scored.add(records);
        }
        if (body.single()) {
            record(scored, 0, body.many(), out);
            return;
        }
        out.raw("{\"scores\":[");
        for (int i = 0; i < body.count(); i++) {
            out.raw(i == 0 ? "" : ",");
            record(scored, i, body.many(), out);
        }
        long whole = IntStream.range(0, body.count())
                .filter(i -> scored.stream().allMatch(each -> each.score(i) instanceof Score.Scored))
                .count();
        counts(out, whole, body.count() - whole);
    }

    private static void record(List<Records> scored, int i, boolean many, JsonBuffer out) {
        out.raw("{");
        LineSample sample = scored.getFirst().sample(i);
        if (sample != null && sample.idValue() != null) {
            out.raw("\"id\":").value(sample.idValue()).raw(",");
        }
        if (!many) {
            out.score(scored.getFirst().score(i), null);
        } else {
            out.raw("\"rewards\":{");
            for (int j = 0; j < scored.size(); j++) {
                out.raw(j == 0 ? "" : ",").string(scored.get(j).name()).raw(":{");
                out.score(scored.get(j).score(i), null);
                out.raw("}");
            }
            out.raw("}");
        }
        out.raw("}");
    }

    /** Writes the counts that follow the scores of a list. */
    private static void counts(JsonBuffer out, long scored, long missing) {
        out.raw("],\"scored\":")
                .value(scored)
                .raw(",\"unscored\":")
                .value(missing)
                .raw("}");
    }

    /** The records of a body for one reward: some may not be readable. */
    private static final class Records {
        private final RewardEngine engine;
        private final @Nullable LineSample[] samples;
        private final Score[] scores;

        Records(RewardEngine engine, byte[] bytes, ScoreBody body) {
            this.engine = engine;
            this.samples = new LineSample[body.count()];
            this.scores = new Score[body.count()];
            for (int i = 0; i < samples.length; i++) {
                try {
                    samples[i] = engine.decoder().decode(bytes, body.from()[i], body.to()[i], i + 1L);
                } catch (GuerdonException e) {
                    scores[i] = LineStream.unreadable(e, "sample " + (i + 1));
                }
            }
        }

        void score(ScoringService.Lease lease, long bytes, Duration deadline) {
            List<LineSample> readable = new ArrayList<>(samples.length);
            for (LineSample sample : samples) {
                if (sample != null) {
                    readable.add(sample);
                }
            }
            List<Score> got = lease.score(engine, readable, bytes, deadline);
            int next = 0;
            for (int i = 0; i < samples.length; i++) {
                if (samples[i] != null) {
                    scores[i] = got.get(next++);
                } else {
                    engine.stats().answered(scores[i]);
                }
            }
        }

        String name() {
            return engine.served().name();
        }

        @Nullable
        LineSample sample(int i) {
            return samples[i];
        }

        Score score(int i) {
            return scores[i];
        }
    }
}
