package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassDataTrainingTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"training.txt", "training-score.txt"})
    void everyTrainingCommandIsValid(String name) throws IOException {
        Path commands = Path.of(System.getProperty("guerdon.root", ".."), "bin", name);
        assertThat(run(commands)).as(err.toString()).isLessThan(ExitCode.REFUSED);
        assertThat(out.toString().contains("Usage: guerdon")).isEqualTo(name.equals("training.txt"));
    }

    @Test
    void worstExitCodeCounts(@TempDir Path folder) throws IOException {
        Path commands = Files.writeString(folder.resolve("commands"), "--nonsense\n\n--version\n");
        assertThat(run(commands)).isEqualTo(ExitCode.REFUSED);
        assertThat(out.toString()).contains("guerdon ");
    }

    private int run(Path commands) throws IOException {
        return ClassDataTraining.run(commands, new PrintWriter(out), new PrintWriter(err));
    }
}
