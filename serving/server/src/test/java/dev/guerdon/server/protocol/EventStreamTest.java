package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.protocol.ToolCalls.EventStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a long answer is cut. */
class EventStreamTest {

    @ParameterizedTest
    @ValueSource(
            strings = {" ", "\u00a0\u3000 x", "\ud83d\ude00", "a\n\t\"\\ ", "\u2028\u0085\u001f", "x", "\u200b\ufeff "})
    void chunksMakeTheSameValueAlsoForAClientThatStripsThem(String piece) {
        for (int shift = 0; shift < 8; shift++) {
            String value = "y".repeat(shift) + piece.repeat(9000);
            String json = JsonCodec.write(List.of(value));
            List<String> chunks = EventStream.chunks(json);
            assertThat(chunks).allMatch(chunk -> chunk.length() <= EventStream.CHUNK);
            assertThat(chunks).allMatch(chunk -> chunk.strip().length() > 0 && !startsBlank(chunk));
            assertThat(chunks)
                    .allMatch(chunk -> !Character.isLowSurrogate(chunk.charAt(0))
                            && !Character.isHighSurrogate(chunk.charAt(chunk.length() - 1)));
            assertThat(chunks).noneMatch(chunk -> chunk.contains("\n") || chunk.contains("\r"));
            assertThat(JsonCodec.read(String.join("", chunks), "the chunks")
                            .asList()
                            .getFirst()
                            .asString())
                    .isEqualTo(value);
        }
    }

    private static boolean startsBlank(String chunk) {
        return Character.isWhitespace(chunk.charAt(0)) || Character.isSpaceChar(chunk.charAt(0));
    }

    @Test
    void answerOfExactlyOneChunkIsOneChunk() {
        String json = JsonCodec.write("x".repeat(EventStream.CHUNK - 2));
        assertThat(EventStream.chunks(json)).containsExactly(json);
        assertThat(EventStream.chunks(JsonCodec.write("x".repeat(EventStream.CHUNK - 1))))
                .hasSize(2);
    }
}
