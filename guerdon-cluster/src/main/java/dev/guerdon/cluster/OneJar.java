package dev.guerdon.cluster;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.Sha256;
import dev.guerdon.cluster.spi.Engine;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Makes the one jar that executors get: the classes of the engine's side and of the seam, and Guerdon's own jars as files within.
 *
 * <p>The same jars give the same bytes.
 */
@Experimental
public final class OneJar {

    /** The folder of Guerdon's jars within. */
    private static final String FOLDER = "guerdon-lib/";

    /** The list of them there: a line for each, its SHA-256 and its name, in the order of the class path. */
    private static final String LIST = FOLDER + "jars.sha256";

    /** The classes of the seam, which the engine's side needs too. */
    private static final String SEAM = Engine.class.getPackageName().replace('.', '/') + "/";

    private OneJar() {}

    /**
     * Writes the jar.
     *
     * @param side the jar of the engine's side, such as that of {@code guerdon-spark}
     * @param libraries Guerdon's jars, in the order of the class path; one of them has the seam
     * @param out the file to write
     */
    public static void write(Path side, List<Path> libraries, Path out) throws IOException {
        StringBuilder list = new StringBuilder();
        boolean seam = false;
        try (OutputStream file = Files.newOutputStream(out);
                ZipOutputStream jar = new ZipOutputStream(file)) {
            copy(side, "", jar);
            for (Path library : libraries) {
                if (library.getFileName().toString().startsWith("guerdon-cluster")) {
                    copy(library, SEAM, jar);
                    seam = true;
                }
            }
            if (!seam) {
                throw new GuerdonException("expected guerdon-cluster among the jars, found "
                        + String.join(
                                ", ", libraries.stream().map(Path::toString).toList()));
            }
            for (Path library : libraries) {
                byte[] bytes = Files.readAllBytes(library);
                String name = library.getFileName().toString();
                list.append(HexFormat.of().formatHex(Sha256.digest().digest(bytes)))
                        .append(' ')
                        .append(name)
                        .append('\n');
                store(FOLDER + name, bytes, jar);
            }
            store(LIST, list.toString().getBytes(StandardCharsets.UTF_8), jar);
        }
    }

    /** Copies the entries of a jar whose names begin with a text. */
    private static void copy(Path from, String prefix, ZipOutputStream jar) throws IOException {
        List<String> seen = new ArrayList<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(from))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory() && entry.getName().startsWith(prefix) && !seen.contains(entry.getName())) {
                    seen.add(entry.getName());
                    jar.putNextEntry(at(entry.getName()));
                    in.transferTo(jar);
                    jar.closeEntry();
                }
            }
        }
    }

    private static void store(String name, byte[] bytes, ZipOutputStream jar) throws IOException {
        ZipEntry entry = at(name);
        CRC32 sum = new CRC32();
        sum.update(bytes);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(sum.getValue());
        jar.putNextEntry(entry);
        jar.write(bytes);
        jar.closeEntry();
    }

    /** An entry at a time that says nothing. */
    private static ZipEntry at(String name) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(1980, 2, 1, 0, 0));
        return entry;
    }
}
