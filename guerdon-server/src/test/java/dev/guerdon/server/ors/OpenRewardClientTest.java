package dev.guerdon.server.ors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The client of the package openreward against the server. It runs where {@code GUERDON_OPENREWARD} names a Python that has the package:
 * {@code ./dev test-clients openreward}. {@link OrsReplayTest} sends the requests that were recorded from it.
 */
@Timeout(300)
class OpenRewardClientTest {

    @Test
    void clientPlaysSessions(@TempDir Path folder) throws Exception {
        String python = System.getenv("GUERDON_OPENREWARD");
        assumeTrue(python != null, "GUERDON_OPENREWARD names no Python with the package openreward");
        Path script = folder.resolve("openreward_client.py");
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/openreward_client.py"))) {
            Files.write(script, in.readAllBytes());
        }
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        try (OrsServed served = new OrsServed()) {
            Process process = new ProcessBuilder(python, script.toString(), served.server.url(), OrsServed.TOKEN)
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            boolean ended = process.waitFor(240, TimeUnit.SECONDS);
            process.destroyForcibly();
            assertThat(ended).as(Files.readString(errors)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
            check(JsonCodec.read(Files.readString(output, StandardCharsets.UTF_8), "what the client saw"));
            assertThat(Files.readString(errors)).doesNotContain(OrsServed.TOKEN);
        }
    }

    private static void check(Json seen) {
        assertThat(text(seen, "splits")).isEqualTo("[\"train\",\"dev\"]");
        assertThat(seen.get("count").asInt()).isEqualTo(3);
        assertThat(text(seen, "task"))
                .contains("\"id\":\"q1\"", "\"level\":2", "\"prompt\":\"What is the capital of Italy?\"")
                .doesNotContain("Rome");
        assertThat(text(seen, "tasks")).doesNotContain("Paris", "Rome", "answer\"");
        assertThat(text(seen, "range")).isEqualTo("[\"q1\",\"q2\"]");
        assertThat(text(seen, "tools")).isEqualTo("[\"submit\"]");
        assertThat(text(seen, "openai")).contains("\"type\":\"function\"", "\"answer\"");
        assertThat(text(seen, "unknown split")).startsWith("[\"ClientResponseError\",400,").contains("train, dev");
        assertThat(text(seen, "out of range")).startsWith("[\"ClientResponseError\",400,").contains("3 tasks");
        assertThat(text(seen, "prompt")).isEqualTo("[\"What is the capital of France?\"]");
        assertThat(text(seen, "messages"))
                .isEqualTo("[{\"role\":\"user\",\"content\":\"What is the capital of France?\"}]");
        assertThat(seen.get("final").asBoolean()).isTrue();
        assertThat(text(seen, "no tool")).startsWith("[\"ToolCallError\",\"not_found\",");
        assertThat(text(seen, "wrong type"))
                .startsWith("[\"ToolCallError\",\"input_validation\",")
                .contains("the text 'answer'");
        assertThat(text(seen, "missing")).startsWith("[\"ToolCallError\",\"input_validation\",");
        assertThat(text(seen, "right")).isEqualTo("[1.0,true,\"The answer is received.\",null]");
        assertThat(text(seen, "twice")).startsWith("[\"ToolCallError\",\"episode_finished\",");
        assertThat(text(seen, "roles")).isEqualTo("[\"system\",\"user\"]");
        assertThat(text(seen, "wrong")).isEqualTo("[0.0,true]");
        assertThat(text(seen, "group")).isEqualTo("[1.0,0.0,0.0]");
        assertThat(text(seen, "deleted")).startsWith("[\"SessionTerminatedError\",");
        assertThat(text(seen, "interleaved"))
                .isEqualTo("[\"What is the capital of Italy?\",\"What is 2 + 2?\",1.0,0.0]");
        assertThat(text(seen, "unscored")).startsWith("[\"ToolCallError\",").contains("UNSCORED ERROR");
        assertThat(text(seen, "unscored group")).startsWith("[\"ScoreGroupFailed\",").contains("UNSCORED ERROR");
        assertThat(text(seen, "hall tools")).isEqualTo("[\"act\",\"actions\"]");
        assertThat(text(seen, "hall actions")).isEqualTo("\"go\\nwait\"");
        assertThat(text(seen, "hall group")).startsWith("[\"ScoreGroupUnsupported\",");
        assertThat(text(seen, "hall")).isEqualTo("[[0.25,false],[0.25,false],[1.0,true]]");
        assertThat(text(seen, "lost")).contains("lost");
        assertThat(seen.get("echo").asList()).hasSize(20).allMatch(Json::asBoolean);
    }

    private static String text(Json seen, String name) {
        return JsonCodec.write(seen.get(name).value());
    }
}
