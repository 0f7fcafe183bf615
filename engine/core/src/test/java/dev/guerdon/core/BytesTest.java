package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.LineBlock.Bytes;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BytesTest {

    @Test
    void everyByteIsFoundWhereverItStands() {
        for (int size : new int[] {0, 1, 7, 8, 9, 31}) {
            byte[] bytes = new byte[size];
            IntStream.range(0, size).forEach(i -> {
                bytes[i] = '\n';
                assertThat(Bytes.indexOf(bytes, 0, size, (byte) '\n')).isEqualTo(i);
                bytes[i] = (byte) (i % 2 == 0 ? 0x8a : 0x0b);
            });
            assertThat(Bytes.indexOf(bytes, 0, size, (byte) '\n')).isEqualTo(-1);
        }
    }
}
