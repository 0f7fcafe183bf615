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
                .containsExactly("api", "cli", "core", "cpython", "rewards");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "--help", "help", "help score"})
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void helpLoadsNoModuleThatDoesWork(String typed) throws IOException, InterruptedException {
        assertThat(modulesOf(typed.split(" ", -1))).isSubsetOf("api", "base", "cli", "core", "cpython", "agent");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void scoringHereInitialisesNothingOfACluster() throws IOException, InterruptedException {
        Path in = Files.writeString(folder.resolve("in.jsonl"), "{\"final_response\":\"a\",\"answer\":\"a\"}\n");
        run("class+init", "score", "--quiet", "--reward", "qa_f1_reward", "--in", in.toString(), "--out", "out.jsonl");
        assertThat(initialised("dev/guerdon/cli/cluster/|dev/guerdon/cli/score/\\w*Cluster"))
                .isEmpty();
    }

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void improvingWithoutABrowserInitialisesNothingOfIt() throws IOException, InterruptedException {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), """
                name: lazy
                suite: minilab
                champion: {name: as it is}
                change: {set: {fold_keep: {from: 1, to: 4}}}
                proposers: tune
                accept: {test: mean}
                split: {train: 50 %, validation: 50 %}
                budget: {episodes: 12}
                """);
        run("class+init", "improve", plan.toString(), "--anyway", "--quiet", "--runs", "runs");
        assertThat(initialised("dev/guerdon/browser/")).isEmpty();
    }

    private List<String> initialised(String names) throws IOException {
        return Pattern.compile("Initializing '((?:" + names + ")[^']*)'")
                .matcher(Files.readString(folder.resolve("classes.log")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private Set<String> modulesOf(String... arguments) throws IOException, InterruptedException {
        run("class+load", arguments);
        Set<String> modules = new TreeSet<>();
        Matcher loaded = GUERDON.matcher(Files.readString(folder.resolve("classes.log")));
        while (loaded.find()) {
            modules.add(loaded.group(1));
        }
        return modules;
    }

    /** Runs a command in a JVM that logs what it does with classes. */
    private void run(String logged, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(Child.command(arguments));
        command.add(command.indexOf("-cp"), "-Xlog:" + logged + ":file=classes.log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("output")))
                .isZero();
    }
}
