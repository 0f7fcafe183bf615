package dev.guerdon.cluster.piece;

import com.github.luben.zstd.ZstdInputStream;
import dev.guerdon.base.NativeLibrary;
import dev.guerdon.cluster.spi.Store;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;

/** Opens files of JSON lines as they are after unpacking. */
final class Unpacked {

    private static final int BUFFER = 1 << 16;

    private Unpacked() {}

    /**
     * Opens a file at a byte of what it holds; one of no bytes, as some writers leave beside others, holds nothing.
     *
     * @throws IOException where it cannot be read, or is not packed as its name says
     */
    static InputStream open(Store store, Source source, long from) throws IOException {
        if (source.kind() == Source.Kind.PLAIN) {
            return store.open(source.address(), from);
        }
        if (source.kind() != Source.Kind.GZIP) {
            NativeLibrary.ZSTANDARD.prepare();
        }
        PushbackInputStream file = new PushbackInputStream(store.open(source.address(), 0));
        try {
            int first = file.read();
            if (first < 0) {
                return file;
            }
            file.unread(first);
            InputStream unpacked =
                    source.kind() == Source.Kind.GZIP ? new GZIPInputStream(file, BUFFER) : new ZstdInputStream(file);
            unpacked.skipNBytes(from);
            return unpacked;
        } catch (IOException e) {
            file.close();
            throw new IOException(
                    source.shown() + " is not a compressed file as its name says: "
                            + (e instanceof EOFException ? "it ends too early" : e.getMessage()),
                    e);
        }
    }
}
