package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnJsonTest {

    private static final Turn TURN = new Turn(
            3,
            "prompt",
            "reply",
            "click(1)",
            "page",
            0.25,
            "error",
            Duration.ofNanos(1_234_567_891),
            Duration.ofDays(2).plusNanos(7),
            new Usage(1, 20, 30, 0.5),
            Map.of("url", "http://example.org/"));

    @Test
    void whatIsWrittenReadsBackAsItWas() {
        assertThat(TurnJson.read(JsonCodec.read(JsonCodec.write(TurnJson.of(TURN)), "turn")))
                .isEqualTo(TURN);
    }

    @Test
    void turnsOfEarlierBuildsCanBeRead() {
        String stored = """
                {"index":3,"prompt":"prompt","reply":"reply","action":"click(1)","observation":"page","reward":0.25,
                 "error":"error","thinking_ns":1234567891,"acting_ns":172800000000007,"usage":[1,20,30,0.5],
                 "info":{"url":"http://example.org/"}}""";
        assertThat(TurnJson.read(JsonCodec.read(stored, "turn"))).isEqualTo(TURN);
    }
}
