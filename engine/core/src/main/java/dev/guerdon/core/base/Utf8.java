package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/**
 * Reads UTF-8 as the standard has it: no overlong forms, no halves of pairs, nothing beyond U+10FFFF, no sequence without its end.
 *
 * <p>Java's decoders put a replacement character in the place of what is wrong, and JSON parsers read overlong forms as if they were
 * right. Both give a reward another text than the file has.
 */
@Internal
public final class Utf8 {

    /** How many bytes of the current character are missing. */
    private int missing;

    private int least = 0x80;
    private int most = 0xbf;

    private Utf8() {}

    /** Returns the index of the first byte that cannot stand where it stands, {@code to} where the end is missing, -1 where all is right. */
    public static int firstWrong(byte[] bytes, int from, int to) {
        Utf8 check = new Utf8();
        for (int i = from; i < to; i++) {
            if ((bytes[i] < 0 || check.missing > 0) && !check.accepts(bytes[i] & 0xff)) {
                return i;
            }
        }
        return check.missing > 0 ? to : -1;
    }

    /** Returns the text of a file. The message of the exception says which byte is wrong, and in which line. */
    public static String read(Path file) throws IOException {
        try (InputStream in = strict(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns the text of a resource next to a class. */
    public static String resource(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the same bytes, up to the first that is wrong: the read that meets it fails with a message that says where. */
    public static InputStream strict(InputStream in) {
        return new Checked(in);
    }

    private boolean accepts(int b) {
        if (missing > 0) {
            if (b < least || b > most) {
                return false;
            }
            least = 0x80;
            most = 0xbf;
            missing--;
            return true;
        }
        if (b < 0x80) {
            return true;
        }
        if (b < 0xc2 || b > 0xf4) {
            return false;
        }
        missing = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
        // Below these, fewer bytes would do; above, there are halves of pairs, and the end of Unicode.
        least = b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : 0x80;
        most = b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : 0xbf;
        return true;
    }

    private static final class Checked extends FilterInputStream {
        private final Utf8 check = new Utf8();
        private long position;
        private long line = 1;

        Checked(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            int count;
            do {
                count = read(one, 0, 1);
            } while (count == 0);
            return count < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int start, int length) throws IOException {
            int count = in.read(bytes, start, length);
            if (count < 0 && check.missing > 0) {
                throw new IOException("line " + line + " is not UTF-8: it ends in the middle of a character");
            }
            for (int i = start; i < start + count; i++) {
                int b = bytes[i] & 0xff;
                if ((b >= 0x80 || check.missing > 0) && !check.accepts(b)) {
                    throw new IOException(String.format(
                            Locale.ROOT, "line %d is not UTF-8: byte %d of the file, 0x%02X", line, position + 1, b));
                }
                line += b == '\n' ? 1 : 0;
                position++;
            }
            return count;
        }

        @Override
        public boolean markSupported() {
            return false;
        }

        @Override
        public long skip(long count) throws IOException {
            return readNBytes((int) Math.min(count, 1 << 16)).length;
        }
    }
}
