package dev.guerdon.scienceworld;

import dev.guerdon.api.Experimental;
import dev.guerdon.base.CacheFolder;
import dev.guerdon.scienceworld.simulator.JarLocation;
import dev.guerdon.scienceworld.simulator.JarSimulator;
import dev.guerdon.scienceworld.simulator.Pip;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import dev.guerdon.scienceworld.simulator.SimulatorJar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Puts ScienceWorld's jar and its two data files into the cache, out of the Python package {@code scienceworld}. */
@Experimental
public final class ScienceworldSetup {

    private static final String PACKAGE = "scienceworld";
    private static final List<String> DATA = List.of("object_type_ids.tsv", "tasks.json");
    private static final long MOST_BYTES = 256L << 20;

    private final JarLocation location;
    private final WheelSource wheels;
    private final Consumer<String> progress;

    ScienceworldSetup(JarLocation location, WheelSource wheels, Consumer<String> progress) {
        this.location = location;
        this.wheels = wheels;
        this.progress = progress;
    }

    /** Fetches a wheel into a folder. */
    @FunctionalInterface
    interface WheelSource {
        void fetch(String packageName, Path folder);
    }

    /**
     * Sets ScienceWorld up.
     *
     * @param wheelOrJar a wheel or jar that is already here; without one, what the cache has is kept, and an empty cache is filled
     *     with pip
     * @param progress gets a line for each thing that takes time
     */
    public static SetupReport setup(@Nullable Path wheelOrJar, Consumer<String> progress) {
        return new ScienceworldSetup(JarLocation.ofThisProcess(), new Pip()::download, progress).run(wheelOrJar);
    }

    SetupReport run(@Nullable Path wheelOrJar) {
        try {
            if (wheelOrJar != null) {
                return install(wheelOrJar);
            }
            if (Files.isRegularFile(location.cached())) {
                SimulatorJar jar = SimulatorJar.open(location.cached());
                return new SetupReport(
                        jar.path(),
                        jar.version(),
                        false,
                        "ScienceWorld " + jar.version() + " is at " + jar.path()
                                + "; remove the folder to fetch it again");
            }
            return download();
        } catch (IOException e) {
            throw new ScienceworldException("could not set ScienceWorld up in " + location.cacheFolder() + ": " + e, e);
        }
    }

    private SetupReport download() throws IOException {
        if (location.forbidsFetching()) {
            throw new ScienceworldException(
                    "ScienceWorld's jar is not here, and GUERDON_INSTALL=no forbids to fetch it;"
                            + " give its wheel or jar with --from FILE, or unset the variable");
        }
        Path folder = Files.createTempDirectory("guerdon-scienceworld");
        try {
            progress.accept("fetching the Python package '" + PACKAGE + "' with pip, for " + location.cacheFolder());
            wheels.fetch(PACKAGE, folder);
            try (Stream<Path> files = Files.list(folder)) {
                Path wheel = files.filter(file -> file.toString().endsWith(".whl"))
                        .findFirst()
                        .orElseThrow(() -> new ScienceworldException(
                                "expected pip to download a wheel of '" + PACKAGE + "', found none in its folder"));
                return install(wheel);
            }
        } finally {
            delete(folder);
        }
    }

    private SetupReport install(Path wheelOrJar) throws IOException {
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
            delete(staged);
        }
    }

    /** Tries the new jar before it replaces what is there. */
    private SetupReport accept(Path staged) throws IOException {
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
        return new SetupReport(
                location.cached(),
                version,
                true,
                "ScienceWorld " + version + " with " + tasks + " tasks is at " + location.cached());
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

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
