package dev.guerdon.browser;

import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.core.base.CacheFolder;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.TemporaryFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Keeps AssistantBench's questions for {@code guerdon run assistantbench}: files that the user downloaded, or addresses of them. */
record AssistantBenchSetup(BenchmarkFolder kept, Catalogue formats, boolean mayFetch, Consumer<String> progress) {

    private static final List<String> ENDINGS = List.of(".jsonl", ".json", ".parquet");
    private static final int DEEPEST = 4;

    private static final long MOST_BYTES = 100L << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    String run(List<String> from) {
        try {
            Path staged = TemporaryFolder.create("assistantbench");
            try {
                List<Path> files = new ArrayList<>();
                for (String place : from) {
                    files.addAll(files(place, staged));
                }
                for (Path file : files) {
                    keep(file);
                }
            } finally {
                FolderTree.delete(staged);
            }
        } catch (IOException e) {
            throw new BrowserException(
                    "could not keep AssistantBench's questions in " + kept.assistantBench() + ": " + e, e);
        }
        return summary();
    }

    private List<Path> files(String place, Path staged) throws IOException {
        if (isAddress(place)) {
            if (!mayFetch) {
                throw new BrowserException(InstalledPrograms.INSTALL_VARIABLE + "=no forbids to fetch " + place
                        + "; download the file by hand and give its path, or unset the variable");
            }
            progress.accept("fetching " + place);
            return List.of(fetch(staged, place));
        }
        Path path = Path.of(place);
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> all = Files.walk(path, DEEPEST)) {
            List<Path> found = all.filter(file -> Files.isRegularFile(file) && ENDINGS.contains(ending(file)))
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                throw new BrowserException("expected AssistantBench's questions (.jsonl or .parquet) in the folder "
                        + path + ", found none");
            }
            return found;
        }
    }

    /** Keeps a file. One with golds is the validation split's, one without any the test split's. */
    private void keep(Path file) throws IOException {
        List<QuestionFile.Question> questions = QuestionFile.read(file, formats);
        questions.stream()
                .filter(QuestionFile.Question::isBroken)
                .forEach(broken -> progress.accept("one question cannot be asked: " + broken.problem()));
        String split = questions.stream().allMatch(question -> question.gold().isEmpty()) ? "test" : "validation";
        CacheFolder.writable(kept.assistantBench());
        Path target = kept.assistantBench().resolve(split + ending(file));
        Path staged = kept.assistantBench().resolve("new-" + split + ending(file));
        Files.copy(file, staged, StandardCopyOption.REPLACE_EXISTING);
        for (String other : ENDINGS) {
            if (!other.equals(ending(file))) {
                Files.deleteIfExists(kept.assistantBench().resolve(split + other));
            }
        }
        Files.move(staged, target, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String ending(Path file) {
        String name = Objects.requireNonNull(file.getFileName()).toString().toLowerCase(Locale.ROOT);
        return ENDINGS.stream().filter(name::endsWith).findFirst().orElse(".jsonl");
    }

    private String summary() {
        Optional<Path> validation = kept.questions("validation");
        Optional<Path> test = kept.questions("test");
        if (validation.isEmpty() && test.isEmpty()) {
            throw new BrowserException(
                    "AssistantBench's questions are not here. Download them from the page of the data set on its hub"
                            + " (JSON lines or Parquet), and give the files: guerdon setup assistantbench --from FILE");
        }
        return "AssistantBench: "
                + validation
                        .map(file -> count(file) + " validation questions are at " + file)
                        .orElse("no validation questions")
                + ", "
                + test.map(file -> count(file) + " test questions at " + file).orElse("no test questions");
    }

    private long count(Path file) {
        return QuestionFile.read(file, formats).size();
    }

    /** Returns whether a text is an address, and not the path of a file. */
    private static boolean isAddress(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.startsWith("https://") || lower.startsWith("http://");
    }

    /** Puts what an address holds into a folder, under the last name of its path. */
    private static Path fetch(Path folder, String address) {
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
