package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ArrivingInputTest {

    @Test
    void everyByteArrivesInOrder() throws IOException {
        byte[] bytes = new byte[5_000_000];
        new Random(1).nextBytes(bytes);
        try (ArrivingInput in = new ArrivingInput(new ByteArrayInputStream(bytes))) {
            assertThat(in.read()).isEqualTo(bytes[0] & 0xff);
            byte[] rest = in.readAllBytes();
            assertThat(rest).hasSize(bytes.length - 1).endsWith(bytes[bytes.length - 1]);
            assertThat(java.util.Arrays.equals(rest, 0, rest.length, bytes, 1, bytes.length))
                    .isTrue();
            assertThat(in.read()).isEqualTo(-1);
            assertThat(in.awaitReady(Duration.ZERO)).isTrue();
        }
    }

    @Test
    void tellsWhetherThereIsSomethingWithoutWaitingForIt() throws IOException {
        try (PipedOutputStream out = new PipedOutputStream();
                ArrivingInput in = new ArrivingInput(new PipedInputStream(out))) {
            assertThat(in.awaitReady(Duration.ofMillis(1))).isFalse();
            assertThat(in.available()).isZero();
            out.write(new byte[] {1, 2, 3});
            out.flush();
            assertThat(in.awaitReady(Duration.ofSeconds(30))).isTrue();
            assertThat(in.available()).isEqualTo(3);
            assertThat(in.readNBytes(3)).containsExactly(1, 2, 3);
            assertThat(in.awaitReady(Duration.ofMillis(1))).isFalse();
        }
    }

    @Test
    void failureComesBehindTheBytesBeforeIt() throws IOException {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the disk is gone");
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return read();
            }
        };
        try (ArrivingInput in =
                new ArrivingInput(new SequenceInputStream(new ByteArrayInputStream(new byte[] {7, 8}), broken))) {
            assertThat(in.readNBytes(2)).containsExactly(7, 8);
            assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessage("the disk is gone");
        }
    }
}
