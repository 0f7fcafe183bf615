package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {

    /** What the JDK's decoder says, which does not know this class. */
    static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c0af", // a slash in two bytes
                "c180",
                "e0809f",
                "f08080af",
                "eda080", // half a pair
                "edbfbf",
                "f4908080", // beyond U+10FFFF
                "f5808080",
                "f8888080",
                "80", // a continuation of nothing
                "c3", // no end
                "e282",
                "f09f98",
                "c328",
                "ff",
                "fe"
            })
    void whatIsNoUtf8IsFoundInAWholeAndInPieces(String hex) {
        byte[] wrong = HexFormat.of().parseHex("616263" + hex);
        assertThat(isUtf8(wrong)).isFalse();
        assertThat(Utf8.firstWrong(wrong, 0, wrong.length)).isBetween(3, wrong.length);
        assertThat(Utf8.firstWrong(wrong, 0, 3)).isEqualTo(-1);
        assertThatThrownBy(() -> Utf8.strict(new ByteArrayInputStream(wrong)).readAllBytes())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("line 1 is not UTF-8");
        assertThatThrownBy(() -> {
                    InputStream in = Utf8.strict(new ByteArrayInputStream(wrong));
                    while (in.read() >= 0) {}
                })
                .isInstanceOf(IOException.class);
    }

    @Test
    void agreesWithTheDecoderOnRandomBytes() {
        Random random = new Random(8);
        int right = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(5)];
            for (int k = 0; k < bytes.length; k++) {
                bytes[k] = (byte) (random.nextBoolean() ? 0x80 + random.nextInt(64) : random.nextInt(256));
            }
            boolean expected = isUtf8(bytes);
            right += expected ? 1 : 0;
            assertThat(Utf8.firstWrong(bytes, 0, bytes.length) < 0)
                    .as(() -> HexFormat.of().formatHex(bytes))
                    .isEqualTo(expected);
        }
        assertThat(right).isGreaterThan(1_000);
    }

    @Test
    void messageSaysWhere(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("a.txt"), new byte[] {'a', '\n', (byte) 0xc3, (byte) 0xa4, (byte) 0xc0});
        assertThatThrownBy(() -> Utf8.read(file)).hasMessage("line 2 is not UTF-8: byte 5 of the file, 0xC0");
        Files.writeString(file, "ä日😀");
        assertThat(Utf8.read(file)).isEqualTo("ä日😀");
    }
}
