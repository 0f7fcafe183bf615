package dev.guerdon.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipStreamTest {

    private static byte[] packed(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(out)) {
            packing.write(content);
        }
        return out.toByteArray();
    }

    private static byte[] repeated(byte[] member, int times) {
        byte[] all = new byte[member.length * times];
        for (int i = 0; i < times; i++) {
            System.arraycopy(member, 0, all, i * member.length, member.length);
        }
        return all;
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] unpacked(byte[] packed) throws IOException {
        try (GzipStream in = new GzipStream(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 16 << 10, 1 << 20})
    void membersFollowEachOtherInPortionsOfAnySize(int portion) throws IOException {
        byte[] noise = new byte[100_000];
        new Random(5).nextBytes(noise);
        byte[] all = joined(packed(noise), packed(new byte[0]), packed(new byte[200_000]), new byte[512]);
        FilterInputStream slow = new FilterInputStream(new ByteArrayInputStream(all)) {
            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return super.read(bytes, from, Math.min(length, portion));
            }
        };
        try (GzipStream in = new GzipStream(slow)) {
            assertThat(in.readAllBytes()).isEqualTo(joined(noise, new byte[200_000]));
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void anyNumberOfMembersWithContentIsRead() throws IOException {
        assertThat(unpacked(repeated(packed(new byte[] {'a'}), 20_000))).hasSize(20_000);
    }

    @Test
    void emptyMembersAreCounted() throws IOException {
        byte[] empty = packed(new byte[0]);
        assertThat(unpacked(repeated(empty, GzipStream.MAX_EMPTY_MEMBERS))).isEmpty();
        assertThatThrownBy(() -> unpacked(repeated(empty, 100_000)))
                .isInstanceOf(ZipException.class)
                .hasMessageContaining("empty gzip members");
    }

    @Test
    void namesAndExtrasInTheHeaderAreSkipped() throws IOException {
        byte[] plain = packed(new byte[] {'a', 'b'});
        byte[] header = {0x1f, (byte) 0x8b, 8, 31, 0, 0, 0, 0, 0, 3, 2, 0, 9, 9, 'n', 0, 'c', 0, 1, 1};
        assertThat(unpacked(joined(header, Arrays.copyOfRange(plain, 10, plain.length))))
                .containsExactly('a', 'b');
    }

    @Test
    void damagedDataIsAnError() throws IOException {
        byte[] sound = packed("some text that is packed".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        for (int length = 0; length < sound.length; length++) {
            byte[] cut = Arrays.copyOf(sound, length);
            assertThatThrownBy(() -> unpacked(cut)).isInstanceOf(EOFException.class);
        }
        byte[] other = sound.clone();
        other[sound.length - 5] ^= 1; // its checksum
        assertThatThrownBy(() -> unpacked(other)).isInstanceOf(ZipException.class);
        assertThatThrownBy(() -> unpacked(joined(sound, new byte[] {0, 'x'}))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> unpacked(new byte[] {'p', 'l', 'a', 'i', 'n'})).isInstanceOf(ZipException.class);
    }
}
