package dev.guerdon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalScreenTest {

    @Test
    void aTerminalHasColoursUnlessSomebodySaysNo() {
        assertThat(TerminalScreen.of(true, 100, Map.of("TERM", "xterm")).colour())
                .isTrue();
        assertThat(TerminalScreen.of(true, 100, Map.of("NO_COLOR", "1")).colour())
                .isFalse();
        assertThat(TerminalScreen.of(true, 100, Map.of("NO_COLOR", "")).colour())
                .as("empty is not set")
                .isTrue();
        assertThat(TerminalScreen.of(true, 100, Map.of("TERM", "dumb")).colour())
                .isFalse();
        assertThat(TerminalScreen.of(true, 100, Map.of()).plain().colour()).isFalse();
    }

    @Test
    void aPipeHasColoursOnlyIfTheyAreForced() {
        assertThat(TerminalScreen.of(false, 100, Map.of("TERM", "xterm")).colour())
                .isFalse();
        assertThat(TerminalScreen.of(false, 100, Map.of("CLICOLOR_FORCE", "1")).colour())
                .isTrue();
        assertThat(TerminalScreen.of(false, 100, Map.of("CLICOLOR_FORCE", "0")).colour())
                .isFalse();
        assertThat(TerminalScreen.of(false, 100, Map.of("CLICOLOR_FORCE", "1", "NO_COLOR", "1"))
                        .colour())
                .isFalse();
    }

    @Test
    void theWidthIsTheUsersThenTheTerminalsThenTheUsual() {
        assertThat(TerminalScreen.of(true, 100, Map.of("COLUMNS", "60")).width())
                .isEqualTo(60);
        assertThat(TerminalScreen.of(true, 100, Map.of()).width()).isEqualTo(100);
        assertThat(TerminalScreen.of(true, 0, Map.of()).width()).isEqualTo(80);
        assertThat(TerminalScreen.of(true, 0, Map.of("COLUMNS", "wide")).width())
                .isEqualTo(80);
        assertThat(TerminalScreen.of(true, 3, Map.of()).width()).isEqualTo(20);
        assertThat(TerminalScreen.of(false, 100, Map.of("COLUMNS", "60")).width())
                .as("a pipe has no end")
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void aDumbTerminalGetsLinesInsteadOfABar() {
        TerminalScreen dumb = TerminalScreen.of(true, 80, Map.of("TERM", "dumb"));
        TerminalScreen usual = TerminalScreen.of(true, 80, Map.of("TERM", "xterm"));
        assertThat(ProgressMode.of(false, usual, Map.of())).isEqualTo(ProgressMode.BAR);
        assertThat(ProgressMode.of(false, dumb, Map.of())).isEqualTo(ProgressMode.LINES);
        assertThat(ProgressMode.of(false, TerminalScreen.PIPE, Map.of())).isEqualTo(ProgressMode.LINES);
        assertThat(ProgressMode.of(true, usual, Map.of())).isEqualTo(ProgressMode.NONE);
        assertThat(ProgressMode.of(false, usual, Map.of(ProgressMode.VARIABLE, "no")))
                .isEqualTo(ProgressMode.NONE);
    }

    @Test
    void wordsAreQuotedAsAShellNeedsIt() {
        assertThat(InvokedCommand.quoted("run_1", false)).isEqualTo("run_1");
        assertThat(InvokedCommand.quoted("task#2", false)).isEqualTo("task#2");
        assertThat(InvokedCommand.quoted("a b", false)).isEqualTo("'a b'");
        assertThat(InvokedCommand.quoted("it's", false)).isEqualTo("'it'\\''s'");
        assertThat(InvokedCommand.quoted("$(rm x)", false)).isEqualTo("'$(rm x)'");
        assertThat(InvokedCommand.quoted("", false)).isEqualTo("''");
        assertThat(InvokedCommand.quoted("C:\\runs", true)).isEqualTo("C:\\runs");
        assertThat(InvokedCommand.quoted("C:\\my runs", true)).isEqualTo("\"C:\\my runs\"");
    }

    @Test
    void aLineNamesTheCommandAsItWasCalled() {
        assertThat(InvokedCommand.line("./guerdon", "guerdon show latest")).isEqualTo("./guerdon show latest");
        assertThat(InvokedCommand.line("/my tools/guerdon", "guerdon runs")).isEqualTo("'/my tools/guerdon' runs");
        assertThat(InvokedCommand.line("./guerdon", "xdg-open guerdon.html")).isEqualTo("xdg-open guerdon.html");
        assertThat(InvokedCommand.line("guerdon", "guerdon")).isEqualTo("guerdon");
    }
}
