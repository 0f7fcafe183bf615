package dev.guerdon.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.model.ApiModels.ModelSpec;
import dev.guerdon.core.base.SecretFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Specs, prices and secrets of models. */
class ModelSpecTest {

    @Test
    void optionsFollowAQuestionMark() {
        ModelSpec spec = ModelSpec.parse("openai:gpt-5?temperature=0.5&timeout=30s&cache=a%20b+c");
        assertThat(spec.model()).isEqualTo("openai:gpt-5");
        assertThat(spec.number("temperature")).hasValue(0.5);
        assertThat(spec.timeout(Duration.ZERO)).isEqualTo(Duration.ofSeconds(30));
        assertThat(spec.text("cache")).hasValue("a b+c");
        assertThat(spec.identity())
                .as("what does not change the answers is left out")
                .isEqualTo("openai:gpt-5{temperature=0.5}");
    }

    @Test
    void addressesAndFoldersMayHoldAQuestionMark() {
        ModelSpec spec = ModelSpec.parse("openai-compatible:http://host/v1?tenant=7#model:8b?rpm=5");
        assertThat(spec.name()).isEqualTo("http://host/v1?tenant=7#model:8b");
        assertThat(spec.whole("rpm")).hasValue(5);
        assertThat(ModelSpec.parse("replay:what?").name()).isEqualTo("what?");
        assertThat(ModelSpec.parse("ollama:llama3:8b").name()).isEqualTo("llama3:8b");
    }

    @Test
    void wrongOptionsAreExplained() {
        assertThatThrownBy(() -> ModelSpec.parse("cli:claude?temperature=1")).hasMessageContaining("no option");
        assertThatThrownBy(() -> ModelSpec.parse("policy:x?rpm=1")).hasMessageContaining("no option 'rpm=1'");
        assertThatThrownBy(() -> ModelSpec.parse("openai:x?rpm=1.5").whole("rpm"))
                .hasMessageContaining("expected a whole number for the option 'rpm' of openai:x, found '1.5'");
        assertThatThrownBy(() -> ModelSpec.parse("openai:x?timeout=soon").timeout(Duration.ZERO))
                .hasMessageContaining("found 'soon'");
    }

    @Test
    void theLongestNameInTheTableCounts() {
        ModelPrices prices = ModelPrices.load(Map.of());
        assertThat(prices.of("openai:gpt-4o-mini-2024-07-18").input()).isEqualTo(0.15);
        assertThat(prices.of("openai:gpt-4o-2024-11-20").input()).isEqualTo(2.5);
        assertThat(prices.of("ollama:anything").of(1_000_000, 1_000_000)).isZero();
        assertThat(prices.find("openai:unheard-of")).isEmpty();
        assertThat(prices.of("openai:unheard-of")).isEqualTo(ModelPrices.Price.UNKNOWN);
        assertThat(new ModelPrices.Price(2, 10).of(500_000, 100_000)).isEqualTo(2.0);
    }

    @Test
    void aFileOfPricesGoesBeforeTheTable(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("prices.json");
        Files.writeString(file, "{\"openai:gpt-4o\": {\"input\": 1, \"output\": 2}}");
        Map<String, String> environment = Map.of(ModelPrices.VARIABLE, file.toString());
        assertThat(ModelPrices.load(environment).of("openai:gpt-4o")).isEqualTo(new ModelPrices.Price(1, 2));
        assertThat(ModelPrices.load(environment).of("openai:gpt-4o-mini").input())
                .isEqualTo(0.15);
        Files.writeString(file, "{\"openai:gpt-4o\": {\"input\": 1}}");
        assertThatThrownBy(() -> ModelPrices.load(environment))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("'openai:gpt-4o'");
        assertThatThrownBy(() -> ModelPrices.load(
                        Map.of(ModelPrices.VARIABLE, folder.resolve("none").toString())))
                .hasMessageContaining("cannot be read");
    }

    @Test
    void secretsAreTakenOutOfTexts() {
        SecretFilter secrets = SecretFilter.of(Map.of(
                "MY_API_KEY",
                "abcdefgh12345678",
                "DB_PASSWORD",
                "correct horse",
                "HOME",
                "/home/someone",
                "A_TOKEN",
                "short"));
        assertThat(secrets.redact("key abcdefgh12345678, correct horse, /home/someone, short, sk-proj-1234567890"))
                .isEqualTo("key ***, ***, /home/someone, short, ***");
        assertThat(secrets.redact("Authorization: Bearer eyJhbGciOi.J9")).isEqualTo("Authorization: Bearer ***");
    }
}
