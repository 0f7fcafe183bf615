package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import example.Hall;
import example.PythonClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The client of the package mcp against the server. It runs where {@code GUERDON_MCP} names a Python that has the package: {@code ./dev
 * test-clients mcp}. {@link McpTest} sends the same messages.
 */
@Timeout(300)
class McpClientTest {

    @Test
    void agentPlaysAnEpisode(@TempDir Path folder) throws Exception {
        try (Hall hall = Hall.guarded()) {
            Json seen = PythonClient.run("GUERDON_MCP", "mcp_client.py", folder, hall.server.url(), Hall.TOKEN);
            assertThat(text(seen, "server")).isEqualTo("\"guerdon\"");
            assertThat(text(seen, "revision")).isEqualTo("\"" + McpMethods.REVISION + "\"");
            assertThat(text(seen, "tools")).isEqualTo("[\"begin_episode\",\"act\",\"actions\"]");
            assertThat(text(seen, "early")).contains("call begin_episode first").endsWith("true]");
            assertThat(text(seen, "begin")).isEqualTo("[\"Walk to door 1.\\n\\nYou see door 1. Seed 0.\",false]");
            assertThat(text(seen, "step")).isEqualTo("[\"You walk.\",false]");
            assertThat(text(seen, "wrong")).contains("the text 'action'").endsWith("true]");
            assertThat(text(seen, "last")).isEqualTo("[\"You are at door 1.\",false,1.0,true]");
            assertThat(text(seen, "instructions")).isEqualTo("\"Walk to door 2.\\n\\nYou see door 2. Seed 0.\"");
            assertThat(text(seen, "at once")).isEqualTo("[\"You walk.\",false]");
        }
    }

    private static String text(Json seen, String name) {
        return JsonCodec.write(seen.get(name).value());
    }
}
