package dev.guerdon.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Child;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code guerdon serve} over HTTP, as a user starts it. */
@Timeout(300)
class ServeHttpTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static HttpResponse<String> post(HttpClient http, String address, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aFileIsServedReadAgainAndTheServerEndsWhenAsked() throws Exception {
        Files.writeString(folder.resolve("Half.java"), """
                import dev.guerdon.api.Reward;
                public final class Half {
                    @Reward("half") public static double half(String finalResponse) {
                        if (finalResponse.equals("exit")) System.exit(3);
                        return 0.5;
                    }
                }
                """);
        String text = "sources: Half.java\nrewards:\n  own: {reward: half, at_once: 1}\n  qa: qa_f1_reward\n";
        Path file = Files.writeString(folder.resolve("serve.yaml"), text);
        Process server = new ProcessBuilder(Child.command("serve", "--config", file.toString(), "--port", "0"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = server.inputReader();
                HttpClient http = HttpClient.newHttpClient()) {
            String line = String.valueOf(lines.readLine());
            while (!line.startsWith("serving ")) {
                line = String.valueOf(lines.readLine());
                assertThat(server.isAlive()).as(line).isTrue();
            }
            assertThat(line).contains("own, qa on http://127.0.0.1:");
            String address = line.replaceFirst(".* on (http\\S+).*", "$1") + "/v1/score/";
            assertThat(post(http, address + "own", "[{\"final_response\":\"exit\"},{\"final_response\":\"a\"}]")
                            .body())
                    .contains("\"unscored\":1", "0.5");
            assertThat(post(http, address + "other", "{}").statusCode()).isEqualTo(404);
            Files.writeString(file, text + "  other: qa_f1_reward\n");
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (post(http, address + "other", "{\"final_response\":\"a\",\"answer\":\"a\"}")
                            .statusCode()
                    != 200) {
                assertThat(System.nanoTime())
                        .as("the changed file is read within a minute")
                        .isLessThan(until);
                Thread.sleep(50);
            }
            server.destroy();
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void whatIsMissingOrWrongIsToldBeforeAnythingIsServed() throws Exception {
        assertRefused("--config FILE", "serve");
        assertRefused("did you mean 'qa_f1_reward'", "serve", "--reward", "qa_f1_rewrd", "--port", "0");
        assertRefused("needs a token", "serve", "--reward", "qa_f1_reward", "--host", "0.0.0.0", "--port", "0");
        assertRefused("3 characters", "serve", "--reward", "qa_f1_reward", "--token", "abc", "--port", "0");
        assertRefused("--deadline", "serve", "--config", "serve.yaml", "--deadline", "5s");
        assertRefused("--stdio serves every reward", "serve", "--stdio", "--reward", "qa_f1_reward");
        assertRefused(
                "cannot be read",
                "serve",
                "--config",
                folder.resolve("none.yaml").toString());
    }

    private static void assertRefused(String told, String... arguments) {
        Result result = Cli.run(arguments);
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains(told).doesNotContain("serving ");
    }
}
