package dev.guerdon.webshop;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;

/** Recorded vectors, and the official data where it is at hand. */
public final class Vectors {

    private Vectors() {}

    /** The folder of the test catalogue. */
    public static Path catalogue() {
        return folder().resolve("catalogue");
    }

    public static Path folder() {
        return Path.of("src", "test", "resources", "vectors");
    }

    /** The official data, or the test is skipped. */
    public static Path officialData() {
        String named = System.getenv("WEBSHOP_DATA");
        Path found = named != null
                ? Path.of(named)
                : Path.of(System.getProperty("guerdon.root", ".."), "..", "shared", "data", "webshop")
                        .normalize();
        Assumptions.assumeTrue(
                Files.isRegularFile(found.resolve("items_shuffle_1000.json")),
                "skipped: WebShop's official 1,000-product data is not in " + found
                        + "; './dev data' says how to get it");
        return found;
    }

    /** The JSON values of a file, one a line; gzip by name. */
    public static List<Json> lines(Path file) {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank())
                    .map(line -> JsonCodec.read(line, file.toString()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Json json(Path file) {
        try {
            return JsonCodec.read(Files.readAllBytes(file), file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
