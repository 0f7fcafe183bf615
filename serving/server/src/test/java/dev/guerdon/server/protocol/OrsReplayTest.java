package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The requests that openreward 0.1.167 sent, and what it got: each is sent again with the names of today's sessions. {@link OpenRewardClientTest}
 * runs the client itself.
 */
@Timeout(120)
class OrsReplayTest {

    @Test
    void recordedExchangesAreAnsweredAsTheyWere() throws Exception {
        Map<String, String> sessions = new LinkedHashMap<>();
        try (OrsServed served = new OrsServed();
                BufferedReader lines = new BufferedReader(new InputStreamReader(
                        Objects.requireNonNull(getClass().getResourceAsStream("/vectors/openreward.jsonl")),
                        StandardCharsets.UTF_8))) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                Json recorded = JsonCodec.read(line, "line " + number);
                HttpResponse<String> response = send(served, recorded, sessions);
                String where = "line " + number + ": " + line;
                assertThat(response.statusCode())
                        .as(where + "\n" + response.body())
                        .isEqualTo(recorded.get("status").asInt());
                assertThat(response.headers().firstValue("Location"))
                        .as(where)
                        .isEqualTo(recorded.find("location").map(Json::asString));
                if (recorded.get("path").asString().equals("/create_session")) {
                    sessions.put(
                            OrsServed.events(recorded.get("answer").asString())
                                    .getFirst()
                                    .data(),
                            OrsServed.events(response.body()).getFirst().data());
                }
                String expected = recorded.find("answer").map(Json::asString).orElse("");
                assertThat(comparable(response.body())).as(where).isEqualTo(comparable(named(expected, sessions)));
            }
            assertThat(number).isGreaterThan(100);
        }
    }

    private static HttpResponse<String> send(OrsServed served, Json recorded, Map<String, String> sessions)
            throws Exception {
        Map<String, Object> headers =
                new LinkedHashMap<>(recorded.get("headers").asMap());
        String body = recorded.find("body").map(Json::asString).orElse("");
        String[] given = headers.entrySet().stream()
                .flatMap(header ->
                        java.util.stream.Stream.of(header.getKey(), named(String.valueOf(header.getValue()), sessions)))
                .toArray(String[]::new);
        HttpRequest request = served.to(recorded.get("path").asString(), given)
                .method(
                        recorded.get("method").asString(),
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(named(body, sessions)))
                .build();
        return served.send(request);
    }

    private static String named(String text, Map<String, String> sessions) {
        String out = text;
        // The longer names first: $s1 is the beginning of $s10.
        for (String name : sessions.keySet().stream()
                .sorted((a, b) -> b.length() - a.length())
                .toList()) {
            out = out.replace(name, sessions.get(name));
        }
        return out;
    }

    /** An answer without what is new each time: the ids of calls, and the order of members. */
    private static Object comparable(String answer) {
        if (!answer.startsWith("event: ")) {
            return answer.isEmpty()
                    ? ""
                    : String.valueOf(sorted(JsonCodec.read(answer, "the answer").value()));
        }
        List<OrsServed.Event> events = OrsServed.events(answer);
        String first = events.getFirst().data();
        String whole = OrsServed.answer(events);
        return List.of(
                events.getFirst().event(),
                first.length() == 36 ? first : "a call",
                whole.isEmpty()
                        ? events.getLast()
                        : String.valueOf(sorted(JsonCodec.read(whole, "it").value())));
    }

    private static Object sorted(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map -> {
                Map<String, Object> out = new java.util.TreeMap<>();
                map.forEach((name, each) -> out.put(String.valueOf(name), sorted(each)));
                yield out;
            }
            case List<?> list -> list.stream().map(each -> sorted(each)).toList();
            default -> value;
        };
    }
}
