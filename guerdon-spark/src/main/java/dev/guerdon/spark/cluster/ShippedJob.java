package dev.guerdon.spark.cluster;

import dev.guerdon.api.Internal;
import dev.guerdon.cluster.spi.Job;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** A job as Spark broadcasts it: bytes, so that it does not matter which serializer the user has chosen. */
@Internal
public final class ShippedJob {

    private ShippedJob() {}

    public static byte[] pack(Job job) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out, job.description());
            out.writeInt(job.files().size());
            for (Map.Entry<String, byte[]> file : new TreeMap<>(job.files()).entrySet()) {
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

    public static Job unpack(byte[] packed) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(packed))) {
            byte[] description = in.readNBytes(in.readInt());
            Map<String, byte[]> files = new TreeMap<>();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                String name = in.readUTF();
                files.put(name, in.readNBytes(in.readInt()));
            }
            return new Job(description, files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
