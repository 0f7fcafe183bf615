package dev.guerdon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.terminal.TerminalScreen.Style;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {

    private static final TextTable RUNS = new TextTable(
                    List.of("run", "reward", "zero", "note"),
                    List.of(
                            List.of("run_1", "0.500", "12", "the first run of many, with a long note"),
                            List.of(
                                    "run_2",
                                    "n/a",
                                    "3",
                                    "\u6771\u4eac\u306e\u5929\u6c17\u306f\u6674\u308c\u3067\u3059")))
            .leaveOut("zero")
            .paint((row, column) -> row.get(column).equals("n/a") ? Style.WARNING : Style.NONE);

    private static TerminalScreen terminal(int width) {
        return new TerminalScreen(true, true, false, width);
    }

    @Test
    void aPipeGetsEveryCellWhole() {
        assertThat(RUNS.text(TerminalScreen.PIPE)).isEqualTo("""
            run    reward  zero  note
            run_1  0.500     12  the first run of many, with a long note
            run_2  n/a        3  \u6771\u4eac\u306e\u5929\u6c17\u306f\u6674\u308c\u3067\u3059
            """);
    }

    @Test
    void aTerminalCutsTheLastColumnFirst() {
        assertThat(RUNS.text(terminal(40))).isEqualTo("""
            run    reward  zero  note
            run_1  0.500     12  the first run of m\u2026
            run_2  n/a        3  \u6771\u4eac\u306e\u5929\u6c17\u306f\u6674\u308c\u3067\u2026
            """);
    }

    @Test
    void columnsAreLeftOutAndNamedBeforeALineWraps() {
        assertThat(RUNS.text(terminal(32)))
                .startsWith("run    reward  note\n")
                .endsWith("(a wider terminal shows also: z\u2026\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 20, 31, 40, 60, 80, 200})
    void noLineIsWiderThanTheTerminal(int width) {
        assertThat(RUNS.text(terminal(width)).lines())
                .allSatisfy(line -> assertThat(TextWidth.of(line)).isLessThanOrEqualTo(width));
    }

    @Test
    void coloursDoNotMoveColumns() {
        String coloured = RUNS.text(new TerminalScreen(true, true, true, 200));
        assertThat(coloured).contains("\u001b[33mn/a\u001b[0m");
        assertThat(coloured.replaceAll("\u001b\\[\\d*m", "")).isEqualTo(RUNS.text(TerminalScreen.PIPE));
    }

    @ParameterizedTest
    @CsvSource({
        "abc, 3",
        "\u6771\u4eac, 4",
        "\uff21\uff22, 4",
        "\ud55c\uae00, 4",
        "e\u0301, 1",
        "na\u00efve, 5",
        "\ud83d\ude00, 2",
        "\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67, 2",
        "\ud83d\udc4d\ud83c\udffd, 2",
        "\ud83c\uddf5\ud83c\uddea, 2",
        "\u2764, 1",
        "\u2764\ufe0f, 2",
        "1\ufe0f\u20e3, 2",
        "\u1112\u1161\u11ab, 2",
        "a\u200bb, 2",
        "\u0e17\u0e33\u0e07\u0e32\u0e19, 5",
        "\u0939\u093f\u0928\u094d\u0926\u0940, 5",
        "\u2139\ufe0f, 2",
    })
    void widthIsWhatATerminalShows(String text, int width) {
        assertThat(TextWidth.of(text)).isEqualTo(width);
    }

    @Test
    void aCutNeverSplitsACharacter() {
        String family = "\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67";
        assertThat(TextWidth.cut(family + family, 3)).isEqualTo(family + "\u2026");
        assertThat(TextWidth.cut("\u6771\u4eac", 3)).isEqualTo("\u6771\u2026");
        assertThat(TextWidth.cut("e\u0301e\u0301e\u0301", 2)).isEqualTo("e\u0301\u2026");
        assertThat(TextWidth.cut("abc", 3)).isEqualTo("abc");
        assertThat(TextWidth.cut("abc", 1)).isEqualTo("\u2026");
        assertThat(TextWidth.cut("abc", 0)).isEmpty();
    }
}
