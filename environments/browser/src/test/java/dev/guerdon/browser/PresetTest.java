package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.browser.BrowserProvider.Preset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PresetTest {

    @Test
    void aPresetSaysWhatNobodyElseSaid() {
        Map<String, String> options = Preset.applied(Map.of("preset", "miniwob", "actions", "bid", "max-steps", "3"));
        assertThat(options)
                .containsEntry("actions", "bid")
                .containsEntry("max-steps", "3")
                .containsEntry("multiaction", "false")
                .containsEntry("retry-with-force", "true");
    }

    @Test
    void benchmarksHaveTheReferencesActionsAndSteps() {
        assertThat(Preset.applied(Map.of("preset", "miniwob")))
                .containsEntry("actions", "miniwob_all")
                .containsEntry("max-steps", "10");
        assertThat(Preset.applied(Map.of("preset", "miniwob_tiny_test"))).containsEntry("max-steps", "5");
        assertThat(Preset.applied(Map.of("preset", "assistantbench")))
                .containsEntry("actions", "assistantbench")
                .containsEntry("max-steps", "30");
    }

    @Test
    void withoutAPresetNothingChangesAndAWrongOneIsTold() {
        assertThat(Preset.applied(Map.of("actions", "bid"))).isEqualTo(Map.of("actions", "bid"));
        assertThatThrownBy(() -> Preset.applied(Map.of("preset", "minwob")))
                .hasMessageContaining("there is no preset 'minwob'")
                .hasMessageContaining("did you mean 'miniwob'");
    }
}
