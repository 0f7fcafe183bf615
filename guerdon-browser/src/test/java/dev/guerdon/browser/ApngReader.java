package dev.guerdon.browser;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Reads an animated PNG chunk by chunk, and fails where it is not one. */
final class ApngReader {

    private ApngReader() {}

    /** How many frames there are, all of them in order and with pixels. */
    static int frames(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        check(in.getLong() == 0x89504e470d0a1a0aL, "no PNG");
        int told = -1;
        int frames = 0;
        int sequence = 0;
        boolean ended = false;
        while (in.hasRemaining()) {
            check(!ended, "something behind the end");
            int length = in.getInt();
            byte[] name = new byte[4];
            in.get(name);
            byte[] data = new byte[length];
            in.get(data);
            CRC32 crc = new CRC32();
            crc.update(name);
            crc.update(data);
            check((int) crc.getValue() == in.getInt(), "a wrong checksum");
            switch (new String(name, StandardCharsets.US_ASCII)) {
                case "acTL" -> told = ByteBuffer.wrap(data).getInt();
                case "fcTL" -> {
                    check(ByteBuffer.wrap(data).getInt() == sequence++, "a frame out of order");
                    check(ByteBuffer.wrap(data).getShort(20) > 0, "a frame that is shown for no time");
                    frames++;
                }
                case "fdAT" -> check(ByteBuffer.wrap(data).getInt() == sequence++, "pixels out of order");
                case "IEND" -> ended = true;
                default -> {}
            }
        }
        check(ended, "no end");
        check(told == frames, "expected " + told + " frames, found " + frames);
        return frames;
    }

    private static void check(boolean right, String otherwise) {
        if (!right) {
            throw new AssertionError(otherwise);
        }
    }
}
