package dev.guerdon.browser.benchmark;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** Fetches a file that the user names by its address. */
@Internal
public final class Download {

    private static final long MOST_BYTES = 100L << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Download() {}

    /** Whether a text is an address, and not the path of a file. */
    public static boolean isAddress(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.startsWith("https://") || lower.startsWith("http://");
    }

    /** Puts what an address holds into a folder, under the last name of its path. */
    public static Path into(Path folder, String address) {
        try (HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(Duration.ofSeconds(20))
                .build()) {
            URI uri = URI.create(address);
            String path = uri.getPath() == null ? "" : uri.getPath();
            String name = path.substring(path.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "_");
            HttpResponse<InputStream> response = client.send(
                    HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = response.body()) {
                if (response.statusCode() != 200) {
                    throw new BrowserException("could not fetch " + address + ": the server answered "
                            + response.statusCode()
                            + (response.statusCode() == 401 || response.statusCode() == 403
                                    ? ", it wants a login; download the file in a web browser and give its path"
                                    : ""));
                }
                Path file = folder.resolve(name.isEmpty() || name.startsWith(".") ? "download" : name);
                copy(in, file, address);
                return file;
            }
        } catch (IllegalArgumentException e) {
            throw new BrowserException("expected the address of a file, found '" + address + "'", e);
        } catch (IOException e) {
            throw new BrowserException("could not fetch " + address + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrowserException("interrupted while fetching " + address, e);
        }
    }

    private static void copy(InputStream in, Path file, String address) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            long total = 0;
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                total += count;
                if (total > MOST_BYTES) {
                    throw new BrowserException("expected at most " + (MOST_BYTES >> 20) + " MB at " + address
                            + ", found more; this is not the benchmark's data");
                }
                out.write(buffer, 0, count);
            }
        }
    }
}
