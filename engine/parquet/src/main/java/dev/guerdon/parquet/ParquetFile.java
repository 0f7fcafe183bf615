package dev.guerdon.parquet;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.spi.RowReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file, read row by row as plain JSON values.
 *
 * <p>Structs are objects, lists lists, maps objects. Dates, times and time stamps are texts in ISO 8601, decimal numbers are numbers,
 * columns of JSON are what the JSON says, bytes are base64; NaN and infinities are null. Memory does not grow with the file: of each
 * column one page is held at a time. Every size that the file claims is checked before it is believed, so that a damaged or hostile
 * file ends in a {@link GuerdonException} that says where.
 *
 * <p>Written by hand because only this much of Parquet is needed; the package description says what a library would weigh.
 *
 * <p>Each iterator is used by one thread at a time, and several may be in use.
 */
@Experimental
public final class ParquetFile implements RowReader {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);
    private static final int TAIL = 8;
    private static final int LARGEST_FOOTER = 64 << 20;

    private final String name;
    private final FileChannel file;
    private final ParquetFooter footer;
    private final SchemaTree.Tree schema;

    private ParquetFile(String name, FileChannel file) throws IOException {
        this.name = name;
        this.file = file;
        this.footer = footer(file);
        this.schema = SchemaTree.of(footer.elements());
    }

    /**
     * Opens a file and reads its schema.
     *
     * @throws GuerdonException if it is not a Parquet file, is damaged, or uses what is not read
     */
    public static ParquetFile open(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new GuerdonException(path + " is a folder; expected one Parquet file");
        }
        FileChannel file = FileChannel.open(path);
        try {
            return new ParquetFile(path.toString(), file);
        } catch (GuerdonException e) {
            file.close();
            throw new GuerdonException(path + ": " + e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static ParquetFooter footer(FileChannel file) throws IOException {
        long size = file.size();
        if (size < MAGIC.length + TAIL) {
            throw new GuerdonException("not a Parquet file: it has " + size + " bytes only");
        }
        byte[] tail = PageReader.bytes(file, size - TAIL, TAIL);
        byte[] last = Arrays.copyOfRange(tail, TAIL - MAGIC.length, TAIL);
        if (Arrays.equals(last, ENCRYPTED)) {
            throw new GuerdonException("the file is encrypted, which is not read");
        }
        if (!Arrays.equals(last, MAGIC)) {
            throw new GuerdonException("not a Parquet file, or cut off: it does not end with PAR1");
        }
        int length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (length < 0 || length > LARGEST_FOOTER || length > size - TAIL - MAGIC.length) {
            throw new GuerdonException("its metadata should have " + Integer.toUnsignedString(length)
                    + " bytes, in a file of " + size + "; the file is damaged");
        }
        return new ParquetFooter(PageReader.bytes(file, size - TAIL - length, length));
    }

    /** Returns the names of the columns, as the rows have them. */
    public List<String> columns() {
        return schema.root().names().stream()
                .filter(column -> !RowIterator.isIndex(column))
                .toList();
    }

    /** Returns how many rows the file says it has. */
    public long rows() {
        return footer.rows();
    }

    /** Returns the rows from the first on. An iterator throws a {@link GuerdonException} where the file is damaged. */
    @Override
    public Iterator<Map<String, @Nullable Object>> iterator() {
        // A quarter of the heap: rows, and whatever the caller makes of them, need the rest.
        return new RowIterator(name, file, footer, schema, Runtime.getRuntime().maxMemory() / 4);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
