package dev.guerdon.cluster.piece;

import dev.guerdon.base.Sha256;
import dev.guerdon.cluster.spi.Store;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** A file that one try of a piece writes, hashed on the way; it is made when its first byte comes. */
final class TryFile extends OutputStream {

    private final Store store;
    private final String address;
    private final MessageDigest digest = Sha256.digest();
    private @Nullable OutputStream out;
    private long bytes;

    TryFile(Store store, String address) {
        this.store = store;
        this.address = address;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] some, int from, int length) throws IOException {
        if (length == 0) {
            return;
        }
        OutputStream target = out;
        if (target == null) {
            target = store.create(address);
            out = target;
        }
        target.write(some, from, length);
        digest.update(some, from, length);
        bytes += length;
    }

    long bytes() {
        return bytes;
    }

    /** The hash of what was written; empty where nothing was. */
    String hash() {
        return bytes == 0 ? "" : Sha256.hex(digest);
    }

    @Override
    public void close() throws IOException {
        OutputStream target = out;
        out = null;
        if (target != null) {
            target.close();
        }
    }

    /** Removes what was written, as far as the store lets it; the driver removes the rest at the end. */
    void drop() {
        try {
            close();
            store.delete(address);
        } catch (IOException e) {
            // The try failed already, and its reason matters more.
        }
    }
}
