package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.CacheFolder;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.ProcessLock;
import dev.guerdon.core.base.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Brings Spark's jars into a folder: from the local Maven repository what is there, the rest with Maven.
 *
 * <p>Every file must have the hash of the list. They are gathered in another folder, which is renamed when all are there: what was
 * interrupted never looks complete, and the next try continues with what it finds.
 *
 * @param home the folder in which {@code jars} is to be
 * @param repository the local Maven repository, which need not exist
 */
record SparkFetch(Path home, Path repository, Source source) {

    /** Source of jars that are not on this machine. */
    @FunctionalInterface
    interface Source {

        /**
         * Fetches jars into a folder.
         *
         * @throws GuerdonException if that cannot be done, with the reason
         */
        void fetch(List<SparkList.Jar> jars, Path folder);
    }

    /** Brings those of the list; gives how many were not there yet. */
    @SuppressWarnings("try") // the lock is held, and not used
    int run(List<SparkList.Jar> list) {
        CacheFolder.writable(home);
        try (ProcessLock lock = ProcessLock.in(home.resolve("setup.lock"), "the folder " + home)) {
            return bring(list);
        } catch (IOException e) {
            throw new GuerdonException("could not put Spark into " + home + ": " + e, e);
        }
    }

    private int bring(List<SparkList.Jar> list) throws IOException {
        Path jars = home.resolve("jars");
        Path staged = home.resolve("jars.new");
        List<SparkList.Jar> damaged = new ArrayList<>();
        for (SparkList.Jar jar : list) {
            if (!isRight(jar, jars.resolve(jar.fileName()))) {
                damaged.add(jar);
            }
        }
        if (damaged.isEmpty() && holdsOnly(jars, list)) {
            return 0;
        }
        Files.createDirectories(staged);
        List<SparkList.Jar> missing = new ArrayList<>();
        for (SparkList.Jar jar : list) {
            Path target = staged.resolve(jar.fileName());
            if (!isRight(jar, target)
                    && !take(jar, jars.resolve(jar.fileName()), target)
                    && !take(jar, repository.resolve(jar.path()), target)) {
                missing.add(jar);
            }
        }
        if (!missing.isEmpty()) {
            fetch(missing, staged);
        }
        removeOthers(staged, list);
        FolderTree.delete(jars);
        Files.move(staged, jars, StandardCopyOption.ATOMIC_MOVE);
        return damaged.size();
    }

    private void fetch(List<SparkList.Jar> missing, Path staged) throws IOException {
        Path arriving = home.resolve("arriving");
        FolderTree.delete(arriving);
        Files.createDirectories(arriving);
        try {
            source.fetch(missing, arriving);
            for (SparkList.Jar jar : missing) {
                Path file = arriving.resolve(jar.fileName());
                if (!Files.isRegularFile(file)) {
                    throw new GuerdonException("Maven gave no " + jar.fileName() + "; run 'guerdon setup spark' again");
                }
                String found = Sha256.hex(file);
                if (!found.equals(jar.sha256())) {
                    throw new GuerdonException("the file " + jar.path() + " of your Maven repository has the SHA-256 "
                            + found + ", and Guerdon was tried with " + jar.sha256()
                            + "; it is not used. Remove it from your local Maven repository and run 'guerdon setup spark'"
                            + " again; where it stays so, ask who runs the repository");
                }
                Files.move(file, staged.resolve(jar.fileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            FolderTree.delete(arriving);
        }
    }

    /** Links or copies a file that is on this machine, if it is the right one. */
    private static boolean take(SparkList.Jar jar, Path from, Path to) throws IOException {
        if (!isRight(jar, from)) {
            return false;
        }
        Files.deleteIfExists(to);
        try {
            Files.createLink(to, from.toRealPath());
        } catch (IOException | UnsupportedOperationException e) {
            Files.copy(from, to);
            if (!isRight(jar, to)) {
                throw new IOException("the copy " + to + " differs from " + from);
            }
        }
        return true;
    }

    private static boolean isRight(SparkList.Jar jar, Path file) throws IOException {
        return Files.isRegularFile(file) && Sha256.hex(file).equals(jar.sha256());
    }

    private static boolean holdsOnly(Path folder, List<SparkList.Jar> list) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count() == list.size();
        }
    }

    /** What is in the folder ends up on a class path. */
    private static void removeOthers(Path folder, List<SparkList.Jar> list) throws IOException {
        List<String> names = list.stream().map(SparkList.Jar::fileName).toList();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (!names.contains(file.getFileName().toString())) {
                    FolderTree.delete(file);
                }
            }
        }
    }
}
