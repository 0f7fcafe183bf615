package dev.guerdon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.base.JsonCodec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalEscapeTest {

    /** What a text may hold to trick a terminal or a reader. */
    private static final int[] TRICKS = {
        0, 7, 8, 0x0b, 0x0d, 0x1b, 0x7f, 0x84, 0x85, 0x90, 0x9b, 0x9d, 0x9f, 0xad, 0x61c, 0x200b, 0x200e, 0x200f,
        0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff, 0xfff9, 0xe0001, 0xe0041
    };

    private static String printed(String text) {
        StringWriter out = new StringWriter();
        PrintWriter writer = TerminalEscape.around(new PrintWriter(out));
        writer.print(text);
        writer.flush();
        return out.toString();
    }

    @Test
    void noTrickReachesTheTerminal() {
        for (int trick : TRICKS) {
            String text = "before" + Character.toString(trick) + "after";
            assertThat(TerminalEscape.text(text)).as("U+%04X", trick).doesNotContain(Character.toString(trick));
            assertThat(printed(text)).as("U+%04X", trick).doesNotContain(Character.toString(trick));
        }
        assertThat(TerminalEscape.text("a\u009b31mb\u202ec")).isEqualTo("a\\u009b31mb\\u202ec");
        assertThat(TerminalEscape.text("half \ud800 a pair")).isEqualTo("half \\ud800 a pair");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain text\n\twith a tab\n",
                "Grüße, 日本語, العربية, עברית, हिन्दी, e\u0301",
                "👩‍👩‍👧 🏳️‍🌈 می‌خواهم",
                "\u001b[1mbold\u001b[0m \u001b[1;31mred\u001b[m",
                "\r\u001b[K[####] 7 lines",
                "line\r\n"
            })
    void ordinaryTextAndOurOwnColoursStay(String text) {
        assertThat(printed(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[8mhidden",
                "\u001b[0;8mhidden",
                "\u001b[1;08mhidden",
                "\u001b[2J",
                "\u001b]0;title\u0007",
                "\u001b[31;1H",
                "\u001bc",
                "\u001b[?25l",
                "\rfake prompt",
                "\u001b[6n",
                "\u001bP$q\u001b\\",
                "\u009b31m"
            })
    void sequencesThatAreNotOursDoNot(String text) {
        assertThat(printed(text))
                .doesNotContain("\u001b")
                .doesNotContain("\u009b")
                .doesNotContain("\r");
    }

    @Test
    void printedObjectStaysTheSameObject() {
        for (int trick : TRICKS) {
            Map<String, Object> object = Map.of("text", "a" + Character.toString(trick) + "b");
            assertThat(JsonCodec.read(printed(JsonCodec.write(object)), "it").value())
                    .isEqualTo(object);
        }
    }
}
