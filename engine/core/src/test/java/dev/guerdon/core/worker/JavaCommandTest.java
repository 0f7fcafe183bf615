package dev.guerdon.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JavaCommandTest {

    @Test
    void workersInheritNoSecretsUnlessTheyAreNamed() {
        Map<String, String> environment = new LinkedHashMap<>(Map.of(
                "PATH", "/bin",
                "MY_SETTING", "1",
                "OPENAI_API_KEY", "sk-1234567890abcdef",
                "JUDGE_TOKEN", "abcdefghijkl",
                "PLAIN", "sk-abcdefghijklmnopqrstuvwxyz0123456789ABCD",
                "SSH_AUTH_SOCK", "/run/agent",
                "JAVA_TOOL_OPTIONS", "-Xmx9g"));
        JavaCommand.clean(environment, Set.of("JUDGE_TOKEN"));
        assertThat(environment).containsOnlyKeys("PATH", "MY_SETTING", "JUDGE_TOKEN");
    }
}
