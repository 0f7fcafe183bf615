package dev.guerdon.cli.spi;

import dev.guerdon.api.Experimental;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Facts that every machine needs to know of a job; it is sent once to each.
 *
 * @param description what the pieces have in common, for the {@link PieceEngine.Opener}
 * @param files what is shipped, by name; names are relative paths with {@code /}, and never lead out of a folder
 */
@Experimental
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ClusterJob(byte[] description, Map<String, byte[]> files) {

    public ClusterJob {
        files = Map.copyOf(files);
    }

    /**
     * Returns the job as bytes: the description after its length, the number of files, and each after its name and length, sorted by name. The
     * same job gives the same bytes, and whatever serializer a cluster uses carries them.
     */
    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out, description);
            out.writeInt(files.size());
            for (Map.Entry<String, byte[]> file : new TreeMap<>(files).entrySet()) {
                out.writeUTF(file.getKey());
                write(out, file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads what {@link #toBytes} returned. */
    public static ClusterJob of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            byte[] description = in.readNBytes(in.readInt());
            Map<String, byte[]> files = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                files.put(in.readUTF(), in.readNBytes(in.readInt()));
            }
            return new ClusterJob(description, files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
