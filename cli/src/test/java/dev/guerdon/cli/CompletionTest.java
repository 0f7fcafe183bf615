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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Completes lines in real shells, with the script that {@code guerdon completion} prints. */
class CompletionTest {

    private static String bash = "";
    private static String zsh = "";

    @TempDir
    Path folder;

    @BeforeAll
    static void writeScripts() {
        bash = Cli.run("completion", "bash").out();
        zsh = Cli.run("completion", "zsh").out();
    }

    private Result shell(String... command) {
        return Checkout.run(folder, Map.of("TERM", "dumb"), List.of(command));
    }

    /** What bash offers for a line, the words in the order of the alphabet. A blank at the end, which ends a word, is a tilde. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "guerdon ru | run runs",
                "guerdon env~ | list play serve",
                "guerdon run --ag | --agent",
                "guerdon env play alfw | alfworld",
                "guerdon env play alfworld --sp | --split",
                "guerdon runs --status comp | complete",
                "guerdon init --build~ | gradle maven",
                "guerdon setup mini | miniwob",
                "guerdon compare --ga | --gate",
            })
    void bashCompletes(String line, String expected) throws IOException {
        Files.writeString(folder.resolve("completion.bash"), bash);
        Result result = shell("bash", "--norc", "-c", """
            source ./completion.bash
            compopt() { :; }
            line='%s'
            COMP_LINE=$line
            COMP_POINT=${#line}
            COMP_WORDS=($line)
            [[ $line != *' ' ]] || COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            $(complete -p guerdon | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            printf '%%s\\n' "${COMPREPLY[@]}" | sort -u
            """.formatted(line.replace('~', ' ')));
        assertThat(result.err()).as("what bash complains about for '%s'", line).isEmpty();
        assertThat(String.join(" ", result.out().lines().map(String::strip).toList()))
                .isEqualTo(expected);
    }

    @Test
    void zshTakesTheScript() throws IOException {
        assumeTrue(HelpTest.isInstalled("zsh"), "zsh is not installed, for which there is a completion script");
        Files.writeString(folder.resolve("completion.zsh"), zsh);
        Result result = shell("zsh", "-f", "-c", "autoload -Uz compinit; compinit -u -D; source ./completion.zsh");
        assertThat(result.exitCode()).as(result.err()).isZero();
    }

    @Test
    void aShellThatHasNoScriptIsRefused() {
        assertThat(Cli.run("completion").err()).contains("name your shell");
        assertThat(Cli.run("completion", "tcsh").exitCode()).isEqualTo(ExitCode.REFUSED);
    }
}
