package dev.guerdon.server.trainer;

import dev.guerdon.api.Context;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.server.http.PackedBody;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.RewardService;
import dev.guerdon.server.spi.ServedReward;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a trainer asks: which reward, and the body of its request. */
record Asked(RewardService rewards, ServerRequest request, ServedReward reward, Json body, long bytes) {

    /**
     * Reads a request. The path or the query names the reward, because most trainers have no other place for a name; the first is meant
     * where neither does.
     */
    static Asked of(RewardService rewards, ServerRequest request) {
        byte[] bytes = PackedBody.read(request, rewards.limits().body());
        Json body = object(request, bytes);
        String name = request.path()
                .pathParameters()
                .first("reward")
                .or(() -> request.query().first("reward").asOptional())
                .orElse("");
        return new Asked(rewards, request, rewards.reward(name), body, bytes.length);
    }

    /** A body as an object. */
    static Json object(ServerRequest request, byte[] bytes) {
        if (bytes.length == 0) {
            throw wrong("a JSON object as the body", "none");
        }
        Responses.requireJson(request);
        Json body = JsonCodec.read(bytes, "the request body");
        if (!body.isObject()) {
            throw wrong("a JSON object as the body", body.kind());
        }
        return body;
    }

    /** A text of a body; empty where it is not there. */
    static String text(Json body, String name) {
        Json value = body.find(name).orElse(new Json(""));
        if (!value.isString()) {
            throw wrong("a text as '" + name + "'", value.kind());
        }
        return value.asString();
    }

    /** A request that is not as the protocol has it. */
    static ServeException wrong(String expected, String found) {
        return new ServeException(400, "bad_request", "expected " + expected + ", found " + found);
    }

    /** A text of the body; empty where it is not there. */
    String text(String name) {
        return text(body, name);
    }

    /** A sample of a question and its response. */
    static Sample sample(int index, List<Message> messages, String response, Map<String, @Nullable Object> fields) {
        return Sample.of(String.valueOf(index), response, Trajectory.of(messages), fields, Context.detached(fields));
    }

    List<Score> score(List<Sample> samples) {
        return rewards.score(request, reward, samples, bytes);
    }

    Score score(Sample sample) {
        return score(List.of(sample)).getFirst();
    }
}
