package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.model.MessageJson;
import dev.guerdon.api.Json;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import org.junit.jupiter.api.Test;

class UsageTest {

    @Test
    void nothingIsNegativeAndWhatWasIsUnknown() {
        for (Usage odd : new Usage[] {
            new Usage(1, -5, 10, 0.5),
            new Usage(1, 5, -10, 0.5),
            new Usage(1, 5, 10, -0.5),
            new Usage(1, 5, 10, Double.NaN),
            new Usage(1, 5, 10, Double.POSITIVE_INFINITY),
            new Usage(-1, 5, 10, 0.5)
        }) {
            assertThat(odd.calls()).isNotNegative();
            assertThat(odd.inputTokens()).isNotNegative();
            assertThat(odd.outputTokens()).isNotNegative();
            assertThat(odd.usd()).isBetween(0.0, 0.5);
            assertThat(odd.costKnown()).isFalse();
            assertThat(new Usage(1, 1, 1, 1).plus(odd).costKnown()).isFalse();
        }
        assertThat(new Usage(1, 5, 10, 0.5).costKnown()).isTrue();
        assertThat(Usage.NONE.costKnown()).isTrue();
    }

    @Test
    void unknownCostIsNullInJsonAndReadsBack() {
        Usage unknown = new Usage(3, 5, 10, 0.25, 2);
        Json json = JsonCodec.read(JsonCodec.write(TurnJson.of(unknown)), "usage");
        assertThat(json.get("usd").isNull()).isTrue();
        assertThat(json.get("unknown_calls").asLong()).isEqualTo(2);
        assertThat(MessageJson.usage(json)).isEqualTo(unknown);
        Usage known = new Usage(3, 5, 10, 0.25);
        assertThat(MessageJson.usage(JsonCodec.read(JsonCodec.write(TurnJson.of(known)), "usage")))
                .isEqualTo(known);
    }
}
