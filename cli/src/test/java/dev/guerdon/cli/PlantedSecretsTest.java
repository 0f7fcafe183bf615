package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guerdon.core.base.HtmlEscape;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Plants secrets of every kind wherever a user or a model can put one, and looks for them in everything that was written. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PlantedSecretsTest {

    private static final Map<String, String> PLANTED = planted();

    /** What the process knows as keys. */
    private static final List<String> KNOWN = List.of("variable", "key_env", "odd variable", "short variable");

    private static Map<String, String> planted() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("variable", "value-of-a-variable-alpha");
        all.put("key_env", "value-of-a-key-bravo");
        all.put("note", "sk-proj-Note1234567890charlie");
        all.put("setting", "ghp_Setting0123456789abcdefghijkdelta");
        all.put("error", "sk-ant-Error0123456789abcdefghecho");
        all.put("reply", "hf_ReplyabcdefghijklmnopqrstuvwxyzABfoxtrot");
        all.put("tool", "AKIATOOLOUTPUTGOLF12");
        all.put("address", "hotel:password-of-hotel");
        all.put("private key", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCindia");
        all.put("plan", "glpat-Plan0123456789juliett");
        all.put("reward", "xoxb-1234567890-rewardkilo");
        all.put("gold", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJsaW1hIn0.c2lnbmF0dXJlb2ZsaW1h");
        all.put("argument", "value-of-an-argument-mike7");
        all.put("odd variable", "tree<&>'lane' \"november\"");
        all.put("short variable", "oscar-88");
        return all;
    }

    private static final String PEM =
            "-----BEGIN PRIVATE KEY-----\n" + PLANTED.get("private key") + "\nabcdEFGH0123\n-----END PRIVATE KEY-----";

    private static final String PLUGIN = """
            import dev.guerdon.api.*;

            public final class Leaks implements Plugin {
                @Override public void install(Registration registration) {
                    registration.rewards(Leaks.class);
                    registration.tools(Leaks.class);
                }

                @Tool(value = "peek", description = "looks at something")
                public static String peek(String password) {
                    return "found %s there";
                }

                @Reward("leaky")
                public static double leaky(String finalResponse) {
                    if (finalResponse.contains("boom")) {
                        throw new IllegalStateException("refused %s");
                    }
                    return 0.5;
                }
            }
            """.formatted(PLANTED.get("tool"), PLANTED.get("reward"));

    private static final String SUITE = """
            reward: leaky
            tools: [peek]
            tasks:
              - {id: plain, question: "Look at https://%s@example.org/ please", answer: "%s"}
              - {id: boom, question: "boom", answer: x}
              - {id: refused, question: "refuse me", answer: x}
            """.formatted(PLANTED.get("address"), PLANTED.get("gold"));

    @TempDir
    Path folder;

    private HttpServer provider;

    @BeforeEach
    void startProvider() throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        provider.createContext("/", PlantedSecretsTest::answer);
        provider.start();
    }

    @AfterEach
    void stopProvider() {
        provider.stop(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int status = 200;
            Object body;
            if (request.contains("refuse me")) {
                status = 401;
                body = Map.of(
                        "error",
                        Map.of(
                                "message",
                                "Incorrect key " + PLANTED.get("error") + " or "
                                        + exchange.getRequestHeaders().getFirst("Authorization")));
            } else if (request.contains("\"tool\"")) {
                body = message(Map.of(
                        "role",
                        "assistant",
                        "content",
                        "It is " + PLANTED.get("reply") + " and " + PLANTED.get("variable") + " and "
                                + PLANTED.get("odd variable") + " at https://example.org/?q="
                                + URLEncoder.encode(PLANTED.get("odd variable"), StandardCharsets.UTF_8) + " or "
                                + PLANTED.get("short variable") + " and "
                                + PLANTED.get("key_env") + "\n" + PEM + (request.contains("boom") ? "\nboom" : "")));
            } else {
                body = message(Map.of(
                        "role",
                        "assistant",
                        "content",
                        "",
                        "tool_calls",
                        List.of(Map.of(
                                "id",
                                "call-1",
                                "type",
                                "function",
                                "function",
                                Map.of(
                                        "name",
                                        "peek",
                                        "arguments",
                                        "{\"password\":\"" + PLANTED.get("argument") + "\"}")))));
            }
            byte[] bytes = JsonCodec.write(body).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static Map<String, Object> message(Map<String, Object> message) {
        return Map.of(
                "id", "1", "object", "chat.completion", "choices", List.of(Map.of("index", 0, "message", message)));
    }

    private String guerdon(int expected, String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Child.command(arguments)).directory(folder.toFile());
        builder.environment().put("SOME_API_KEY", PLANTED.get("variable"));
        builder.environment().put("HOUSE", PLANTED.get("key_env"));
        builder.environment().put("OTHER_PASS", PLANTED.get("odd variable"));
        builder.environment().put("FOO_TOKEN_2", PLANTED.get("short variable"));
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String shown = Files.readString(out) + Files.readString(err);
        assertThat(process.exitValue()).as(shown).isEqualTo(expected);
        assertClean(String.join(" ", arguments), shown);
        return shown;
    }

    @Test
    void nothingThatIsWrittenHoldsASecret() throws Exception {
        Files.createDirectories(folder.resolve("given"));
        Files.writeString(folder.resolve("given/Leaks.java"), PLUGIN);
        Files.writeString(folder.resolve("given/suite.yaml"), SUITE);
        String model = "openai-compatible:http://localhost:"
                + provider.getAddress().getPort() + "/v1#fake?key_env=HOUSE&retries=0&cache=cache";
        String begun = guerdon(
                1,
                "run",
                "given/suite.yaml",
                "--source",
                "given/Leaks.java",
                "--model",
                model,
                "--note",
                "with " + PLANTED.get("note"),
                "--set",
                "system=Never tell " + PLANTED.get("setting"),
                "--record",
                "recorded",
                "--json");
        String run = JsonCodec.read(begun.lines().findFirst().orElseThrow(), "run")
                .get("run")
                .asString();
        for (String task : List.of("plain", "boom", "refused")) {
            String shown = guerdon(0, "show", run, task, "--json");
            assertThat(JsonCodec.read(shown.strip(), "show").get("task").asString())
                    .isEqualTo(task);
            guerdon(0, "show", run, task, "--all");
        }
        Files.writeString(folder.resolve("given/plan.yaml"), """
                suite: suite.yaml
                # token: %s
                champion: {name: first, model: "%s", set: {system: "say %s"}}
                accept: mean
                candidates:
                  - {name: second, model: "%s", set: {system: "tell %s"}}
                """.formatted(
                        PLANTED.get("plan"), model, PLANTED.get("plan"), model, PLANTED.get("setting")));
        String iterated = guerdon(0, "iterate", "given/plan.yaml", "--source", "given/Leaks.java");
        assertThat(iterated).contains("report: ");
        assertThat(guerdon(0, "iterate", "given/plan.yaml", "--source", "given/Leaks.java", "--resume", "--json"))
                .contains("\"complete\":true");
        guerdon(0, "report", "latest", "--out", "report.html");
        guerdon(0, "report", "latest", "--out", "report.md");
        guerdon(0, "show", "latest", "--json");
        for (String json : List.of("", "--json")) {
            List<String> end = json.isEmpty() ? List.of() : List.of(json);
            guerdon(0, with(end, "diagnose", run, "--source", "given/Leaks.java"));
            guerdon(0, with(end, "runs"));
            guerdon(1, with(end, "rescore", run, "--reward", "leaky", "--source", "given/Leaks.java"));
            guerdon(0, with(end, "compare", "latest", "latest"));
        }
        guerdon(0, "rewards", "--source", "given/Leaks.java");
        // What a sample holds is the user's own data; what went wrong with it is told without secrets.
        Files.writeString(
                folder.resolve("given/in.jsonl"),
                "{\"id\":1,\"final_response\":\"boom\"}\nnot JSON: " + PLANTED.get("note") + "\n{\"id\":3}\n");
        guerdon(
                1,
                "score",
                "--reward",
                "leaky",
                "--source",
                "given/Leaks.java",
                "--in",
                "given/in.jsonl",
                "--out",
                "scored.jsonl",
                "--metrics",
                "metrics.json",
                "--checkpoint",
                "checkpoint.json");
        guerdon(2, "run", "given/suite.yaml", "--model", "openai:" + PLANTED.get("note") + "?nonsense=1");

        List<String> seen = new ArrayList<>();
        for (Path file : written()) {
            for (String text : texts(file)) {
                assertClean(file.toString(), text, isData(file) ? KNOWN : PLANTED.keySet());
                seen.add(text);
            }
        }
        // Something was there to be hidden, and what is no secret is still there.
        assertThat(String.join("\n", seen))
                .contains("***", "refused ***", "Never tell ", "Incorrect key ", "It is ", "found ", "refused ");
    }

    private static String[] with(List<String> end, String... begin) {
        return Stream.concat(Stream.of(begin), end.stream()).toArray(String[]::new);
    }

    private List<Path> written() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(folder.resolve("given")))
                    .toList();
        }
    }

    /** The file's bytes, and what is packed in them. */
    private static List<String> texts(Path file) throws Exception {
        List<String> texts = new ArrayList<>(List.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
        String name = file.getFileName().toString();
        if (name.endsWith(".gz")) {
            try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                texts.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        } else if (name.equals("results.db")) {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("select body from detail")) {
                while (row.next()) {
                    try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(row.getBytes(1)))) {
                        texts.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                    }
                }
            }
            assertThat(texts).hasSizeGreaterThan(1);
        }
        return texts;
    }

    /** Whether a score or a replay depends on what the file holds. */
    private boolean isData(Path file) {
        return List.of("results.db", "suite.json.gz", "conversations.jsonl")
                        .contains(file.getFileName().toString())
                || file.startsWith(folder.resolve("cache"));
    }

    private static void assertClean(String where, String text) {
        assertClean(where, text, PLANTED.keySet());
    }

    private static void assertClean(String where, String text, Collection<String> kinds) {
        kinds.forEach(kind -> {
            String secret = Objects.requireNonNull(PLANTED.get(kind));
            String json = JsonCodec.write(secret);
            for (String form : List.of(
                    secret,
                    json.substring(1, json.length() - 1),
                    HtmlEscape.PYTHON.escape(secret),
                    HtmlEscape.CONTENT.escape(secret),
                    URLEncoder.encode(secret, StandardCharsets.UTF_8),
                    Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8)))) {
                assertThat(text.contains(form))
                        .as("the secret of the %s in %s: %s", kind, where, around(text, form))
                        .isFalse();
            }
        });
    }

    private static String around(String text, String secret) {
        int at = text.indexOf(secret);
        return at < 0 ? "" : text.substring(Math.max(0, at - 80), Math.min(text.length(), at + secret.length() + 20));
    }
}
