package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import example.PythonClient;
import java.nio.file.Path;
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
        try (OrsServed served = new OrsServed()) {
            check(PythonClient.run(
                    "GUERDON_OPENREWARD", "openreward_client.py", folder, served.server.url(), OrsServed.TOKEN));
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
        assertThat(text(seen, "unknown split"))
                .startsWith("[\"ClientResponseError\",400,")
                .contains("train, dev");
        assertThat(text(seen, "out of range"))
                .startsWith("[\"ClientResponseError\",400,")
                .contains("3 tasks");
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
        assertThat(text(seen, "unscored group"))
                .startsWith("[\"ScoreGroupFailed\",")
                .contains("UNSCORED ERROR");
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
