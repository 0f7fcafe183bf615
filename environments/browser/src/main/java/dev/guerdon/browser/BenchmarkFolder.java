package dev.guerdon.browser;

import dev.guerdon.core.base.CacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Folder in which {@code guerdon setup} keeps the data of benchmarks, so that it has to be named only once.
 *
 * @param assistantBench the folder of AssistantBench's questions
 * @param miniwob the folder of MiniWoB's HTML
 */
record BenchmarkFolder(Path assistantBench, Path miniwob) {

    /** Place where a download of MiniWoB++ has the pages of its tasks. */
    private static final List<String> PLACES = List.of("", "miniwob", "html/miniwob", "miniwob/html/miniwob");

    /** The folder that the pages need beside their own. */
    private static final String CORE = "core";

    private static final String ANY_TASK = "click-test.html";

    /** Returns the folders of this user. */
    public static BenchmarkFolder ofThisUser() {
        return new BenchmarkFolder(
                CacheFolder.of("assistantbench"), CacheFolder.of("browser").resolve("miniwob"));
    }

    /** Returns the questions of a split that were set up: a file whose name begins with the split's. */
    public Optional<Path> questions(String split) {
        if (!Files.isDirectory(assistantBench)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(assistantBench)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(split + "."))
                    .sorted()
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the folder of MiniWoB's pages that were set up. */
    public Optional<Path> miniwobPages() {
        return pages(miniwob);
    }

    /** Returns the folder of the pages in a download of MiniWoB++, or in a part of one. */
    public static Optional<Path> pages(Path download) {
        Path root = download.toAbsolutePath().normalize();
        return PLACES.stream()
                .map(root::resolve)
                .filter(place -> Files.isRegularFile(place.resolve(ANY_TASK)))
                .findFirst();
    }

    /** Returns the folder that holds the pages and all that they load; empty where the pages stand alone and cannot work. */
    public static Optional<Path> html(Path pages) {
        return Optional.ofNullable(pages.getParent()).filter(html -> Files.isDirectory(html.resolve(CORE)));
    }

    /** Returns the name of a page's task. */
    public static String taskOf(Path page) {
        String name = Objects.requireNonNull(page.getFileName()).toString();
        return name.endsWith(".html") ? name.substring(0, name.length() - ".html".length()) : "";
    }
}
