package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import example.Hall;
import example.Wires;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The messages that openenv 0.10.0 sent over its WebSockets, and what it got; each is sent again. {@link OpenEnvClientTest} runs the clients
 * themselves, and records them where the property {@code guerdon.record.openenv} names a file.
 */
@Timeout(120)
class OpenEnvReplayTest {

    @Test
    void recordedMessagesAreAnsweredAsTheyWere() throws Exception {
        Map<Integer, Wires> open = new HashMap<>();
        int compared = 0;
        try (Hall hall = Hall.guarded();
                BufferedReader lines = new BufferedReader(new InputStreamReader(
                        Objects.requireNonNull(getClass().getResourceAsStream("/vectors/openenv.jsonl")),
                        StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Json recorded = JsonCodec.read(line, "a recorded line");
                int connection = recorded.get("connection").asInt();
                if (recorded.find("sent").isPresent()) {
                    Wires wires = open.get(connection);
                    if (wires == null) {
                        wires = new Wires(
                                hall.server.port(),
                                recorded.get("path").asString(),
                                "Authorization: Bearer " + Hall.TOKEN);
                        open.put(connection, wires);
                    }
                    wires.text(JsonCodec.write(recorded.get("sent").value()));
                } else if (recorded.find("closed").isPresent()) {
                    Wires wires = Objects.requireNonNull(open.remove(connection));
                    try {
                        // The server frees the place before it says that it is closed.
                        assertThat(wires.text("{\"type\":\"close\"}").next()).isNull();
                    } catch (SocketException e) {
                        assertThat(e)
                                .as("a refused connection was ended by the server")
                                .isNotNull();
                    }
                    wires.close();
                } else {
                    String answer = Objects.requireNonNull(open.get(connection)).next();
                    assertThat(answer).as(line).isNotNull();
                    assertThat(comparable(JsonCodec.read(answer, "the answer").value()))
                            .as(line)
                            .isEqualTo(comparable(recorded.get("received").value()));
                    compared++;
                }
            }
            assertThat(compared).isGreaterThan(40);
        } finally {
            for (Wires wires : open.values()) {
                wires.close();
            }
        }
    }

    /** A value without what is new each time: the names that the server gives to episodes. */
    private static String comparable(@Nullable Object value) {
        return JsonCodec.write(value).replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "an episode");
    }
}
