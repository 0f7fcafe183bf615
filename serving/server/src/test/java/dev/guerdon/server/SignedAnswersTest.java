package dev.guerdon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signatures of answers, computed again from nothing but what a client has. */
@Timeout(120)
class SignedAnswersTest {

    private static final String KEY = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    private static final String RECORD = "{\"id\":\"é\",\"final_response\":\"a\",\"answer\":\"a\"}";

    @SuppressWarnings("NullAway.Init")
    private static RewardServer server;

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        Registry registry = new Registry();
        registry.rewards(TlsTest.Trusted.class);
        server = RewardServer.start(
                ServeDefinition.ofRewards(
                        registry, Isolation.NONE, List.of(RewardDefinition.of("same")), ServeLimits.usual(), List.of()),
                "127.0.0.1",
                0,
                ServeSecurity.NONE.withSigningKey(null, KEY + "\n"));
    }

    @AfterAll
    static void stop() {
        server.close();
        HTTP.close();
    }

    /** What the signature must be, by the words of the documentation. */
    private static String expected(String target, byte[] asked, byte[] answered) throws GeneralSecurityException {
        HexFormat hex = HexFormat.of();
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        String signed = "guerdon-signature-v1\n" + target + "\n" + hex.formatHex(sha.digest(asked)) + "\n"
                + hex.formatHex(sha.digest(answered)) + "\n";
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY.getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
        return "v1=" + hex.formatHex(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII))) + "; key="
                + hex.formatHex(sha.digest(KEY.getBytes(StandardCharsets.US_ASCII)), 0, 4);
    }

    private static HttpResponse<byte[]> post(String target, byte[] body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + target))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/score/same | application/json | RECORD",
                "/v1/score/same | application/json; charset=utf-8 | RECORD",
                "/v1/score/same | application/json | [RECORD,RECORD]",
                "/v1/score/same | application/json; charset=utf-8 | [RECORD,{},7]",
                "/v1/score?reward=same&x=%20y | application/json | [RECORD]",
                "/v1/score | application/json | {\"rewards\":[\"same\"],\"samples\":[RECORD]}",
                "/v1/score/s%61me | application/json | [ ]"
            })
    void everyAnswerHasTheSignatureOfItsBytes(String target, String type, String body) throws Exception {
        byte[] asked = bytes(body.replace("RECORD", RECORD));
        HttpResponse<byte[]> answer = post(target, asked, "Content-Type", type);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Guerdon-Signature")).hasValue(expected(target, asked, answer.body()));
    }

    @Test
    void aPackedBodyIsSignedAsItWasBeforeItWasPacked() throws Exception {
        byte[] asked = bytes("[" + RECORD + "]");
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(asked);
        }
        HttpResponse<byte[]> answer = post(
                "/v1/score/same", packed.toByteArray(), "Content-Type", "application/json", "Content-Encoding", "gzip");
        assertThat(answer.headers().firstValue("Guerdon-Signature"))
                .hasValue(expected("/v1/score/same", asked, answer.body()));
    }

    @Test
    void theLastLineOfAStreamSignsAllLinesBeforeIt() throws Exception {
        byte[] asked = bytes((RECORD + "\n").repeat(700) + "no JSON\n" + RECORD);
        HttpResponse<byte[]> answer = post("/v1/score/same", asked, "Content-Type", "application/x-ndjson");
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        int last = text.lastIndexOf('\n', text.length() - 2) + 1;
        assertThat(text.lines()).hasSize(703);
        assertThat(text.substring(last))
                .isEqualTo("{\"signature\":\"" + expected("/v1/score/same", asked, bytes(text.substring(0, last)))
                        + "\"}\n");
    }

    @Test
    void anotherKeyAnotherRequestAndAnotherRewardHaveAnotherSignature() throws Exception {
        byte[] asked = bytes(RECORD);
        HttpResponse<byte[]> answer = post("/v1/score/same", asked, "Content-Type", "application/json");
        String signature = answer.headers().firstValue("Guerdon-Signature").orElseThrow();
        String forged = new String(answer.body(), StandardCharsets.UTF_8).replace("1.0", "0.0");
        assertThat(expected("/v1/score/same", asked, bytes(forged))).isNotEqualTo(signature);
        assertThat(expected("/v1/score/same", bytes(RECORD + " "), answer.body()))
                .isNotEqualTo(signature);
    }

    @Test
    void aKeyThatCanBeGuessedIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> ServeSecurity.NONE.withSigningKey(null, "short-secret"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("at least 32")
                .hasMessageNotContaining("short-secret");
    }

    /** The Python of the documentation, run as it stands there. */
    @Test
    void thePythonOfTheDocumentationChecksSignatures(@TempDir Path folder) throws Exception {
        Path page = documentation();
        Matcher block =
                Pattern.compile("```python[^\\n]*\\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(page));
        assertThat(block.find()).isTrue();
        byte[] asked = bytes(RECORD);
        HttpResponse<byte[]> one = post("/v1/score/same", asked, "Content-Type", "application/json");
        HttpResponse<byte[]> lines = post("/v1/score/same", asked, "Content-Type", "application/x-ndjson");
        Files.write(folder.resolve("one"), one.body());
        Files.write(folder.resolve("lines"), lines.body());
        Files.write(folder.resolve("asked"), asked);
        Path script = Files.writeString(
                folder.resolve("check.py"),
                block.group(1)
                        + """

                        import pathlib
                        here = pathlib.Path(__file__).parent
                        asked, one, lines = ((here / name).read_bytes() for name in ("asked", "one", "lines"))
                        key = b"%s"
                        signature = "%s"
                        check(key, "/v1/score/same", asked, one, signature)
                        check_lines(key, "/v1/score/same", asked, lines)
                        for wrong in (
                            lambda: check(key, "/v1/score/same", asked, one.replace(b"1.0", b"0.0"), signature),
                            lambda: check(key, "/v1/score/other", asked, one, signature),
                            lambda: check(key, "/v1/score/same", asked + b" ", one, signature),
                            lambda: check(key[:-1] + b"0", "/v1/score/same", asked, one, signature),
                            lambda: check_lines(key, "/v1/score/same", asked, lines.replace(b"1.0", b"0.0")),
                        ):
                            try:
                                wrong()
                            except ValueError:
                                continue
                            raise SystemExit("a forged answer was believed")
                        print("checked")
                        """.formatted(
                                KEY,
                                one.headers().firstValue("Guerdon-Signature").orElseThrow()));
        Process python;
        try {
            python = new ProcessBuilder("python3", script.toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            Assumptions.abort("there is no python3 here");
            return;
        }
        String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said.strip()).isEqualTo("checked");
    }

    /** The page beside the sources, wherever the build runs. */
    static Path documentation() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("docs/serve/security.md"))) {
            at = at.getParent();
            assertThat(at).as("a folder with docs/serve/security.md").isNotNull();
        }
        return at.resolve("docs/serve/security.md");
    }
}
