package dev.guerdon.cluster.piece;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Sha256;
import dev.guerdon.cluster.spi.Store;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Small files that are whole or count as missing: a JSON object on the first line, and the hash of that line on the second. */
@Internal
public final class Sealed {

    private Sealed() {}

    /** Writes a file. Where the process ends on the way, there is a file that is not whole. */
    public static void write(Store store, String address, Map<String, ? extends @Nullable Object> content)
            throws IOException {
        String line = JsonCodec.write(content);
        try (OutputStream out = store.create(address)) {
            out.write((line + "\n" + Sha256.hex(line, 32) + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Reads a file; empty where there is none, or it is not whole. */
    public static Optional<Json> read(Store store, String address) throws IOException {
        if (!store.exists(address)) {
            return Optional.empty();
        }
        String text;
        try (InputStream in = store.open(address, 0)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        int end = text.indexOf('\n');
        if (end < 0 || !text.equals(text.substring(0, end) + "\n" + Sha256.hex(text.substring(0, end), 32) + "\n")) {
            return Optional.empty();
        }
        try {
            return Optional.of(JsonCodec.read(text.substring(0, end), address));
        } catch (GuerdonException e) {
            return Optional.empty();
        }
    }
}
