package dev.guerdon.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Assumptions;

/**
 * Guerdon's own jars, which tests on Spark load apart: those of the distribution that the launcher or Maven has built, or those that
 * the environment variable {@value #VARIABLE} names, as a class path of jars and folders of classes.
 */
public final class GuerdonJars {

    /** Names jars and folders of classes in place of the distribution. */
    public static final String VARIABLE = "GUERDON_JARS";

    private static final String PROPERTY = "guerdon.jars";

    private GuerdonJars() {}

    /** The jars, in the order of the class path; a test that asks is skipped where there are none. */
    public static List<Path> all() {
        String given = System.getenv(VARIABLE);
        if (given != null && !given.isEmpty()) {
            return Stream.of(given.split(File.pathSeparator, -1)).map(Path::of).toList();
        }
        Path build = root().resolve("build");
        Assumptions.assumeTrue(
                Files.isRegularFile(build.resolve("current")),
                "there is no distribution of Guerdon; ./guerdon builds it");
        try (Stream<Path> files = Files.list(
                build.resolve(Files.readString(build.resolve("current")).strip())
                        .resolve("lib"))) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path root() {
        String root = System.getProperty("guerdon.root");
        return root != null
                ? Path.of(root)
                : Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    }

    /** Lets this process load them from where they are, without the one jar. */
    public static void useHere() {
        if (System.getProperty(PROPERTY) == null) {
            System.setProperty(
                    PROPERTY, all().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        }
    }

    /** The jar or the folder of classes of Spark's side. */
    public static Path side() {
        return location(GuerdonExtensions.class);
    }

    /** Makes the one jar in a folder, as {@code guerdon setup spark} does. */
    public static Path oneJar(Path folder) throws IOException {
        useHere();
        List<Path> jars = new ArrayList<>();
        for (Path each : all()) {
            jars.add(jarred(each, folder));
        }
        Path side = jarred(side(), folder);
        Path out = folder.resolve("guerdon-spark.jar");
        try {
            Method write = Class.forName("dev.guerdon.cli.cluster.SharedJar", true, GuerdonLoader.shared())
                    .getDeclaredMethod("write", Path.class, List.class, Path.class);
            write.setAccessible(true);
            write.invoke(null, side, jars, out);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the one jar could not be made", e);
        }
        return out;
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A jar of a folder of classes, which has the name of its module. */
    private static Path jarred(Path path, Path folder) throws IOException {
        if (!Files.isDirectory(path)) {
            return path;
        }
        // MODULE/target/classes
        String module = "guerdon-" + path.getName(path.getNameCount() - 3);
        Path jar = folder.resolve("modules").resolve(module + ".jar");
        Files.createDirectories(jar.getParent());
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new ZipEntry(path.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return jar;
    }
}
