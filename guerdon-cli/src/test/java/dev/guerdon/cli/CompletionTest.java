package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Completes lines in real shells, with the scripts that {@code guerdon completion} prints. */
class CompletionTest {

    /** Stands for the real command, which the tests of {@code --names} call in this process. */
    private static final String STAND_IN = """
        #!/bin/sh
        echo "$*" >>asked.log
        case "$3" in
          rewards) printf 'agentfly:qa_f1_reward_tool\\nqa_em_reward\\nqa_f1_reward\\n' ;;
          suites) printf 'math\\nstarter\\n' ;;
          environments) printf 'alfworld\\nvalley\\n' ;;
          parts) printf 'alfworld\\nvalley\\nchromium\\n' ;;
          agents) printf 'react\\ntools\\n' ;;
          models) printf 'openai:\\npolicy:qa-reader\\n' ;;
        esac
        """;

    private static String bash = "";
    private static String zsh = "";
    private static String fish = "";

    @TempDir
    Path folder;

    @BeforeAll
    static void writeScripts() {
        bash = Cli.run("completion", "bash").out();
        zsh = Cli.run("completion", "zsh").out();
        fish = Cli.run("completion", "fish").out();
    }

    @BeforeEach
    void makeFolder() throws IOException {
        Files.writeString(folder.resolve("completion.bash"), bash);
        Files.writeString(folder.resolve("completion.zsh"), zsh);
        Files.writeString(folder.resolve("completion.fish"), fish);
        Path command = Files.writeString(folder.resolve("guerdon"), STAND_IN);
        assertThat(command.toFile().setExecutable(true)).isTrue();
        for (String run : List.of("run_20261115_101500", "run_20261115_111500")) {
            Files.createDirectories(folder.resolve("runs").resolve(run));
            Files.writeString(folder.resolve("runs").resolve(run).resolve("run.json"), "{}");
        }
        Files.createDirectories(folder.resolve("runs/not-a-run"));
    }

    private Result shell(List<String> command) {
        return Checkout.run(
                folder,
                Map.of("PATH", folder + ":" + System.getenv("PATH"), "GUERDON_RUNS", "", "TERM", "dumb"),
                command);
    }

    /** What bash offers for a line; what it would put in place of the word's last part. */
    private String inBash(String line) {
        String script = """
            source ./completion.bash
            COMP_LINE=%s
            COMP_POINT=${#COMP_LINE}
            COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
            compopt() { :; }
            _guerdon
            for word in "${COMPREPLY[@]}"; do printf '%%s\\n' "$word"; done
            """.formatted("'" + line + "'");
        Result result = shell(List.of("bash", "--norc", "-c", script));
        assertThat(result.err()).as("what bash complains about for '%s'", line).isEmpty();
        return String.join(" ", result.out().lines().toList());
    }

    /** A blank at the end, which ends a word, is written as a tilde. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "guerdon ru | run runs",
                "guerdon env~ | list play serve",
                "guerdon run --ag | --agent",
                "guerdon run --agent~ | react tools",
                "guerdon run --agent=re | react",
                "guerdon run sta | starter",
                "guerdon run --limit 3 sta | starter",
                "guerdon score --reward qa_ | qa_em_reward qa_f1_reward",
                "guerdon score --reward agentfly:qa | qa_f1_reward_tool",
                "guerdon run --model policy: | qa-reader",
                "guerdon show la | latest",
                "guerdon show run_20261115_1 | run_20261115_101500 run_20261115_111500",
                "guerdon compare latest run_20261115_11 | run_20261115_111500",
                "guerdon env play va | valley",
                "guerdon env play alfworld --sp | --split",
                "guerdon runs --status comp | complete",
                "guerdon init --build~ | maven gradle",
                "guerdon completion~ | bash zsh fish",
                "guerdon help env pl | play",
                "guerdon setup al | alfworld",
                "guerdon setup ch | chromium",
                "guerdon compare --ga | --gate",
                "guerdon compare --gate run_20261115_11 | run_20261115_111500",
                "guerdon compare --gate latest run_20261115_11 | run_20261115_111500",
                "guerdon --no-color ru | run runs",
            })
    void bashCompletes(String line, String expected) {
        assertThat(inBash(line.replace('~', ' '))).isEqualTo(expected);
    }

    @Test
    void namesAreAskedForOnceAndWithThePluginsOfTheLine() throws IOException {
        String script = """
            source ./completion.bash
            COMP_WORDBREAKS=' '
            compopt() { :; }
            for line in 'guerdon rewards q' 'guerdon rewards qa' 'guerdon rewards --source My.java q'; do
              COMP_LINE=$line COMP_POINT=${#line}
              _guerdon
            done
            """;
        assertThat(shell(List.of("bash", "--norc", "-c", script)).err()).isEmpty();
        assertThat(Files.readAllLines(folder.resolve("asked.log")))
                .containsExactly(
                        "completion --names rewards -- bash rewards q",
                        "completion --names rewards -- bash rewards --source My.java q");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "guerdon ru | run,runs",
                "guerdon env pl | play",
                "guerdon run --ag | --agent",
                "guerdon run --agent re | react",
                "guerdon run sta | starter",
                "guerdon score --reward agentfly | agentfly:qa_f1_reward_tool",
                "guerdon show run_20261115_11 | run_20261115_111500",
                "guerdon env play va | valley",
                "guerdon env play alfworld --sp | --split",
                "guerdon init --build gr | gradle",
                "guerdon help env pl | play",
            })
    void fishCompletes(String line, String expected) {
        assumeTrue(HelpTest.isInstalled("fish"), "fish is not installed, for which there is a completion script");
        Result result =
                shell(List.of("fish", "--no-config", "-c", "source completion.fish; complete -C " + "'" + line + "'"));
        assertThat(result.err()).isEmpty();
        assertThat(result.out()
                        .lines()
                        .map(each -> each.replaceFirst("\\t.*", ""))
                        .collect(Collectors.joining(",")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "guerdon run --age | --agent",
                "guerdon env pl | play",
                "guerdon run --agent re | react",
                "guerdon run sta | starter",
                "guerdon score --reward agentf | agentfly:qa_f1_reward_tool",
                "guerdon show run_20261115_11 | run_20261115_111500",
                "guerdon env play va | valley",
                "guerdon init --build gr | gradle",
                "guerdon help env pl | play",
            })
    void zshCompletes(String line, String expected) {
        assumeTrue(HelpTest.isInstalled("zsh"), "zsh is not installed, for which there is a completion script");
        // A pseudo-terminal inside zsh: types the line and the TAB key, and prints what the line is then.
        String script = """
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell "PS1=; unsetopt zle_bracketed_paste 2>/dev/null; fpath=($fpath); autoload -Uz compinit; compinit -u -D; source ./completion.zsh"
            zpty -w shell "show() { print -r -- \\"<<\\$BUFFER>>\\"; zle kill-whole-line; }; zle -N show; bindkey '^X' show; print ready"
            zpty -r -m shell text '*ready*ready*'
            zpty -w -n shell $'%s\\t\\C-x'
            zpty -r -m shell text '*<<*>>*'
            print -r -- "$text"
            """.formatted(line);
        Result result = shell(List.of("timeout", "60", "zsh", "-f", "-c", script));
        assertThat(result.out().replaceAll("\\\\(.)", "$1"))
                .as(result.err())
                .contains("<<" + line.replaceFirst("\\S+$", "") + expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rewards", "suites", "environments", "parts", "agents", "models"})
    void namesArePrintedOnePerLine(String kind) {
        Result result = Cli.run("completion", "--names", kind);
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.DONE);
        assertThat(result.out().lines())
                .contains(
                        switch (kind) {
                            case "rewards" -> "qa_f1_reward";
                            case "suites" -> "starter";
                            case "environments" -> "alfworld";
                            case "parts" -> "chromium";
                            case "agents" -> "react";
                            default -> "policy:qa-reader";
                        });
    }

    @Test
    void setupCompletesEverythingThatItTakes() {
        assertThat(Cli.run("completion", "--names", "parts").out().lines())
                .contains("alfworld", "scienceworld", "chromium", "miniwob", "assistantbench", "spark");
    }

    @Test
    void namesIncludeThePluginsThatTheLineNames() throws IOException {
        Path source = Files.writeString(folder.resolve("Own.java"), """
            import dev.guerdon.api.Reward;
            public final class Own {
                @Reward("own_reward")
                public static double own(String finalResponse) {
                    return 1;
                }
            }
            """);
        assertThat(Cli.run(
                                "completion",
                                "--names",
                                "rewards",
                                "--",
                                "bash",
                                "score",
                                "--source",
                                source.toString(),
                                "--rew")
                        .out()
                        .lines())
                .contains("own_reward");
    }

    @Test
    void aShellThatHasNoScriptIsRefused() {
        assertThat(Cli.run("completion").err()).contains("name your shell");
        assertThat(Cli.run("completion", "tcsh").exitCode()).isEqualTo(ExitCode.REFUSED);
    }
}
