package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import example.Hall;
import example.Wires;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What the tests of OpenEnv's WebSocket share: connections, messages, and looking at answers. */
final class OpenEnvSocket {

    private OpenEnvSocket() {}

    static Wires wires(Hall hall, String path, String... headers) throws IOException {
        return new Wires(hall.server.port(), path, headers);
    }

    static String reset(String data) {
        return "{\"type\":\"reset\",\"data\":" + data + "}";
    }

    static String step(String action) {
        return "{\"type\":\"step\",\"data\":{\"action\":\"" + action + "\"}}";
    }

    /** The code of an answer that is an error. */
    static String code(Json answer) {
        assertThat(answer.get("type").asString())
                .as(JsonCodec.write(answer.value()))
                .isEqualTo("error");
        return answer.get("data").get("code").asString();
    }

    /** Waits for something that happens in another thread. */
    static void until(BooleanSupplier done) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
