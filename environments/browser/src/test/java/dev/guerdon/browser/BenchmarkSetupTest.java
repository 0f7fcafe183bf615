package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.core.base.Sha256.PinnedDownload;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarkSetupTest {

    private static final String DEV = "{\"id\": \"a\", \"task\": \"How many?\", \"answer\": 3}\n{broken\n";
    private static final String TEST = "{\"id\": \"b\", \"task\": \"Secret?\", \"answer\": null}\n";

    @TempDir
    Path folder;

    private final List<String> told = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set before each test
    private BenchmarkFolder kept;

    private String digest = "";

    @BeforeEach
    void place() throws IOException {
        Path made = Files.createDirectories(folder.resolve("pip"));
        assertThat(wheel(List.of("--dest", made.toString()))).isEmpty();
        digest = Sha256.hex(made.resolve("miniwob-1.0-py3-none-any.whl"));
        kept = new BenchmarkFolder(folder.resolve("kept/assistantbench"), folder.resolve("kept/browser/miniwob"));
    }

    private AssistantBenchSetup questions(boolean mayFetch) {
        return new AssistantBenchSetup(kept, new Registry(), mayFetch, told::add);
    }

    private MiniwobSetup pages(BrowserSetup.Runner pip, Map<String, String> environment) {
        return pages(pip, environment, digest);
    }

    private MiniwobSetup pages(BrowserSetup.Runner pip, Map<String, String> environment, String sha256) {
        return new MiniwobSetup(
                kept, new InstalledPrograms(environment), pip, new PinnedDownload("miniwob==1.0", sha256), told::add);
    }

    @Test
    void questionsAreKeptBySplitWhichTheirGoldsTell() throws IOException {
        Path dev = Files.writeString(folder.resolve("what I downloaded.jsonl"), DEV);
        Path test = Files.writeString(folder.resolve("another.jsonl"), TEST);
        String said = questions(false).run(List.of(dev.toString(), test.toString()));
        assertThat(said).contains("2 validation questions").contains("1 test questions");
        assertThat(kept.questions("validation"))
                .hasValueSatisfying(file -> assertThat(file).hasContent(DEV));
        assertThat(kept.questions("test"))
                .hasValueSatisfying(file -> assertThat(file).hasContent(TEST));
        assertThat(told).singleElement().asString().contains("what I downloaded.jsonl:2");
        assertThat(questions(false).run(List.of())).as("what is here stays").isEqualTo(said);
    }

    @Test
    void aFolderAsTheHubHasItIsSearched() throws IOException {
        Path hub = Files.createDirectories(folder.resolve("hub/default/validation"));
        Files.writeString(hub.resolve("0000.jsonl"), DEV);
        assertThat(questions(false).run(List.of(folder.resolve("hub").toString())))
                .contains("2 validation questions")
                .contains("no test questions");
        Path empty = Files.createDirectories(folder.resolve("empty"));
        assertThatThrownBy(() -> questions(false).run(List.of(empty.toString())))
                .hasMessageContaining("found none");
    }

    @Test
    void withoutQuestionsTheUserIsToldWhereTheyComeFrom() {
        assertThatThrownBy(() -> questions(true).run(List.of()))
                .hasMessageContaining("guerdon setup assistantbench --from FILE");
        assertThatThrownBy(() -> questions(true)
                        .run(List.of(folder.resolve("nowhere.jsonl").toString())))
                .hasMessageContaining("nowhere.jsonl, found nothing");
    }

    @Test
    void anAddressIsFetchedAndALoginIsTold() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean open = exchange.getRequestURI().getPath().equals("/resolve/dev.jsonl");
            byte[] body = (open ? DEV : "log in").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(open ? 200 : 401, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
        try {
            String hub = "http://127.0.0.1:" + server.getAddress().getPort();
            assertThatThrownBy(() -> questions(false).run(List.of(hub + "/resolve/dev.jsonl")))
                    .hasMessageContaining("GUERDON_INSTALL=no");
            assertThat(questions(true).run(List.of(hub + "/resolve/dev.jsonl"))).contains("2 validation questions");
            assertThatThrownBy(() -> questions(true).run(List.of(hub + "/gated.jsonl")))
                    .hasMessageContaining("answered 401")
                    .hasMessageContaining("give its path");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void miniwobIsTakenFromAFolderAndKept() {
        String said = pages(command -> Optional.of("no pip"), Map.of()).run(MiniwobPagesTest.pages());
        assertThat(said).contains("5 pages");
        assertThat(kept.miniwobPages())
                .hasValueSatisfying(
                        pages -> assertThat(pages.resolveSibling("core")).isDirectoryContaining("glob:**core.js"));
        assertThat(pages(command -> Optional.of("no pip"), Map.of()).run(null)).isEqualTo(said);
    }

    @Test
    void miniwobIsFetchedWithPipOnlyWhereThatIsAllowed() {
        assertThatThrownBy(() -> pages(command -> Optional.empty(), Map.of("GUERDON_INSTALL", "no"))
                        .run(null))
                .hasMessageContaining("--from DIR");
        assertThatThrownBy(() ->
                        pages(command -> Optional.of("no network"), Map.of()).run(null))
                .hasMessageContaining("no network")
                .hasMessageContaining("--from");
        assertThat(pages(this::wheel, Map.of()).run(null)).contains("1 pages");
    }

    @Test
    void pagesOfAnotherContentAreRefusedWithBothHashes() {
        assertThatThrownBy(() -> pages(this::wheel, Map.of(), "0".repeat(64)).run(null))
                .hasMessageContainingAll("miniwob==1.0", digest, "0".repeat(64), "--from FILE");
        assertThat(kept.miniwobPages()).isEmpty();
    }

    @Test
    void aFolderWithoutThePagesIsRefusedAndNothingIsLost() throws IOException {
        pages(this::wheel, Map.of()).run(null);
        Path wrong = Files.createDirectories(folder.resolve("wrong"));
        assertThatThrownBy(() -> pages(this::wheel, Map.of()).run(wrong)).hasMessageContaining("found none");
        Path lonely = Files.createDirectories(folder.resolve("lonely"));
        Files.writeString(lonely.resolve("click-test.html"), "");
        assertThatThrownBy(() -> pages(this::wheel, Map.of()).run(lonely)).hasMessageContaining("core");
        assertThat(kept.miniwobPages()).isPresent();
    }

    /** What pip would do. */
    private Optional<String> wheel(List<String> command) {
        Path wheel = Path.of(command.get(command.indexOf("--dest") + 1)).resolve("miniwob-1.0-py3-none-any.whl");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(wheel))) {
            for (String name :
                    List.of("miniwob/html/miniwob/click-test.html", "miniwob/html/core/core.js", "setup.py")) {
                ZipEntry entry = new ZipEntry(name);
                entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0)); // the same bytes each time
                zip.putNextEntry(entry);
                zip.write(name.getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
        return Optional.empty();
    }
}
