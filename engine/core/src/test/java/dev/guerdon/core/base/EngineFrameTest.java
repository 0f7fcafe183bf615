package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineFrameTest {

    private static byte[] written(EngineFrame... frames) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (EngineFrame frame : frames) {
            frame.write(out);
        }
        return out.toByteArray();
    }

    @Test
    void aFrameIsItsLengthItsKindItsBatchAndItsPayload() throws IOException {
        byte[] payload = "{}".getBytes(StandardCharsets.UTF_8);
        assertThat(written(new EngineFrame(EngineFrame.HELLO, 0x01020304, payload)))
                .containsExactly(0, 0, 0, 7, 'H', 1, 2, 3, 4, '{', '}');
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8191, 8192, 300_000})
    void framesOfAnySizeComeBack(int size) throws IOException {
        byte[] payload = "x".repeat(size).getBytes(StandardCharsets.UTF_8);
        ByteArrayInputStream in = new ByteArrayInputStream(written(
                new EngineFrame(EngineFrame.SCORE, -1, payload), new EngineFrame(EngineFrame.DONE, 7, new byte[0])));
        EngineFrame first = EngineFrame.read(in);
        assertThat(first).isNotNull();
        assertThat(first.kind()).isEqualTo(EngineFrame.SCORE);
        assertThat(first.id()).isEqualTo(-1);
        assertThat(first.payload()).isEqualTo(payload);
        assertThat(EngineFrame.read(in)).isNotNull();
        assertThat(EngineFrame.read(in)).as("the end between two frames").isNull();
    }

    @Test
    void anEndWithinAFrameIsNotAnEnd() throws IOException {
        byte[] whole = written(new EngineFrame(EngineFrame.SCORE, 1, new byte[10]));
        for (int cut = 1; cut < whole.length; cut++) {
            ByteArrayInputStream in = new ByteArrayInputStream(whole, 0, cut);
            assertThatThrownBy(() -> EngineFrame.read(in)).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void lengthThatNoFrameHasIsRefusedBeforeAnythingIsReadOrAllocated() {
        for (byte[] length : new byte[][] {{0, 0, 0, 4}, {0x7f, -1, -1, -1}, {-1, -1, -1, -1}}) {
            assertThatThrownBy(() -> EngineFrame.read(new ByteArrayInputStream(length)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("a frame of");
        }
    }
}
