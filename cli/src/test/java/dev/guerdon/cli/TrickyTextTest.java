package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.base.InvisibleCharacters;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a model or a web page wrote reaches neither the terminal nor a report as an escape sequence or a turn of direction. */
class TrickyTextTest {

    private static final String TRICK = "4\u009b31m\u202e2 \u001b[2J\u001b]0;owned\u0007\rfake\u2066\u200f\u2028 end";

    @TempDir
    Path folder;

    private String first = "";
    private String second = "";

    @BeforeEach
    void storeRuns() {
        StoredRuns runs = new StoredRuns(folder.resolve("runs"));
        first = runs.add("tricky", List.of(TRICK), 0, 0, 0.5, 0);
        second = runs.add("tricky", List.of(TRICK + "!"), 0, 1, 0, 0);
    }

    private String guerdon(String... arguments) {
        Checkout.Result result = Cli.run(arguments);
        assertClean(String.join(" ", arguments), result.out() + result.err());
        return result.out();
    }

    private static void assertClean(String where, String text) {
        assertThat(text.codePoints().filter(InvisibleCharacters::is).mapToObj("U+%04X"::formatted))
                .as("in what '%s' printed", where)
                .isEmpty();
    }

    @Test
    void noCommandPrintsIt() throws IOException {
        String runs = "--runs=" + folder.resolve("runs");
        assertThat(guerdon("show", first, "t0", runs)).contains("4\\u009b31m\\u202e2 \\u001b[2J", "\\u000dfake");
        guerdon("show", first, runs, "--all");
        guerdon("diagnose", first, runs);
        guerdon("compare", first, second, runs);
        guerdon("runs", runs);
        guerdon("show", first, "no\u009bsuch\u202etask", runs);
        guerdon("show", "no\u009bsuch\u202erun", runs);
        guerdon("rescore", first, "--reward", "qa_f1_reward", runs);
        String shown = guerdon("show", first, "t0", runs, "--json");
        assertThat(JsonCodec.read(shown.strip(), "show").get("answer").asString())
                .isEqualTo(TRICK);
        guerdon("diagnose", first, runs, "--json");
        guerdon("compare", first, second, runs, "--json");
        guerdon("probe", "--reward", "qa_f1_reward", "--gold", TRICK);
        Path input = Files.writeString(
                folder.resolve("in.jsonl"),
                JsonCodec.write(Map.of("id", TRICK, "final_response", TRICK, "answer", TRICK))
                        + "\nnot \u009bJSON\u202e\n");
        guerdon("audit", "--reward", "qa_f1_reward", "--in", input.toString());
        Path output = folder.resolve("out.jsonl");
        guerdon("score", "--reward", "qa_f1_reward", "--in", input.toString(), "--out", output.toString());
        String lines = Files.readString(output);
        assertClean("score", lines);
        assertThat(JsonCodec.read(lines.lines().findFirst().orElseThrow(), "line")
                        .get("id")
                        .asString())
                .isEqualTo(TRICK);
    }

    @Test
    void noReportHoldsIt() throws IOException {
        String runs = "--runs=" + folder.resolve("runs");
        for (String name : List.of("report.html", "report.md")) {
            Path file = folder.resolve(name);
            guerdon("report", first, second, runs, "--out", file.toString());
            String text = Files.readString(file, StandardCharsets.UTF_8);
            assertClean(name, text);
            assertThat(text).contains("fake");
        }
    }
}
