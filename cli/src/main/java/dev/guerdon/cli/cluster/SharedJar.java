package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.spi.PieceEngine;
import dev.guerdon.core.base.CacheFolder;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * The one jar of this Guerdon in the user's cache, which drivers and executors get: the classes of Spark's side and of the seam, and
 * Guerdon's own jars as files within.
 *
 * <p>Its name has a hash of the state of all that goes into it: a jar of other sources has another name, and is never mistaken for this one.
 */
record SharedJar(Path folder, String version) {

    private static final String NAME = "guerdon-spark-";

    /** The folder of Guerdon's jars within. */
    private static final String LIBRARIES = "guerdon-lib/";

    /** The list of them there: a line for each, its SHA-256 and its name, in the order of the class path. */
    private static final String LIST = LIBRARIES + "jars.sha256";

    /** The classes of the seam, which Spark's side needs too. */
    private static final String SEAM = PieceEngine.class.getPackageName().replace('.', '/') + "/";

    /** Others are kept for as long: a driver that runs still gives them to its executors. */
    private static final Duration KEPT = Duration.ofDays(1);

    private static final int MIN_KEPT = 3;

    /** Makes it if it is missing; returns its path. */
    Path make(OwnJars own) {
        if (!own.hasSide()) {
            throw new GuerdonException("expected the classes that run on Spark in " + own.side()
                    + ", found nothing; a release has them there, and ./guerdon of a checkout builds them for 'setup spark' and"
                    + " for --on");
        }
        CacheFolder.writable(folder);
        Path jar = folder.resolve(NAME + version + "-" + own.state() + ".jar");
        try {
            if (!Files.isRegularFile(jar)) {
                Path work = Files.createTempDirectory(folder, "new");
                try {
                    Path made = work.resolve("made.jar");
                    write(packed(own.side(), "guerdon-spark", work), libraries(own, work), made);
                    Files.move(made, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                } finally {
                    FolderTree.delete(work);
                }
            }
            KeptFile.write(mark(jar), ""); // an archive of classes does not fit a jar whose own time has changed
            removeOthers(jar);
            return jar;
        } catch (IOException e) {
            throw new GuerdonException("the jar for Spark could not be made in " + folder + ": " + e.getMessage(), e);
        }
    }

    /**
     * Writes the jar; the same jars give the same bytes.
     *
     * @param side the jar of Spark's side
     * @param libraries Guerdon's jars, in the order of the class path; one of them has the seam
     * @param out the file to write
     */
    static void write(Path side, List<Path> libraries, Path out) throws IOException {
        StringBuilder list = new StringBuilder();
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(out))) {
            copy(side, "", jar);
            boolean seam = false;
            for (Path library : libraries) {
                seam |= copy(library, SEAM, jar);
            }
            if (!seam) {
                throw new GuerdonException("expected one with " + SEAM + " among the jars, found " + libraries);
            }
            for (Path library : libraries) {
                String name = library.getFileName().toString();
                list.append(Sha256.hex(library)).append(' ').append(name).append('\n');
                store(LIBRARIES + name, Files.readAllBytes(library), jar);
            }
            store(LIST, list.toString().getBytes(StandardCharsets.UTF_8), jar);
        }
    }

    /** Copies the entries of a jar whose names begin with a text; returns whether there are any. */
    private static boolean copy(Path from, String prefix, ZipOutputStream jar) throws IOException {
        try (ZipFile zip = new ZipFile(from.toFile())) {
            List<? extends ZipEntry> entries = zip.stream()
                    .filter(entry -> !entry.isDirectory() && entry.getName().startsWith(prefix))
                    .toList();
            for (ZipEntry entry : entries) {
                jar.putNextEntry(entry(entry.getName()));
                try (InputStream in = zip.getInputStream(entry)) {
                    in.transferTo(jar);
                }
                jar.closeEntry();
            }
            return !entries.isEmpty();
        }
    }

    private static void store(String name, byte[] bytes, ZipOutputStream jar) throws IOException {
        ZipEntry entry = entry(name);
        CRC32 sum = new CRC32();
        sum.update(bytes);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(sum.getValue());
        jar.putNextEntry(entry);
        jar.write(bytes);
        jar.closeEntry();
    }

    /** Returns an entry at a time that says nothing: the same classes give the same bytes. */
    private static ZipEntry entry(String name) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(1980, 2, 1, 0, 0));
        return entry;
    }

    private static List<Path> libraries(OwnJars own, Path work) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (Path path : own.paths()) {
            jars.add(packed(path, module(path) + "-" + jars.size(), work));
        }
        return jars;
    }

    /** Returns the module whose classes are in a folder: it is named by the folder that holds {@code target}. */
    private static String module(Path path) {
        for (int i = path.getNameCount() - 1; i > 0; i--) {
            if (path.getName(i).toString().equals("target")) {
                return "guerdon-" + path.getName(i - 1);
            }
        }
        return "classes";
    }

    /** Returns a jar as it is; of a folder of classes, a jar. */
    private static Path packed(Path path, String name, Path work) throws IOException {
        if (!Files.isDirectory(path)) {
            return path;
        }
        Path jar = work.resolve(name + ".jar");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(entry(path.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    private void removeOthers(Path kept) throws IOException {
        List<Path> others;
        try (Stream<Path> files = Files.list(folder)) {
            others = files.filter(
                            file -> file.getFileName().toString().matches(NAME + ".*\\.jar") && !file.equals(kept))
                    .sorted(Comparator.comparing(SharedJar::lastUsed).reversed())
                    .skip(MIN_KEPT)
                    .toList();
        }
        for (Path other : others) {
            if (lastUsed(other).isBefore(Instant.now().minus(KEPT))) {
                Files.deleteIfExists(other);
                Files.deleteIfExists(mark(other));
                new DriverArchive(other).delete();
            }
        }
    }

    /** Returns the file whose time says when a jar was last used. */
    private static Path mark(Path jar) {
        return jar.resolveSibling(jar.getFileName() + ".used");
    }

    private static Instant lastUsed(Path jar) {
        try {
            Path mark = mark(jar);
            return Files.getLastModifiedTime(Files.exists(mark) ? mark : jar).toInstant();
        } catch (IOException e) {
            return Instant.EPOCH;
        }
    }
}
