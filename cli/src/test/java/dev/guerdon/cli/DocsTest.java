package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Every code block of the README and the documentation does what the text says. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the console blocks are typed into bash")
class DocsTest {

    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]+)(?:#[^)]*)?\\)");

    /** A part of the path of the pages to try out, for whoever writes one: {@code ./dev docs tutorial}. */
    private static final String ONLY = System.getProperty("guerdon.page", "");

    @TempDir
    static Path folder;

    /** Two pages at a time, since most blocks wait for a process; the blocks of a page one after the other, in its folder. */
    @TestFactory
    Stream<DynamicContainer> everyBlockIsTrue() throws IOException {
        List<DynamicContainer> containers = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(
                2, Thread.ofPlatform().daemon().name("page-", 0).factory());
        for (Path page : pages()) {
            if (!Checkout.REAL.relativize(page).toString().contains(ONLY)) {
                continue;
            }
            Path own = Files.createDirectory(folder.resolve("page" + containers.size()));
            DocPage doc = new DocPage(page, own);
            List<FutureTask<Void>> checks = new ArrayList<>();
            for (int i = 0; i < doc.blocks().size(); i++) {
                int block = i;
                checks.add(new FutureTask<>(() -> {
                    doc.check(block);
                    return null;
                }));
            }
            threads.execute(() -> checks.forEach(FutureTask::run));
            containers.add(DynamicContainer.dynamicContainer(
                    Checkout.REAL.relativize(page).toString(),
                    IntStream.range(0, checks.size())
                            .mapToObj(i -> DynamicTest.dynamicTest(
                                    doc.blocks().get(i).info() + ", line "
                                            + doc.blocks().get(i).line(),
                                    () -> await(checks.get(i))))));
        }
        threads.shutdown();
        return containers.stream();
    }

    private static void await(FutureTask<Void> check) throws Throwable {
        try {
            check.get();
        } catch (ExecutionException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    @TestFactory
    Stream<DynamicTest> everyLinkLeadsSomewhere() throws IOException {
        return pages().stream()
                .map(page ->
                        DynamicTest.dynamicTest(Checkout.REAL.relativize(page).toString(), () -> {
                            Matcher link = LINK.matcher(Files.readString(page));
                            while (link.find()) {
                                assertThat(page.resolveSibling(link.group(1))).exists();
                            }
                        }));
    }

    @Test
    void everyPageIsInTheIndex() throws IOException {
        Path docs = Checkout.REAL.resolve("docs");
        assertThat(pages().stream()
                        .filter(page -> page.startsWith(docs) && !page.endsWith("docs/README.md"))
                        .filter(page -> !page.startsWith(docs.resolve("design")) || page.endsWith("design/README.md"))
                        .map(page -> "(" + docs.relativize(page) + ")"))
                .allSatisfy(
                        link -> assertThat(docs.resolve("README.md")).content().contains(link));
        assertThat(pages().stream()
                        .filter(page -> page.startsWith(docs.resolve("design")) && !page.endsWith("design/README.md"))
                        .map(page -> "(" + page.getFileName() + ")"))
                .isNotEmpty()
                .allSatisfy(link ->
                        assertThat(docs.resolve("design/README.md")).content().contains(link));
    }

    @Test
    void blockThatNoRuleCoversFails() throws IOException {
        Path page = Files.writeString(folder.resolve("odd.md"), "Text\n\n```python\nprint(1)\n```\n\n    ls -l\n");
        DocPage doc = new DocPage(page, Files.createDirectory(folder.resolve("odd")));
        assertThat(doc.blocks()).hasSize(2);
        assertThat(IntStream.range(0, 2))
                .allSatisfy(i -> assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> doc.check(i)))
                        .isInstanceOf(AssertionError.class));
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Checkout.REAL.resolve("README.md")));
        try (Stream<Path> docs = Files.walk(Checkout.REAL.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }
}
