package dev.guerdon.browser.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.browser.driver.CdpConnection.Message;
import dev.guerdon.browser.driver.ChromiumPipe.Values;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The browser's JSON. */
class ValuesTest {

    @Test
    void halvesOfCharactersBecomeTextAndWholeOnesStay() throws IOException {
        String json = "{\"a\": [\"x\\ud83dy\", \"\\ud83d\\ude00\", 1, 2.5, null, true]}";
        assertThat(Values.read(json.getBytes(StandardCharsets.UTF_8)).get("a"))
                .isEqualTo(Arrays.asList("x\ufffdy", "\ud83d\ude00", 1, 2.5, null, true));
    }

    @Test
    void answersAndEventsAreToldApart() throws IOException {
        Message answer = Message.of(read("{'id': 3, 'result': {'a': 1}, 'sessionId': 'S'}"));
        assertThat(answer).isEqualTo(new Message(3, "S", "", Map.of("a", 1), null));
        Message failed = Message.of(read("{'id': 4, 'error': {'code': -32000, 'message': 'no'}}"));
        assertThat(failed.error()).isEqualTo("no");
        Message event = Message.of(read("{'method': 'Page.x', 'params': {'l': []}}"));
        assertThat(event).isEqualTo(new Message(0, "", "Page.x", Map.of("l", List.of()), null));
    }

    private static Map<String, @Nullable Object> read(String json) throws IOException {
        return Values.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
