package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.RewardServer;
import dev.guerdon.server.ServeConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pages of docs/trainers and docs/serve: their serve files are served, and their exchanges sent. An exchange is a paragraph that ends with the code {@code POST
 * PATH} and a colon, and below it, indented, the body and the answer.
 */
@Timeout(240)
class ServePagesTest {

    private static final String TOKEN = "0123456789abcdef";
    private static final Pattern FILE = Pattern.compile("(?ms)^```(?:text|json) file (\\S+)\\n(.*?)^```$");
    private static final Pattern EXCHANGE = Pattern.compile("`POST ([^`]+)`[^`]*:\\n\\n((?:    \\{.*\\n)+)");
    private static final Pattern PROGRAM = Pattern.compile("(?ms)^```python elsewhere\\n(.*?)^```$");

    @TempDir
    private Path folder;

    private static String page(String name) throws IOException {
        Path docs = Path.of(System.getProperty("guerdon.root", ".."), "docs");
        return Files.readString(
                docs.resolve(name.equals("environments") ? "serve" : "trainers").resolve(name + ".md"));
    }

    private RewardServer serve(String page) throws Exception {
        Matcher files = FILE.matcher(page);
        while (files.find()) {
            Files.writeString(folder.resolve(files.group(1)), files.group(2));
        }
        ServeConfig config = ServeConfig.read(folder.resolve("serve.yaml"), new ServeConfig.Surroundings() {
            @Override
            public PluginPath path() {
                return PluginPath.NONE;
            }

            @Override
            public Isolation isolation() {
                return Isolation.NONE;
            }

            @Override
            public @Nullable String variable(String name) {
                return name.equals("TRAINER_TOKEN") ? TOKEN : null;
            }
        });
        return RewardServer.start(config.definition(), config.host(), 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openrlhf",
                "slime",
                "nemo-gym",
                "openenv",
                "ors",
                "evalprotocol",
                "verl",
                "trl",
                "agentfly",
                "environments",
                "mcp"
            })
    void pageIsAsTheServerDoesIt(String name) throws Exception {
        String page = page(name);
        assertThat(page)
                .contains("guerdon serve --config serve.yaml")
                .contains("**Could not score.**", "**Authentication.**", "**Several nodes.**");
        int exchanges = 0;
        try (RewardServer server = serve(page);
                HttpClient http = HttpClient.newHttpClient()) {
            Matcher exchange = EXCHANGE.matcher(page);
            while (exchange.find()) {
                exchanges++;
                List<String> lines =
                        exchange.group(2).lines().map(String::strip).toList();
                HttpResponse<String> response = http.send(
                        HttpRequest.newBuilder(URI.create(server.url() + exchange.group(1)))
                                .timeout(Duration.ofSeconds(60))
                                .header("Content-Type", "application/json")
                                .header("Authorization", "Bearer " + TOKEN)
                                .POST(HttpRequest.BodyPublishers.ofString(lines.getFirst()))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(response.statusCode())
                        .as(exchange.group() + response.body())
                        .isEqualTo(200);
                if (lines.size() > 1) {
                    assertThat(JsonCodec.read(response.body(), "the answer").value())
                            .isEqualTo(JsonCodec.read(lines.get(1), "the page").value());
                }
            }
        }
        assertThat(exchanges).isGreaterThanOrEqualTo(name.equals("mcp") ? 0 : 1);
    }

    @Test
    void functionsOfThePagesScore() throws Exception {
        run("trl", """
                print(correct(["q", "q", "q"], ["\\\\\\\\boxed{1/2}", [{"role": "assistant", "content": "3"}], "x"], ["0.5", "4", None]))
                """, "[1.0, 0.0, None]");
        run("verl", """
                print(compute_score("gsm8k", "\\\\\\\\boxed{1/2}", "0.5", extra_info={}))
                try:
                    compute_score("gsm8k", "x", None)
                except RuntimeError as e:
                    print("raised")
                """, "{'score': 1.0, 'unscored': 0.0}\nraised");
    }

    private void run(String name, String call, String expected) throws Exception {
        String python = List.of("/usr/bin/python3", "/usr/local/bin/python3").stream()
                .filter(each -> Files.isExecutable(Path.of(each)))
                .findFirst()
                .orElse("");
        assumeTrue(!python.isEmpty(), "there is no python3");
        String page = page(name);
        Matcher program = PROGRAM.matcher(page);
        assertThat(program.find()).isTrue();
        Path script = folder.resolve(name + "_page.py");
        Files.writeString(script, program.group(1) + "\n\n" + call.replace("\\\\\\\\", "\\\\"));
        Path output = folder.resolve("output");
        try (RewardServer server = serve(page)) {
            ProcessBuilder builder = new ProcessBuilder(python, script.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("GUERDON_URL", server.url());
            builder.environment().put("TRAINER_TOKEN", TOKEN);
            builder.environment().put("no_proxy", "*");
            Process process = builder.start();
            boolean ended = process.waitFor(120, TimeUnit.SECONDS);
            process.destroyForcibly();
            assertThat(ended).isTrue();
        }
        assertThat(Files.readString(output).strip()).isEqualTo(expected);
    }
}
