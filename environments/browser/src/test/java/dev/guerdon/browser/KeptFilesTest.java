package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.Json;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recorded episode keeps beside its steps. */
class KeptFilesTest {

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static PageServer server;

    @BeforeAll
    static void serve() throws IOException {
        Chromium.require();
        server = new PageServer();
        server.page("style.css", "h1 { color: green }");
        server.page("first", exchange -> {
            exchange.getResponseHeaders().add("Set-Cookie", "session=of-ann-1234; Path=/");
            return "<link rel=stylesheet href=style.css><h1>first page</h1>";
        });
        server.page("second", "<h1>second page</h1>");
    }

    @AfterAll
    static void end() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static void play(Path folder, String... wanted) {
        BrowserProvider provider = new BrowserProvider(InstalledPrograms.thisOne());
        Map<String, String> options = new LinkedHashMap<>();
        options.put("url", server.url("first"));
        options.put("keep", folder.toString());
        for (String name : wanted) {
            options.put(name, "true");
        }
        try (BrowserEnvironment environment = (BrowserEnvironment) provider.open(options)) {
            environment.reset(provider.task(options));
            environment.step("goto('" + server.url("second") + "')");
        }
    }

    @Test
    @Tag("slow")
    void theArchiveHoldsTheRequestsAndNoSession(@TempDir Path folder) throws IOException {
        play(folder, "har");
        String text = Files.readString(folder.resolve("network.har"));
        List<Json> entries =
                JsonCodec.read(text, "har").get("log").get("entries").asList();
        assertThat(entries.stream().map(entry -> entry.get("request").get("url").asString()))
                .contains(server.url("first"), server.url("style.css"), server.url("second"));
        assertThat(text).contains("second page").contains("\"***\"").doesNotContain("of-ann-1234");
        assertThat(folder.resolve("summary_info.json")).exists();
    }

    @Test
    void chromiumItselfPlaysTheVideo(@TempDir Path folder) throws IOException {
        assumeTrue(InstalledPrograms.thisOne().onPath("ffmpeg").isPresent(), "there is no ffmpeg, which makes videos");
        play(folder, "video");
        byte[] bytes = Files.readAllBytes(folder.resolve("task_video").resolve("episode.webm"));
        server.page("player", """
            <h1 id=out>waiting</h1><video muted src="data:video/webm;base64,DATA"></video><script>
            const video = document.querySelector('video');
            video.onerror = () => { out.textContent = 'cannot play: ' + video.error.message; };
            video.onloadeddata = () => {
              out.textContent = ['shows', video.videoWidth, video.videoHeight, video.duration > 1].join(' '); };
            </script>\
            """.replace("DATA", Base64.getEncoder().encodeToString(bytes)));
        BrowserProvider provider = new BrowserProvider(InstalledPrograms.thisOne());
        Map<String, String> options = Map.of("url", server.url("player"));
        try (BrowserEnvironment environment = (BrowserEnvironment) provider.open(options)) {
            assertThat(environment.reset(provider.task(options)).observation().text())
                    .contains("shows 1280 720 true");
        }
    }

    @Test
    void aVideoWithoutFfmpegIsRefusedInASentence(@TempDir Path folder) {
        if (InstalledPrograms.thisOne().onPath("ffmpeg").isEmpty()) {
            assertThatThrownBy(() -> play(folder, "video")).hasMessageContaining("a video needs ffmpeg");
        }
    }

    @Test
    void theTraceIsOneThatPlaywrightsViewerOpens(@TempDir Path folder) throws IOException {
        play(folder, "trace");
        try (ZipFile zip = new ZipFile(folder.resolve("trace.zip").toFile())) {
            assertThat(zip.stream().map(entry -> entry.getName())).contains("trace.trace", "trace.network");
            String trace =
                    new String(zip.getInputStream(zip.getEntry("trace.trace")).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(trace).contains("second");
        }
    }
}
