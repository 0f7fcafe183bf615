package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LazyStartTest {

    private static final Pattern GUERDON = Pattern.compile("(?m)\\sdev\\.guerdon\\.([a-z]+)\\.\\S+");

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void scoringOneLineLoadsOnlyWhatItUses() throws IOException, InterruptedException {
        Path in = Files.writeString(
                folder.resolve("in.jsonl"), "{\"final_response\":\"Kafka\",\"answer\":\"Franz Kafka\"}\n");
        Path out = folder.resolve("out.jsonl");
        assertThat(modulesOf(
                        "score", "--quiet", "--reward", "qa_f1_reward", "--in", in.toString(), "--out", out.toString()))
                .containsExactly("api", "base", "cli", "core", "cpython", "text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "--help", "help", "help score", "completion --names rewards"})
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void helpAndCompletionLoadNoModuleThatDoesWork(String typed) throws IOException, InterruptedException {
        assertThat(modulesOf(typed.split(" ", -1))).isSubsetOf("api", "base", "cli", "core", "cpython", "agent");
    }

    private Set<String> modulesOf(String... arguments) throws IOException, InterruptedException {
        Path log = folder.resolve("classes.log");
        List<String> command = new ArrayList<>(Child.command(arguments));
        command.add(command.indexOf("-cp"), "-Xlog:class+load:file=" + log.getFileName());
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("output")))
                .isZero();
        Set<String> modules = new TreeSet<>();
        Matcher loaded = GUERDON.matcher(Files.readString(log));
        while (loaded.find()) {
            modules.add(loaded.group(1));
        }
        return modules;
    }
}
