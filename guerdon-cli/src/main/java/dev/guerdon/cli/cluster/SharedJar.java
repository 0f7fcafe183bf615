package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.CacheFolder;
import dev.guerdon.base.FolderTree;
import dev.guerdon.base.KeptFile;
import dev.guerdon.base.Sha256;
import dev.guerdon.cluster.OneJar;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The one jar of this Guerdon in the user's cache, which drivers and executors get.
 *
 * <p>Its name has a hash of all that goes into it: a jar of other sources has another name, and is never mistaken for this one.
 */
final class SharedJar {

    private static final String NAME = "guerdon-spark-";

    /** The ending of notes: which jar was made of files in a certain state. Hashing them takes longer than starting this process. */
    private static final String KNOWN = ".made";

    /** Others are kept for as long: a driver that runs still gives them to its executors. */
    private static final Duration KEPT = Duration.ofDays(1);

    private static final int FEWEST_KEPT = 3;

    private final Path folder;
    private final String version;

    SharedJar(Path folder, String version) {
        this.folder = folder;
        this.version = version;
    }

    /** Makes it where it is not there; gives where it is. */
    Path make(OwnJars own) {
        if (!own.hasSide()) {
            throw new GuerdonException("expected the classes that run on Spark in " + own.side()
                    + ", found nothing; a release has them there, and ./guerdon of a checkout builds them for 'setup spark' and"
                    + " for --on");
        }
        CacheFolder.writable(folder);
        Optional<Path> known = OwnJarsState.of(own).map(state -> folder.resolve(NAME + state + KNOWN));
        try {
            Optional<Path> earlier = known.isPresent() ? read(known.get()) : Optional.empty();
            if (earlier.isPresent()) {
                return used(earlier.get());
            }
            Path work = Files.createTempDirectory(folder, "new");
            try {
                Path jar = used(make(packed(own.side(), "guerdon-spark", work), libraries(own, work), work));
                if (known.isPresent()) {
                    KeptFile.write(known.get(), jar.getFileName().toString());
                }
                return jar;
            } finally {
                FolderTree.delete(work);
            }
        } catch (IOException e) {
            throw new GuerdonException("the jar for Spark could not be made in " + folder + ": " + e.getMessage(), e);
        }
    }

    private Path make(Path side, List<Path> libraries, Path work) throws IOException {
        MessageDigest digest = Sha256.digest();
        List<Path> all = new ArrayList<>(libraries);
        all.addFirst(side);
        for (Path each : all) {
            digest.update((each.getFileName() + " " + Sha256.hex(each) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        Path jar = folder.resolve(NAME + version + "-" + Sha256.hex(digest).substring(0, 16) + ".jar");
        if (!Files.isRegularFile(jar)) {
            Path made = work.resolve("made.jar");
            OneJar.write(side, libraries, made);
            Files.move(made, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        return jar;
    }

    /** The jar that a note of an earlier start names, where it is still there. */
    private Optional<Path> read(Path note) throws IOException {
        String name;
        try {
            name = Files.readString(note);
        } catch (NoSuchFileException | CharacterCodingException e) {
            return Optional.empty();
        }
        return name.matches(NAME + "[^/\\\\]*\\.jar")
                ? Optional.of(folder.resolve(name)).filter(Files::isRegularFile)
                : Optional.empty();
    }

    private Path used(Path jar) throws IOException {
        KeptFile.write(mark(jar), ""); // an archive of classes does not fit a jar whose own time has changed
        removeOthers(jar);
        return jar;
    }

    private static List<Path> libraries(OwnJars own, Path work) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (Path path : own.paths()) {
            jars.add(packed(path, module(path) + "-" + jars.size(), work));
        }
        return jars;
    }

    /** The module whose classes are in a folder, by the nearest folder that has its name. */
    private static String module(Path path) {
        for (int i = path.getNameCount() - 1; i >= 0; i--) {
            String name = path.getName(i).toString();
            if (name.startsWith("guerdon-")) {
                return name;
            }
        }
        return "classes";
    }

    /** A jar as it is; of a folder of classes, a jar. */
    private static Path packed(Path path, String name, Path work) throws IOException {
        if (!Files.isDirectory(path)) {
            return path;
        }
        Path jar = work.resolve(name + ".jar");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                ZipEntry entry = new ZipEntry(path.relativize(file).toString().replace('\\', '/'));
                entry.setTimeLocal(LocalDateTime.of(1980, 2, 1, 0, 0)); // the same classes give the same bytes
                out.putNextEntry(entry);
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
                    .skip(FEWEST_KEPT)
                    .toList();
        }
        for (Path other : others) {
            if (lastUsed(other).isBefore(Instant.now().minus(KEPT))) {
                Files.deleteIfExists(other);
                Files.deleteIfExists(mark(other));
                new DriverArchive(other).delete();
            }
        }
        removeNotes();
    }

    /** Removes notes about jars that are gone. */
    private void removeNotes() throws IOException {
        List<Path> notes;
        try (Stream<Path> files = Files.list(folder)) {
            notes = files.filter(file -> file.getFileName().toString().endsWith(KNOWN))
                    .toList();
        }
        for (Path note : notes) {
            if (read(note).isEmpty()) {
                Files.deleteIfExists(note);
            }
        }
    }

    /** The file whose time says when a jar was last used. */
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
