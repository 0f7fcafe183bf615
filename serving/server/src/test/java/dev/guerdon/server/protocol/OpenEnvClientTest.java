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
 * The clients of the package openenv against the server. They run where {@code GUERDON_OPENENV} names a Python that has the package: {@code ./dev
 * test-clients openenv}. {@link OpenEnvReplayTest} sends the messages that were recorded from them.
 */
@Timeout(300)
class OpenEnvClientTest {

    @Test
    void clientsPlaySessions(@TempDir Path folder) throws Exception {
        try (Hall hall = Hall.guarded()) {
            String record = System.getProperty("guerdon.record.openenv", "");
            Json seen = record.isEmpty()
                    ? PythonClient.run("GUERDON_OPENENV", "openenv_client.py", folder, hall.server.url(), Hall.TOKEN)
                    : PythonClient.run(
                            "GUERDON_OPENENV", "openenv_client.py", folder, hall.server.url(), Hall.TOKEN, record);
            check(seen);
        }
    }

    private static void check(Json seen) {
        String keys = "[\"info\",\"limit\",\"task\",\"terminated\",\"truncated\"]";
        assertThat(text(seen, "reset")).isEqualTo("[\"You see door 1. Seed 1.\",null,false," + keys + "]");
        assertThat(text(seen, "step")).isEqualTo("[\"You walk.\",0.25,false," + keys + "]");
        assertThat(text(seen, "state")).contains("\"episode_id\":\"e1\"", "\"step_count\":1");
        assertThat(text(seen, "last")).isEqualTo("[\"You are at door 1.\",1.0,true," + keys + "]");
        assertThat(text(seen, "after")).startsWith("[\"The episode is over. Reset to begin another.\",0.0,true,");
        assertThat(text(seen, "refused number")).contains("no task 99", "EXECUTION_ERROR");
        assertThat(text(seen, "refused split")).contains("no split 'no'", "EXECUTION_ERROR");
        assertThat(text(seen, "refused own")).contains("client_tasks", "EXECUTION_ERROR");
        assertThat(text(seen, "invalid")).contains("VALIDATION_ERROR");
        assertThat(text(seen, "task"))
                .contains("\"id\":\"corridor-hard1\"", "\"door\":\"door 1\"")
                .doesNotContain("gold");
        assertThat(text(seen, "again")).startsWith("[\"You see door 1. Seed 0.\"");
        assertThat(text(seen, "interleaved"))
                .isEqualTo("[\"You walk.\",0,\"You are at door 1.\",\"You walk.\",\"You are at door 3.\"]");
        assertThat(text(seen, "no token")).contains("401");
        assertThat(text(seen, "full")).contains("CAPACITY_REACHED");
        assertThat(text(seen, "crowd")).isEqualTo("[0.25,0.25,0.25,0.25,0.25,0.25,0.25,0.25]");
        assertThat(text(seen, "tools")).isEqualTo("[\"act\",\"actions\"]");
        assertThat(text(seen, "tool")).isEqualTo("\"You walk.\"");
        assertThat(text(seen, "possible")).isEqualTo("\"go\\nwait\"");
        assertThat(text(seen, "tool step")).isEqualTo("[\"You are at door 0.\",1.0,true]");
        assertThat(text(seen, "no tool")).isEqualTo("\"tool_not_found\"");
        assertThat(seen.get("tool state").asInt()).isEqualTo(2);
        assertThat(text(seen, "sync")).isEqualTo("[0.25,0.25,0.25,0.25,0.25,0.25,0.25,0.25,1.0]");
        assertThat(text(seen, "health")).isEqualTo("{\"status\":\"healthy\"}");
        assertThat(text(seen, "metadata")).isEqualTo("\"hall\"");
        assertThat(text(seen, "schema")).isEqualTo("[\"action\",\"observation\",\"reset_observation\",\"state\"]");
        assertThat(text(seen, "plain reset")).isEqualTo("\"You see door 3. Seed 3.\"");
        assertThat(text(seen, "plain step")).isEqualTo("0.25");
        assertThat(text(seen, "valid")).as("what OpenEnv's own validator says").isEqualTo("[true,\"simulation\",[]]");
        assertThat(text(seen, "environments")).isEqualTo("[\"hall\",\"long\"]");
        assertThat(text(seen, "splits")).contains("\"name\":\"train\"", "\"type\":\"train\"", "\"name\":\"test\"");
        assertThat(text(seen, "count")).isEqualTo("{\"num_tasks\":4}");
        assertThat(text(seen, "first task")).contains("corridor-0").doesNotContain("gold");
        assertThat(text(seen, "range")).contains("corridor-1", "corridor-2").doesNotContain("corridor-3", "gold");
    }

    private static String text(Json seen, String name) {
        return JsonCodec.write(seen.get(name).value());
    }
}
