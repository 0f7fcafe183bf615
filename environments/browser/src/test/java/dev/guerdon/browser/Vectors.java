package dev.guerdon.browser;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Recorded vectors. */
public final class Vectors {

    private Vectors() {}

    public static Path folder() {
        return Path.of("src", "test", "resources", "vectors");
    }

    /** The JSON values of a file in the folder, one a line; gzip by name. */
    public static List<Json> lines(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .map(line -> JsonCodec.read(line, name))
                .toList();
    }

    public static Json json(String name) {
        return JsonCodec.read(bytes(name), name);
    }

    static byte[] bytes(String name) {
        Path file = folder().resolve(name);
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = name.endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
