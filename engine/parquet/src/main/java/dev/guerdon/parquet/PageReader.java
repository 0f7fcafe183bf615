package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.parquet.ParquetFooter.Chunk;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Reads the pages of a column of a row group, one after the other, and unpacks them. */
final class PageReader {

    /** The largest page that is read. */
    static final int LARGEST_PAGE = 256 << 20;

    /** The largest page of a dictionary that is read; its values may all be in memory as objects. */
    static final int LARGEST_DICTIONARY = 64 << 20;

    private static final int FIRST_WINDOW = 512;
    private static final int LARGEST_HEADER = 16 << 20;

    private final FileChannel file;
    private final Chunk chunk;
    private final Memory memory;
    private final long end;
    private long at;

    PageReader(FileChannel file, Chunk chunk, Memory memory) throws IOException {
        this.file = file;
        this.chunk = chunk;
        this.memory = memory;
        this.at = chunk.start();
        this.end = chunk.start() + chunk.size();
        if (end < at || end > file.size()) {
            throw new GuerdonException("its pages should end at byte " + end + " of a file of " + file.size());
        }
    }

    /** Kind of a page; the order is that of the numbers in a file. */
    enum Kind {
        DATA,
        INDEX,
        DICTIONARY,
        DATA_V2
    }

    /** Header before a page. */
    static final class Header {
        int kind = -1;
        int unpackedSize = -1;
        int packedSize = -1;

        @Nullable
        Integer crc;

        int values = -1;
        int encoding = -1;
        int definitionEncoding;
        int repetitionEncoding;
        int definitionSize;
        int repetitionSize;
        boolean packed = true;
    }

    /**
     * A page.
     *
     * @param levels the levels of a page of the second version, which are never compressed; else empty
     * @param body everything else, unpacked
     */
    record Page(Kind kind, Header header, ByteBuffer levels, ByteBuffer body) {}

    /** Memory that the pages of all columns together may have. */
    static final class Memory {
        private final long most;
        private long used;

        Memory(long most) {
            this.most = most;
        }

        void take(long bytes) {
            if (used + bytes > most) {
                throw new GuerdonException("its pages need more than the " + (most >> 20)
                        + " MiB that there are for them; write the file with smaller pages, or give Java more memory");
            }
            used += bytes;
        }

        void give(long bytes) {
            used -= bytes;
        }
    }

    /** Returns where the next page begins. */
    long position() {
        return at;
    }

    /** Returns the next page, or null after the last. Its body counts as used memory. */
    @Nullable
    Page next() throws IOException {
        while (at < end) {
            Header header = header();
            if (header.kind < 0 || header.kind >= Kind.values().length) {
                throw new GuerdonException("a page of the unknown kind " + header.kind);
            }
            Kind kind = Kind.values()[header.kind];
            if (header.packedSize < 0 || header.packedSize > end - at) {
                throw new GuerdonException(
                        "a page of " + header.packedSize + " bytes, where " + (end - at) + " are left");
            }
            if (kind != Kind.INDEX) {
                return page(kind, header);
            }
            at += header.packedSize;
        }
        return null;
    }

    private Page page(Kind kind, Header header) throws IOException {
        int levels = kind == Kind.DATA_V2 ? Math.addExact(header.definitionSize, header.repetitionSize) : 0;
        int most = kind == Kind.DICTIONARY ? LARGEST_DICTIONARY : LARGEST_PAGE;
        int size = header.unpackedSize - levels;
        if (header.values < 0
                || header.definitionSize < 0
                || header.repetitionSize < 0
                || levels > header.packedSize
                || size < 0) {
            throw new GuerdonException("a page of " + header.values + " values in " + header.unpackedSize
                    + " bytes, with levels of " + levels + " bytes");
        }
        if (size > most || header.packedSize > LARGEST_PAGE) {
            throw new GuerdonException("a page of " + (Math.max(size, header.packedSize) >> 20) + " MiB, where at most "
                    + (most >> 20) + " are read; write the file with smaller pages");
        }
        memory.take(size);
        byte[] packed = bytes(file, at, header.packedSize);
        if (header.crc != null) {
            CRC32 found = new CRC32();
            found.update(packed);
            if ((int) found.getValue() != header.crc) {
                throw new GuerdonException("the page's checksum is wrong; the file is damaged");
            }
        }
        at += header.packedSize;
        PageCodec codec = header.packed ? chunk.codec() : PageCodec.UNCOMPRESSED;
        // Where no value is there, some writers leave out the body, and an empty text is not what a codec packs it to.
        byte[] body = size == 0 && packed.length == levels ? new byte[0] : codec.unpack(packed, levels, size);
        return new Page(kind, header, little(Arrays.copyOf(packed, levels)), little(body));
    }

    /** Reads a header, whose length is known only when it was read. */
    private Header header() throws IOException {
        for (int window = FIRST_WINDOW; ; window *= 8) {
            int size = (int) Math.min(window, end - at);
            try {
                ThriftReader in = new ThriftReader(bytes(file, at, size), 0, size);
                Header header = read(in);
                at += in.position();
                return header;
            } catch (ThriftReader.EndedEarly e) {
                if (size == end - at || window >= LARGEST_HEADER) {
                    throw e;
                }
            }
        }
    }

    private static Header read(ThriftReader in) {
        Header header = new Header();
        in.struct(id -> {
            switch (id) {
                case 1 -> header.kind = in.i32();
                case 2 -> header.unpackedSize = in.i32();
                case 3 -> header.packedSize = in.i32();
                case 4 -> header.crc = in.i32();
                case 5, 7, 8 ->
                    in.struct(field -> {
                        switch (id * 10 + field) {
                            case 51, 71, 81 -> header.values = in.i32();
                            case 52, 72, 84 -> header.encoding = in.i32();
                            case 53 -> header.definitionEncoding = in.i32();
                            case 54 -> header.repetitionEncoding = in.i32();
                            case 85 -> header.definitionSize = in.i32();
                            case 86 -> header.repetitionSize = in.i32();
                            case 87 -> header.packed = in.bool();
                            default -> in.skip();
                        }
                    });
                default -> in.skip();
            }
        });
        return header;
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static byte[] bytes(FileChannel file, long from, int size) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(size);
        while (buffer.hasRemaining()) {
            if (file.read(buffer, from + buffer.position()) < 0) {
                throw new EOFException("the file ends at byte " + (from + buffer.position()));
            }
        }
        return buffer.array();
    }
}
