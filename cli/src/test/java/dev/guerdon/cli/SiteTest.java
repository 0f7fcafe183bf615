package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The web site that {@code ./dev docs --site} makes of the documentation. */
class SiteTest {

    private static final Pattern REQUEST = Pattern.compile(
            "(?:src|<link[^>]* href)=\"(?:https?:)?//|@import|\\burl\\((?!\\))|\\bfetch\\(|XMLHttpRequest|\\bimport\\(");

    @TempDir
    Path folder;

    @Test
    void pagesOfThisRepositoryHaveNoDeadLinksAndNeedNoNetwork() throws IOException {
        Path site = folder.resolve("site");
        Checkout.Result result = build(Checkout.REAL, site);
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(site.resolve("docs/tutorial.html"))
                .content()
                .contains("aria-current=\"page\"", "<i class=\"k\">public</i>", "pictures/report.png");
        assertThat(site.resolve("search-index.js"))
                .content()
                .contains("docs/cookbook.html#accept-several-right-answers");
        try (Stream<Path> files = Files.walk(site)) {
            assertThat(files.filter(file -> file.toString().matches(".*\\.(html|css|js)")))
                    .hasSizeGreaterThan(40)
                    .allSatisfy(file -> assertThat(
                                    REQUEST.matcher(Files.readString(file)).results())
                            .as("requests of " + file)
                            .isEmpty());
        }
    }

    @Test
    void deadLinksAreNamedAndFail() throws IOException {
        Path root = repository(
                "See [one](docs/gone.md), [two](docs/README.md#nothing), [three](docs/README.md#a-page), "
                        + "![four](no.png), [five](../outside.txt), [six](javascript:alert(1)) and <script>alert(2)</script>.");
        Checkout.Result result = build(root, folder.resolve("out"));
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err().lines())
                .hasSize(5)
                .allMatch(line -> line.startsWith("README.md: "))
                .anyMatch(line -> line.contains("docs/gone.md"))
                .anyMatch(line -> line.contains("#nothing"))
                .anyMatch(line -> line.contains("no.png"))
                .anyMatch(line -> line.contains("../outside.txt"))
                .anyMatch(line -> line.contains("javascript:"));
        assertThat(folder.resolve("out/index.html")).content().doesNotContain("<script>alert(2)");
    }

    @Test
    void codeIsShownAsItIs() throws IOException {
        Path root = repository(
                "```java\nString s = \"<b>&amp;</b>\"; // </code>\n```\n\n```console\n$ guerdon runs\n<none>\n```\n");
        assertThat(build(root, folder.resolve("out")).exitCode()).isZero();
        assertThat(folder.resolve("out/index.html"))
                .content()
                .contains(
                        "String s = <i class=\"s\">&quot;&lt;b&gt;&amp;amp;&lt;/b&gt;&quot;</i>; <i class=\"c\">// &lt;/code&gt;</i>",
                        "<b>$ guerdon runs</b>\n&lt;none&gt;");
    }

    private Path repository(String readme) throws IOException {
        Path root = Files.createDirectories(folder.resolve("a repository"));
        Files.createDirectories(root.resolve("docs/site"));
        for (String asset : List.of("page.html", "site.css", "site.js")) {
            Files.copy(
                    Checkout.REAL.resolve("docs/site").resolve(asset),
                    root.resolve("docs/site").resolve(asset));
        }
        Files.writeString(root.resolve("docs/README.md"), "# A page\n\n## Start\n\n* [The front](../README.md)\n");
        Files.writeString(root.resolve("README.md"), "# Title\n\n" + readme + "\n");
        return root;
    }

    private Checkout.Result build(Path root, Path out) {
        String commonmark = Stream.of(Parser.class, TablesExtension.class)
                .map(SiteTest::jar)
                .collect(Collectors.joining(File.pathSeparator));
        return Checkout.run(
                folder,
                Map.of(),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        commonmark,
                        Checkout.REAL.resolve("bin/Site.java").toString(),
                        root.toString(),
                        out.toString()));
    }

    private static String jar(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
