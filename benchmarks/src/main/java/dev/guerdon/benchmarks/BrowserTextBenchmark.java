package dev.guerdon.benchmarks;

import dev.guerdon.api.Json;
import dev.guerdon.browser.AxTreeText;
import dev.guerdon.browser.spi.AxTreeOptions;
import dev.guerdon.browser.spi.AxTreeOptions.AxTreeProfile;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.browser.view.DomText;
import dev.guerdon.browser.view.DomText.PrunedHtml;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The recorded pages as text, per CPU second of one thread. */
final class BrowserTextBenchmark {

    private static final Path PAGES = Path.of("environments", "browser", "src", "test", "resources", "vectors", "raw");

    /** A page as the browser gave it. */
    private record Page(Map<String, ?> tree, Map<String, ?> dom, Map<String, ElementProperties> properties) {}

    static void run(PrintStream out, String[] arguments) throws Exception {
        List<Page> pages = pages(arguments.length > 0 ? Path.of(arguments[0]) : PAGES);
        AxTreeOptions options = AxTreeOptions.of(AxTreeProfile.PINNED).changed("with_visible,with_clickable");
        out.printf("%d recorded pages, one thread, pages per CPU second%n", pages.size());
        print(out, "accessibility tree", pages, page -> AxTreeText.flatten(page.tree(), page.properties(), options));
        print(out, "flattened DOM", pages, page -> DomText.flatten(page.dom(), null, Set.of(), true));
        print(
                out,
                "flattened DOM and pruned HTML",
                pages,
                page -> PrunedHtml.of(DomText.flatten(page.dom(), null, Set.of(), true)));
    }

    private static void print(PrintStream out, String what, List<Page> pages, Function<Page, String> view)
            throws Exception {
        double rate = BenchmarkClock.perCpuSecond(3, 1, () -> {
            long characters = 0;
            for (Page page : pages) {
                characters += view.apply(page).length();
            }
            return new BenchmarkClock.Done(pages.size(), characters);
        });
        out.printf("%-30s %,10.0f%n", what, rate);
    }

    private static List<Page> pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().map(BrowserTextBenchmark::page).toList();
        }
    }

    private static Page page(Path file) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            Json raw = JsonCodec.read(in.readAllBytes(), file.toString());
            return new Page(
                    raw.get("axtree_object").asMap(),
                    raw.get("dom_object").asMap(),
                    ElementProperties.read(raw.get("extra_element_properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
