package dev.guerdon.cli.input;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.ArrivingInput;
import dev.guerdon.core.base.NativeLibrary;
import dev.guerdon.core.base.OutputFile;
import dev.guerdon.core.spi.GzipStream;
import dev.guerdon.core.spi.RowFormat;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * Opens data files by their names: {@code -} for the standard streams, {@code .gz} and {@code .zst} compressed, {@code .parquet}
 * and whatever else a {@link RowFormat} reads for rows, which are read as JSON lines.
 *
 * @param registry has the formats
 */
@Internal
public record DataFiles(Registry registry) {

    private static final int BUFFER = 1 << 16;

    public static boolean isStandard(String name) {
        return name.equals("-");
    }

    public static boolean isCompressed(String name) {
        return name.endsWith(".gz") || name.endsWith(".zst");
    }

    /** Returns how many bytes {@link #in} will give, or -1 if that is not known. */
    public long size(String name) throws IOException {
        boolean known = !isStandard(name)
                && !isCompressed(name)
                && Files.isRegularFile(Path.of(name))
                && RowFormat.of(registry, name).isEmpty();
        return known ? Files.size(Path.of(name)) : -1;
    }

    public InputStream in(String name) throws IOException {
        prepareFor(name);
        if (isStandard(name)) {
            return new ArrivingInput(new FileInputStream(FileDescriptor.in));
        }
        Path path = Path.of(name);
        Optional<RowFormat> format = RowFormat.of(registry, name);
        if (format.isPresent()) {
            return format.get().open(path).jsonLines();
        }
        if (Files.isDirectory(path)) {
            throw new GuerdonException(name + " is a folder; expected a file of JSON lines");
        }
        refuseDocument(path);
        // A pipe with a name comes in its own time, too.
        boolean arrives = !Files.isRegularFile(path);
        InputStream file = arrives ? new FileInputStream(path.toFile()) : Files.newInputStream(path);
        if (!isCompressed(name)) {
            return arrives ? new ArrivingInput(file) : file;
        }
        try {
            // The first byte tells whether the rest can be read at all, before an output is begun.
            PushbackInputStream unpacked =
                    new PushbackInputStream(name.endsWith(".gz") ? new GzipStream(file) : new ZstdInputStream(file));
            int first = unpacked.read();
            if (first >= 0) {
                unpacked.unread(first);
            }
            return arrives ? new ArrivingInput(unpacked) : unpacked;
        } catch (IOException e) {
            file.close();
            throw new GuerdonException(
                    name + " is not a compressed file as its name says: "
                            + (e instanceof EOFException ? "it ends too early" : e.getMessage()),
                    e);
        }
    }

    /** Refuses one JSON value over many lines, of which each line would be an error of its own. */
    private static void refuseDocument(Path file) throws IOException {
        if (!Files.isRegularFile(file)
                || !file.toString().toLowerCase(Locale.ROOT).endsWith(".json")) {
            return;
        }
        try (InputStream in = Files.newInputStream(file)) {
            String head = new String(in.readNBytes(1 << 12), StandardCharsets.UTF_8).replaceFirst("^\ufeff", "");
            boolean list = head.stripLeading().startsWith("[");
            if (list || head.strip().equals("{") || head.stripLeading().matches("(?s)\\{[ \\t\\r]*\\n.*")) {
                throw new GuerdonException(file + " is one JSON " + (list ? "list" : "object over several lines")
                        + "; expected one object per line, as 'jq -c " + (list ? "'.[]'" : ".")
                        + " FILE.json > FILE.jsonl'"
                        + " writes them");
            }
        }
    }

    public OutputStream out(String name) throws IOException {
        prepareFor(name);
        if (isStandard(name)) {
            return new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER);
        }
        RowFormat.of(registry, name).ifPresent(format -> {
            throw new GuerdonException(name + ": " + format.name()
                    + " files are read, but not written; name a file of JSON lines for the output");
        });
        Path path = Path.of(name);
        // A device or a pipe cannot be cut where a line ends.
        boolean plain = !Files.exists(path) || Files.isRegularFile(path);
        OutputStream file = plain ? OutputFile.create(path) : Files.newOutputStream(path);
        return isCompressed(name) || plain ? packed(name, file) : new BufferedOutputStream(file, BUFFER);
    }

    /** Returns a stream that compresses what it is given as the name says, or the same stream if the name says nothing. */
    public static OutputStream packed(String name, OutputStream file) throws IOException {
        prepareFor(name);
        if (name.endsWith(".gz")) {
            return new GZIPOutputStream(file, BUFFER);
        }
        return name.endsWith(".zst") ? new ZstdOutputStream(file) : file;
    }

    private static void prepareFor(String name) {
        if (name.endsWith(".zst")) {
            NativeLibrary.ZSTANDARD.prepare();
        }
    }
}
