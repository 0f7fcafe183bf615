package dev.guerdon.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SuiteChoiceTest {

    @Test
    void aWordStandsForTheFolderOfTheRun() {
        Path folder = Path.of("runs", "run 1").toAbsolutePath();
        assertThat(SuiteChoice.placed(folder, Map.of("predictions", "{run}/answers.jsonl", "seed", "3")))
                .containsEntry("predictions", folder + "/answers.jsonl")
                .containsEntry("seed", "3");
    }
}
