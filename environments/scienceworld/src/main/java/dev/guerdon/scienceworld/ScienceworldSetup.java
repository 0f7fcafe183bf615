package dev.guerdon.scienceworld;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.base.CacheFolder;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.Sha256.PinnedDownload;
import dev.guerdon.core.base.TemporaryFolder;
import dev.guerdon.scienceworld.simulator.JarSimulator;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import dev.guerdon.scienceworld.simulator.SimulatorJar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Puts ScienceWorld's jar and its two data files into the cache, out of the Python package {@code scienceworld}. */
@Experimental
public final class ScienceworldSetup {

    private static final String PACKAGE = "scienceworld";
    private static final PinnedDownload WHEEL =
            new PinnedDownload(PACKAGE + "==1.2.3", "e9737b9d099bfaad90ef053ad6ac1d795e2063ed320efdfc0e9d9c8b5bebf419");
    private static final List<String> DATA = List.of("object_type_ids.tsv", "tasks.json");
    private static final long MOST_BYTES = 256L << 20;

    private final JarLocation location;
    private final WheelSource wheels;
    private final PinnedDownload pinned;
    private final Consumer<String> progress;

    ScienceworldSetup(JarLocation location, WheelSource wheels, PinnedDownload pinned, Consumer<String> progress) {
        this.location = location;
        this.wheels = wheels;
        this.pinned = pinned;
        this.progress = progress;
    }

    /** Fetches a wheel into a folder. */
    @FunctionalInterface
    interface WheelSource {
        void fetch(String requirement, Path folder);
    }

    /**
     * Sets ScienceWorld up.
     *
     * @param wheelOrJar a wheel or jar that is already here, which is the user's own and taken as it is; without one, what the cache
     *     has is kept, and an empty cache is filled with pip, with the one version that Guerdon was tested with
     * @param progress gets a line for each thing that takes time
     * @return what is where, for the user
     */
    public static String setup(@Nullable Path wheelOrJar, Consumer<String> progress) {
        return new ScienceworldSetup(JarLocation.ofThisProcess(), new Pip()::download, WHEEL, progress).run(wheelOrJar);
    }

    String run(@Nullable Path wheelOrJar) {
        try {
            if (wheelOrJar != null) {
                return install(wheelOrJar);
            }
            if (Files.isRegularFile(location.cached())) {
                SimulatorJar jar = SimulatorJar.open(location.cached());
                return "ScienceWorld " + jar.version() + " is at " + jar.path()
                        + "; remove the folder to fetch it again";
            }
            return download();
        } catch (IOException e) {
            throw new ScienceworldException("could not set ScienceWorld up in " + location.cacheFolder() + ": " + e, e);
        }
    }

    private String download() throws IOException {
        if (location.forbidsFetching()) {
            throw new ScienceworldException(
                    "ScienceWorld's jar is not here, and GUERDON_INSTALL=no forbids to fetch it;"
                            + " give its wheel or jar with --from FILE, or unset the variable");
        }
        Path folder = TemporaryFolder.create("scienceworld");
        try {
            progress.accept(
                    "fetching the Python package '" + pinned.what() + "' with pip, for " + location.cacheFolder());
            wheels.fetch(pinned.what(), folder);
            try (Stream<Path> files = Files.list(folder)) {
                Path wheel = files.filter(file -> file.toString().endsWith(".whl"))
                        .findFirst()
                        .orElseThrow(() -> new ScienceworldException(
                                "expected pip to download a wheel of '" + PACKAGE + "', found none in its folder"));
                pinned.check(wheel, "If you trust the file, download it yourself and give it with --from FILE");
                return install(wheel);
            }
        } finally {
            FolderTree.delete(folder);
        }
    }

    private String install(Path wheelOrJar) throws IOException {
        if (!Files.isRegularFile(wheelOrJar)) {
            throw new ScienceworldException("expected a wheel (.whl) or jar of ScienceWorld at " + wheelOrJar
                    + ", found " + (Files.isDirectory(wheelOrJar) ? "a folder" : "nothing"));
        }
        String name = wheelOrJar.getFileName().toString().toLowerCase(Locale.ROOT);
        Path staged = Files.createTempDirectory(CacheFolder.writable(location.cacheFolder()), "new");
        try {
            if (name.endsWith(".whl")) {
                progress.accept("unpacking " + wheelOrJar.getFileName());
                unpack(wheelOrJar, staged);
            } else if (name.endsWith(".jar")) {
                copyJar(wheelOrJar, staged);
            } else {
                throw new ScienceworldException(
                        "expected a wheel (.whl) or a jar (.jar) of ScienceWorld, found " + wheelOrJar.getFileName());
            }
            return accept(staged);
        } finally {
            FolderTree.delete(staged);
        }
    }

    /** Tries the new jar before it replaces what is there. */
    private String accept(Path staged) throws IOException {
        int tasks;
        String version;
        try (SimulatorJar jar = SimulatorJar.read(staged.resolve(JarLocation.JAR))) {
            version = jar.version();
            progress.accept("trying the simulator, version " + version);
            try (JarSimulator simulator = new JarSimulator(jar)) {
                tasks = simulator.taskNames().size();
            }
        }
        Files.writeString(staged.resolve("version"), version + "\n", StandardCharsets.UTF_8);
        try (Stream<Path> files = Files.list(staged)) {
            for (Path file : files.sorted().toList()) {
                Files.move(
                        file, location.cacheFolder().resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return "ScienceWorld " + version + " with " + tasks + " tasks is at " + location.cached();
    }

    private static void unpack(Path wheel, Path folder) throws IOException {
        try (ZipFile zip = new ZipFile(wheel.toFile())) {
            copy(zip, JarLocation.JAR, folder, wheel);
            for (String data : DATA) {
                if (zip.getEntry(PACKAGE + "/" + data) != null) {
                    copy(zip, data, folder, wheel);
                }
            }
        } catch (java.util.zip.ZipException e) {
            throw new ScienceworldException(
                    "expected a wheel of ScienceWorld, found a file that is not one (" + e.getMessage() + "): " + wheel,
                    e);
        }
    }

    private static void copy(ZipFile zip, String name, Path folder, Path wheel) throws IOException {
        ZipEntry entry = zip.getEntry(PACKAGE + "/" + name);
        if (entry == null || entry.getSize() > MOST_BYTES) {
            throw new ScienceworldException("expected " + PACKAGE + "/" + name + " in " + wheel.getFileName()
                    + ", found " + (entry == null ? "no such file in it" : entry.getSize() + " bytes of it"));
        }
        try (InputStream in = zip.getInputStream(entry)) {
            Files.copy(in, folder.resolve(name));
        }
    }

    private static void copyJar(Path jar, Path folder) throws IOException {
        Files.copy(jar, folder.resolve(JarLocation.JAR));
        for (String data : DATA) {
            Path beside = jar.resolveSibling(data);
            if (Files.isRegularFile(beside)) {
                Files.copy(beside, folder.resolve(data));
            }
        }
    }

    /** Python's package installer, as far as downloading goes. */
    static final class Pip {

        private static final long MOST_MINUTES = 5;

        private final List<List<String>> ways;

        Pip() {
            this(List.of(
                    List.of("python3", "-m", "pip"), List.of("pip3"), List.of("pip"), List.of("python", "-m", "pip")));
        }

        /**
         * @param ways the commands to try, the first that there is counts
         */
        Pip(List<List<String>> ways) {
            this.ways = ways;
        }

        /** Downloads the wheel of a package, such as {@code name==1.2}, and nothing that it depends on. */
        void download(String packageName, Path folder) {
            List<String> command = new ArrayList<>(working(packageName));
            command.addAll(List.of(
                    "download",
                    "--quiet",
                    "--disable-pip-version-check",
                    "--no-deps",
                    "--only-binary=:all:",
                    "--dest",
                    folder.toString(),
                    packageName));
            Finished done = run(command);
            if (done.code != 0) {
                throw new ScienceworldException(
                        "pip could not download the package '" + packageName + "': "
                                + lastLine(done.printed)
                                + ". Where this machine has no Python registry, download the wheel elsewhere and give its path");
            }
        }

        private List<String> working(String packageName) {
            for (List<String> way : ways) {
                List<String> version = new ArrayList<>(way);
                version.add("--version");
                try {
                    if (run(version).code == 0) {
                        return way;
                    }
                } catch (ScienceworldException e) {
                    // Not this one.
                }
            }
            throw new ScienceworldException("pip is not on this machine, and the package '" + packageName
                    + "' comes through it; install Python's pip, or download the wheel '" + packageName
                    + "' elsewhere and give its path");
        }

        private record Finished(int code, String printed) {}

        private static Finished run(List<String> command) {
            Path log = null;
            try {
                log = TemporaryFolder.createFile("pip");
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
                process.getOutputStream().close();
                if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
                    process.destroyForcibly();
                    throw new ScienceworldException(
                            "'" + String.join(" ", command) + "' did not end within " + MOST_MINUTES + " minutes");
                }
                return new Finished(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new ScienceworldException("could not run '" + command.getFirst() + "': " + e.getMessage(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ScienceworldException("interrupted while running '" + command.getFirst() + "'", e);
            } finally {
                deleteQuietly(log);
            }
        }

        private static void deleteQuietly(@org.jspecify.annotations.Nullable Path file) {
            if (file != null) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    file.toFile().deleteOnExit();
                }
            }
        }

        private static String lastLine(String printed) {
            return printed.lines()
                    .filter(line -> !line.isBlank())
                    .reduce((a, b) -> b)
                    .orElse("it said nothing");
        }
    }
}
