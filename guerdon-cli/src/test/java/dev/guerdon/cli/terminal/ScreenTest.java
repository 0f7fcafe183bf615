package dev.guerdon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ScreenTest {

    @Test
    void aTerminalHasColoursUnlessSomebodySaysNo() {
        assertThat(Screen.of(true, 100, Map.of("TERM", "xterm")).colour()).isTrue();
        assertThat(Screen.of(true, 100, Map.of("NO_COLOR", "1")).colour()).isFalse();
        assertThat(Screen.of(true, 100, Map.of("NO_COLOR", "")).colour())
                .as("empty is not set")
                .isTrue();
        assertThat(Screen.of(true, 100, Map.of("TERM", "dumb")).colour()).isFalse();
        assertThat(Screen.of(true, 100, Map.of()).plain().colour()).isFalse();
    }

    @Test
    void aPipeHasColoursOnlyIfTheyAreForced() {
        assertThat(Screen.of(false, 100, Map.of("TERM", "xterm")).colour()).isFalse();
        assertThat(Screen.of(false, 100, Map.of("CLICOLOR_FORCE", "1")).colour())
                .isTrue();
        assertThat(Screen.of(false, 100, Map.of("CLICOLOR_FORCE", "0")).colour())
                .isFalse();
        assertThat(Screen.of(false, 100, Map.of("CLICOLOR_FORCE", "1", "NO_COLOR", "1"))
                        .colour())
                .isFalse();
    }

    @Test
    void theWidthIsTheUsersThenTheTerminalsThenTheUsual() {
        assertThat(Screen.of(true, 100, Map.of("COLUMNS", "60")).width()).isEqualTo(60);
        assertThat(Screen.of(true, 100, Map.of()).width()).isEqualTo(100);
        assertThat(Screen.of(true, 0, Map.of()).width()).isEqualTo(80);
        assertThat(Screen.of(true, 0, Map.of("COLUMNS", "wide")).width()).isEqualTo(80);
        assertThat(Screen.of(true, 3, Map.of()).width()).isEqualTo(20);
        assertThat(Screen.of(false, 100, Map.of("COLUMNS", "60")).width())
                .as("a pipe has no end")
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void aDumbTerminalGetsLinesInsteadOfABar() {
        Screen dumb = Screen.of(true, 80, Map.of("TERM", "dumb"));
        Screen usual = Screen.of(true, 80, Map.of("TERM", "xterm"));
        assertThat(ProgressMode.of(false, usual, Map.of())).isEqualTo(ProgressMode.BAR);
        assertThat(ProgressMode.of(false, dumb, Map.of())).isEqualTo(ProgressMode.LINES);
        assertThat(ProgressMode.of(false, Screen.PIPE, Map.of())).isEqualTo(ProgressMode.LINES);
        assertThat(ProgressMode.of(true, usual, Map.of())).isEqualTo(ProgressMode.NONE);
        assertThat(ProgressMode.of(false, usual, Map.of(ProgressMode.VARIABLE, "no")))
                .isEqualTo(ProgressMode.NONE);
    }

    @Test
    void wordsAreQuotedAsAShellNeedsIt() {
        assertThat(NextStep.quoted("run_1", false)).isEqualTo("run_1");
        assertThat(NextStep.quoted("task#2", false)).isEqualTo("task#2");
        assertThat(NextStep.quoted("a b", false)).isEqualTo("'a b'");
        assertThat(NextStep.quoted("it's", false)).isEqualTo("'it'\\''s'");
        assertThat(NextStep.quoted("$(rm x)", false)).isEqualTo("'$(rm x)'");
        assertThat(NextStep.quoted("", false)).isEqualTo("''");
        assertThat(NextStep.quoted("C:\\runs", true)).isEqualTo("C:\\runs");
        assertThat(NextStep.quoted("C:\\my runs", true)).isEqualTo("\"C:\\my runs\"");
    }

    @Test
    void aLineNamesTheCommandAsItWasCalled() {
        assertThat(Typed.line("./guerdon", "guerdon show latest")).isEqualTo("./guerdon show latest");
        assertThat(Typed.line("/my tools/guerdon", "guerdon runs")).isEqualTo("'/my tools/guerdon' runs");
        assertThat(Typed.line("./guerdon", "xdg-open guerdon.html")).isEqualTo("xdg-open guerdon.html");
        assertThat(Typed.line("guerdon", "guerdon")).isEqualTo("guerdon");
    }
}
