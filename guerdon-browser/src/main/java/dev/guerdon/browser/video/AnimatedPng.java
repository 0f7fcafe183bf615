package dev.guerdon.browser.video;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Writes pictures one after the other as an animated PNG, which every browser plays.
 *
 * <p>The pictures are PNG files of one size and kind; their compressed pixels are taken over as they are. After each picture the file is
 * complete: its end is written and its count is right, so a process that is killed leaves a video up to that moment.
 */
final class AnimatedPng implements AutoCloseable {

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    /** Where the chunk with the number of frames is: behind the signature and the header. */
    private static final long COUNT_AT = SIGNATURE.length + 25L;

    private static final int HEADER_BYTES = 13;
    private static final int CHUNK_FRAME = 12;
    private static final int MOST_MILLIS = 65_535;

    private final java.io.RandomAccessFile file;
    private byte[] header = {};
    private long end;
    private long delayAt;
    private byte[] control = {};
    private int frames;
    private int sequence;

    AnimatedPng(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        file = new java.io.RandomAccessFile(path.toFile(), "rw");
        file.setLength(0);
    }

    int frames() {
        return frames;
    }

    /**
     * Adds a picture, shown for that long unless {@link #last} says otherwise.
     *
     * @return false where the picture is of another size or kind than the first, and was left out
     */
    boolean add(byte[] png, long millis) throws IOException {
        ByteArrayOutputStream pixels = new ByteArrayOutputStream();
        byte[] head = {};
        ByteBuffer in = ByteBuffer.wrap(png);
        byte[] signature = new byte[SIGNATURE.length];
        if (png.length < SIGNATURE.length + CHUNK_FRAME) {
            return false;
        }
        in.get(signature);
        if (!Arrays.equals(signature, SIGNATURE)) {
            return false;
        }
        while (in.remaining() >= CHUNK_FRAME) {
            int length = in.getInt();
            if (length < 0 || length > in.remaining() - Integer.BYTES * 2) {
                return false;
            }
            byte[] type = new byte[Integer.BYTES];
            in.get(type);
            byte[] data = new byte[length];
            in.get(data);
            in.getInt();
            switch (new String(type, StandardCharsets.US_ASCII)) {
                case "IHDR" -> head = data;
                case "IDAT" -> pixels.writeBytes(data);
                default -> {} // What a picture says about itself besides its pixels changes nothing here.
            }
        }
        if (head.length != HEADER_BYTES || (frames > 0 && !Arrays.equals(head, header))) {
            return false;
        }
        if (frames == 0) {
            header = head;
            file.write(SIGNATURE);
            file.write(chunk("IHDR", head));
            end = COUNT_AT + chunk("acTL", count()).length;
        }
        file.seek(end);
        ByteBuffer about = ByteBuffer.allocate(26);
        about.putInt(sequence++);
        about.put(head, 0, 8); // The whole picture, at its beginning.
        about.putInt(0).putInt(0);
        about.putShort((short) Math.clamp(millis, 0, MOST_MILLIS)).putShort((short) 1_000);
        about.put((byte) 0).put((byte) 0);
        control = about.array();
        delayAt = end;
        byte[] frame = chunk("fcTL", control);
        byte[] content;
        if (frames == 0) {
            content = chunk("IDAT", pixels.toByteArray());
        } else {
            ByteBuffer data = ByteBuffer.allocate(Integer.BYTES + pixels.size());
            data.putInt(sequence++).put(pixels.toByteArray());
            content = chunk("fdAT", data.array());
        }
        frames++;
        file.write(frame);
        file.write(content);
        end = file.getFilePointer();
        file.write(chunk("IEND", new byte[0]));
        file.seek(COUNT_AT);
        file.write(chunk("acTL", count()));
        return true;
    }

    /** Says how long the last picture is shown. */
    void last(long millis) throws IOException {
        if (frames > 0) {
            ByteBuffer.wrap(control).putShort(20, (short) Math.clamp(millis, 0, MOST_MILLIS));
            file.seek(delayAt);
            file.write(chunk("fcTL", control));
        }
    }

    /** How many frames there are, and that they are shown once. */
    private byte[] count() {
        return ByteBuffer.allocate(2 * Integer.BYTES).putInt(frames).putInt(1).array();
    }

    private static byte[] chunk(String type, byte[] data) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 check = new CRC32();
        check.update(name);
        check.update(data);
        return ByteBuffer.allocate(CHUNK_FRAME + data.length)
                .putInt(data.length)
                .put(name)
                .put(data)
                .putInt((int) check.getValue())
                .array();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
