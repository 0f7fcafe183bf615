package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PieceCodecTest {

    private record Timed(Instant at, List<Duration> took, OptionalDouble mean, Map<String, @Nullable Object> fields) {}

    @Test
    void timesComeBackWhereTheyWereDeclaredAndAreTextsAmongValuesOfAnyType() {
        Instant at = Instant.parse("2026-02-03T04:05:06.789Z");
        Duration took = Duration.ofMillis(1500);
        Timed timed = new Timed(
                at, List.of(took), OptionalDouble.of(0.5), Map.of("at", at, "all", List.of(took), "mean", 2L));

        assertThat(PieceCodec.read(PieceCodec.bytes(timed), Timed.class))
                .isEqualTo(new Timed(
                        at,
                        List.of(took),
                        OptionalDouble.of(0.5),
                        Map.of("at", "2026-02-03T04:05:06.789Z", "all", List.of("PT1.5S"), "mean", 2L)));
    }

    @Test
    void aValueThatIsNestedTooDeepIsRefused() {
        Object[] deep = {List.of()};
        for (int i = 0; i < 100_000; i++) {
            deep[0] = List.of(deep[0]);
        }
        assertThatThrownBy(() -> PieceCodec.bytes(deep[0]))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("nested more than 1000 deep");
    }
}
