package dev.guerdon.cli.transfer;

import com.github.luben.zstd.ZstdInputStream;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.NativeLibrary;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * A zip file whose entries may be packed with Zstandard, which the JDK does not read. Every size is checked before it is believed: an
 * entry larger than {@link #LARGEST} unpacked is refused, whatever it says of itself.
 */
final class ZipEntries implements AutoCloseable {

    /** No sample of an evaluation comes near. */
    static final int LARGEST = 128 << 20;

    private static final int LARGEST_DIRECTORY = 512 << 20;
    private static final int END = 0x06054b50;
    private static final int END_64 = 0x06064b50;
    private static final int LOCATOR_64 = 0x07064b50;
    private static final int ENTRY = 0x02014b50;
    private static final int LOCAL = 0x04034b50;
    private static final int STORED = 0;
    private static final int DEFLATED = 8;
    private static final int ZSTANDARD = 93;
    private static final long UNSIGNED = 0xFFFFFFFFL;

    private record Entry(int method, long packed, long start) {}

    private final Path path;
    private final FileChannel file;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    ZipEntries(Path path) throws IOException {
        this.path = path;
        this.file = FileChannel.open(path);
        try {
            readDirectory();
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    Set<String> names() {
        return entries.keySet();
    }

    private GuerdonException damaged(String what) {
        return new GuerdonException(path + " is not a whole zip file: " + what
                + "; a log that is still being written cannot be imported before it is closed");
    }

    private ByteBuffer read(long at, int length) throws IOException {
        if (at < 0 || length < 0 || at > file.size() - length) {
            throw damaged("it ends too early");
        }
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, at + bytes.position()) < 0) {
                throw damaged("it ends too early");
            }
        }
        return bytes.flip();
    }

    private void readDirectory() throws IOException {
        int tail = (int) Math.min(file.size(), 65_557);
        ByteBuffer end = read(file.size() - tail, tail);
        int at = tail - 22;
        while (at >= 0 && end.getInt(at) != END) {
            at--;
        }
        if (at < 0) {
            throw damaged("it has no directory at its end");
        }
        long size = end.getInt(at + 12) & UNSIGNED;
        long start = end.getInt(at + 16) & UNSIGNED;
        if (at >= 20 && end.getInt(at - 20) == LOCATOR_64) {
            ByteBuffer large = read(end.getLong(at - 12), 56);
            if (large.getInt(0) != END_64) {
                throw damaged("its directory is not where it says");
            }
            size = large.getLong(40);
            start = large.getLong(48);
        }
        if (size < 0 || size > LARGEST_DIRECTORY) {
            throw damaged("its directory claims " + size + " bytes");
        }
        ByteBuffer directory = read(start, (int) size);
        while (directory.remaining() >= 46 && directory.getInt(directory.position()) == ENTRY) {
            entry(directory);
        }
    }

    private void entry(ByteBuffer directory) {
        int at = directory.position();
        int nameLength = directory.getShort(at + 28) & 0xFFFF;
        int extraLength = directory.getShort(at + 30) & 0xFFFF;
        int commentLength = directory.getShort(at + 32) & 0xFFFF;
        int next = at + 46 + nameLength + extraLength + commentLength;
        if (next > directory.limit()) {
            throw damaged("its directory is cut");
        }
        byte[] name = new byte[nameLength];
        directory.get(at + 46, name);
        long packed = directory.getInt(at + 20) & UNSIGNED;
        long unpacked = directory.getInt(at + 24) & UNSIGNED;
        long start = directory.getInt(at + 42) & UNSIGNED;
        int extra = at + 46 + nameLength;
        while (extra + 4 <= at + 46 + nameLength + extraLength) {
            int length = directory.getShort(extra + 2) & 0xFFFF;
            if (directory.getShort(extra) == 1 && extra + 4 + length <= next) {
                int field = extra + 4;
                if (unpacked == UNSIGNED && field + 8 <= extra + 4 + length) {
                    field += 8;
                }
                if (packed == UNSIGNED && field + 8 <= extra + 4 + length) {
                    packed = directory.getLong(field);
                    field += 8;
                }
                if (start == UNSIGNED && field + 8 <= extra + 4 + length) {
                    start = directory.getLong(field);
                }
            }
            extra += 4 + length;
        }
        entries.put(
                new String(name, StandardCharsets.UTF_8),
                new Entry(directory.getShort(at + 10) & 0xFFFF, packed, start));
        directory.position(next);
    }

    /** Returns the bytes of an entry, unpacked. */
    byte[] bytes(String name) throws IOException {
        Entry entry = entries.get(name);
        if (entry == null) {
            throw new GuerdonException(path + " has no " + name);
        }
        if (entry.packed() < 0 || entry.packed() > LARGEST) {
            throw tooLarge(name);
        }
        ByteBuffer local = read(entry.start(), 30);
        if (local.getInt(0) != LOCAL) {
            throw damaged(name + " is not where the directory says");
        }
        long from = entry.start() + 30 + (local.getShort(26) & 0xFFFF) + (local.getShort(28) & 0xFFFF);
        byte[] packed = read(from, (int) entry.packed()).array();
        Inflater inflater = new Inflater(true);
        try (InputStream in = unpacking(entry.method(), packed, name, inflater)) {
            byte[] out = in.readNBytes(LARGEST + 1);
            if (out.length > LARGEST) {
                throw tooLarge(name);
            }
            return out;
        } catch (IOException e) {
            throw new GuerdonException(name + " in " + path + " is damaged: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }

    private InputStream unpacking(int method, byte[] packed, String name, Inflater inflater) throws IOException {
        InputStream in = new ByteArrayInputStream(packed);
        return switch (method) {
            case STORED -> in;
            case DEFLATED -> new InflaterInputStream(in, inflater);
            case ZSTANDARD -> {
                NativeLibrary.ZSTANDARD.prepare();
                yield new ZstdInputStream(in);
            }
            default ->
                throw new GuerdonException(name + " in " + path + " is packed with method " + method
                        + "; expected stored, deflate or Zstandard");
        };
    }

    private GuerdonException tooLarge(String name) {
        return new GuerdonException(
                name + " in " + path + " is larger than " + (LARGEST >> 20) + " MiB, which no sample is");
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
