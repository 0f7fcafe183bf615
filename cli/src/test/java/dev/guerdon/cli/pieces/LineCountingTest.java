package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LineCountingTest {

    @Test
    void everyByteIsToldFromALineEnd() {
        for (int value = 0; value < 256; value++) {
            for (int length = 0; length < 20; length++) {
                byte[] bytes = new byte[length];
                java.util.Arrays.fill(bytes, (byte) value);
                assertThat(LineCounting.lineEnds(bytes, length)).isEqualTo(value == '\n' ? length : 0);
            }
        }
    }

    @Test
    void lineEndsAreCountedAmongAnyBytes() {
        Random random = new Random(3);
        for (int round = 0; round < 500; round++) {
            byte[] bytes = new byte[random.nextInt(100)];
            long expected = 0;
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = random.nextInt(3) == 0 ? (byte) '\n' : (byte) random.nextInt(256);
            }
            int length = bytes.length == 0 ? 0 : random.nextInt(bytes.length + 1);
            for (int i = 0; i < length; i++) {
                expected += bytes[i] == '\n' ? 1 : 0;
            }
            assertThat(LineCounting.lineEnds(bytes, length)).isEqualTo(expected);
        }
    }
}
