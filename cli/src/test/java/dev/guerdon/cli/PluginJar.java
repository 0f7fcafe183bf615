package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;

/** Jars of plugins, compiled for a test. */
final class PluginJar {

    static final String SERVICES = "META-INF/services/dev.guerdon.api.Plugin";

    private PluginJar() {}

    /** A jar with one of each kind: {@code HousePlugin}. */
    static Path house(Path jar) throws IOException {
        Path folder = Files.createTempDirectory(jar.toAbsolutePath().getParent(), "house");
        Path source = houseSource(folder);
        return of(
                jar,
                source,
                Map.of("suites/house.yaml", resource("house.yaml"), SERVICES, "# the plugin\nHousePlugin # it\n"));
    }

    static Path houseSource(Path folder) throws IOException {
        return Files.writeString(folder.resolve("HousePlugin.java"), resource("HousePlugin.java"));
    }

    static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(PluginJar.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A jar with the classes of a source, and further entries. */
    static Path of(Path jar, Path source, Map<String, String> entries) throws IOException {
        Path classes = Files.createTempDirectory(jar.toAbsolutePath().getParent(), "classes");
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-parameters",
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(compiled).isZero();
        Map<String, byte[]> all = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.put(classes.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        entries.forEach((name, text) -> all.put(name, text.getBytes(StandardCharsets.UTF_8)));
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, byte[]> entry : all.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
        return jar;
    }
}
