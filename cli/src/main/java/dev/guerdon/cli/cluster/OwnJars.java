package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.Sha256;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Jars of this Guerdon: its jars, or folders of classes in a checkout.
 *
 * @param paths in the order of the class path
 * @param side the classes of {@code guerdon-spark}, which are on no class path of this process; need not exist
 */
record OwnJars(List<Path> paths, Path side) {

    /** Names the jar or folder of {@code guerdon-spark}, if it is somewhere else. */
    private static final String PROPERTY = "guerdon.spark.jar";

    /** Place where the classes of the seam are if they are not in a jar. */
    private static final Path OF_COMMAND = Path.of("cli", "target", "classes");

    /** The time of the last change of a file is set by the system and cannot be set back; not every system has it. */
    private static final String ATTRIBUTES =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix")
                    ? "unix:size,lastModifiedTime,ctime,ino,dev"
                    : "size,lastModifiedTime";

    /** That of this process. */
    static OwnJars here() {
        String named = System.getProperty(PROPERTY, "");
        OwnJars found = of(System.getProperty("java.class.path", "."));
        return named.isEmpty() ? found : new OwnJars(found.paths, Path.of(named));
    }

    static OwnJars of(String classPath) {
        Set<Path> paths = new LinkedHashSet<>();
        try {
            for (String entry : classPath.split(File.pathSeparator, -1)) {
                Path path = Path.of(entry).toAbsolutePath().normalize();
                if (Files.exists(path) && paths.add(path) && Files.isRegularFile(path)) {
                    addNamedBy(path, paths);
                }
            }
        } catch (IOException e) {
            throw new GuerdonException("Guerdon's own jars cannot be read: " + e.getMessage(), e);
        }
        return new OwnJars(List.copyOf(paths), side(paths));
    }

    /** Adds the jars that the manifest of one names. */
    private static void addNamedBy(Path jar, Set<Path> paths) throws IOException {
        Manifest manifest;
        try (JarFile file = new JarFile(jar.toFile())) {
            manifest = file.getManifest();
        }
        String others = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        if (others == null) {
            return;
        }
        for (String each : others.strip().split("\\s+", -1)) {
            try {
                URI address = jar.toUri().resolve(new URI(each));
                Path path = Path.of(address);
                if (Files.exists(path)) {
                    paths.add(path);
                }
            } catch (URISyntaxException | IllegalArgumentException e) {
                throw new IOException("the manifest of " + jar + " names '" + each + "', which is no jar", e);
            }
        }
    }

    /** In a distribution it is in {@code lib/spark}; where classes are in folders, in that of its module. */
    private static Path side(Set<Path> paths) {
        for (Path path : paths) {
            if (Files.isDirectory(path) && path.endsWith(OF_COMMAND)) {
                return path.resolve("../../../serving/spark/target/classes").normalize();
            }
        }
        Path first = paths.iterator().next();
        return first.resolveSibling("spark").resolve("guerdon-spark.jar");
    }

    boolean hasSide() {
        return Files.exists(side);
    }

    String classPath() {
        return String.join(
                File.pathSeparator, paths.stream().map(Path::toString).toList());
    }

    /**
     * Returns a short name of the state of all of them, without reading them: it is another one as soon as a file was written or replaced.
     * Hashing what is in them would take longer than starting this process.
     */
    String state() {
        MessageDigest digest = Sha256.digest();
        try {
            for (Path path : Stream.concat(paths.stream(), Stream.of(side)).toList()) {
                try (Stream<Path> files = Files.walk(path)) {
                    for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                        Map<String, Object> attributes = new TreeMap<>(Files.readAttributes(file, ATTRIBUTES));
                        digest.update((file + " " + attributes + "\n").getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        } catch (IOException e) {
            throw new GuerdonException("Guerdon's own jars cannot be read: " + e.getMessage(), e);
        }
        return Sha256.hex(digest).substring(0, 16);
    }
}
