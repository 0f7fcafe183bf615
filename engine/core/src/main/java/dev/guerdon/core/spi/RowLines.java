package dev.guerdon.core.spi;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a file as JSON lines. What is wrong with the file is an {@link IOException} here, as for any other stream. */
final class RowLines extends InputStream {

    private final RowReader file;
    private final Iterator<Map<String, @Nullable Object>> rows;
    private byte[] line = {};
    private int at;

    RowLines(RowReader file) {
        this.file = file;
        this.rows = file.iterator();
    }

    @Override
    public int read() throws IOException {
        return fill() ? line[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] out, int start, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, line.length - at);
        System.arraycopy(line, at, out, start, count);
        at += count;
        return count;
    }

    private boolean fill() throws IOException {
        if (at < line.length) {
            return true;
        }
        try {
            if (!rows.hasNext()) {
                return false;
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream(Math.max(256, line.length));
            try (JsonGenerator generator = JsonCodec.factory().createGenerator(out)) {
                JsonCodec.writeValue(generator, rows.next());
            }
            out.write('\n');
            line = out.toByteArray();
            at = 0;
            return true;
        } catch (GuerdonException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
