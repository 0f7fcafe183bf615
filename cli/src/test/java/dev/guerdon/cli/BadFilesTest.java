package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are not what a command needs are told in words: no name of an exception, no class, no stack. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "its paths")
class BadFilesTest {

    private static final Pattern INSIDES =
            Pattern.compile("Exception|\\bError:|\\bjava\\.|\\bsun\\.|picocli|Input length|bug in Guerdon");

    @TempDir
    private Path folder;

    private Map<String, String> bad() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "just words\n");
        Path binary =
                Files.write(folder.resolve("binary"), new byte[] {0, 1, (byte) 0xff, (byte) 0xfe, 10, (byte) 0x80});
        Map<String, String> bad = new LinkedHashMap<>();
        bad.put("missing", folder.resolve("Missing.java").toString());
        bad.put("folder", Files.createDirectories(folder.resolve("a-folder")).toString());
        bad.put("in a file", file.resolve("inner").toString());
        bad.put("proc", "/proc/guerdon/x");
        bad.put("long", folder.resolve("x".repeat(300)).toString());
        bad.put("words", file.toString());
        bad.put("bytes", binary.toString());
        bad.put("empty", Files.writeString(folder.resolve("empty"), "").toString());
        return bad;
    }

    private Result run(String line, String path) throws IOException {
        Path runs = folder.resolve("runs");
        if (!Files.isDirectory(runs)) {
            new StoredRuns(runs).add("qa", List.of("42"), 1, 0);
        }
        List<String> words = new ArrayList<>();
        for (String word : line.split(" ", -1)) {
            words.add(word.replace("BAD", path)
                    .replace("RUNS", runs.toString())
                    .replace("QA", Checkout.REAL.resolve("examples/qa.jsonl").toString())
                    .replace("OUT", folder.resolve("out").toString()));
        }
        return Cli.run(words.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "score --reward qa_em_reward --out OUT --in BAD",
                "score --reward qa_em_reward --source BAD --out OUT --in QA",
                "score --reward qa_em_reward --plugin BAD --out OUT --in QA",
                "score --recipe BAD --out OUT --in QA",
                "audit --reward qa_em_reward --in BAD",
                "import BAD --runs RUNS",
                "run BAD",
                "run math --limit 1 --runs RUNS --parameters BAD",
                "iterate BAD --runs RUNS",
                "improve BAD --runs RUNS",
                "compare latest latest --runs RUNS --gate=BAD",
                "serve --config BAD --port 0",
                "env play scienceworld --json --jar BAD",
                "env play alfworld --json --game BAD",
                "setup scienceworld --from BAD",
                "setup miniwob --from BAD",
                "setup assistantbench --from BAD"
            })
    void filesThatAreReadAreRefusedInWords(String line) throws IOException {
        for (Map.Entry<String, String> each : bad().entrySet()) {
            Result result = run(line, each.getValue());
            String all = line + ", " + each.getKey() + ": " + result.exitCode() + " " + result.err() + result.out();
            assertThat(result.exitCode()).as(all).isIn(ExitCode.REFUSED, ExitCode.INCOMPLETE);
            assertThat(result.err()).as(all).doesNotContainPattern(INSIDES).isNotBlank();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "score --reward qa_em_reward --in QA --quiet --out BAD",
                "score --reward qa_em_reward --in QA --quiet --out OUT --metrics BAD",
                "score --reward qa_em_reward --in QA --quiet --out OUT --checkpoint BAD",
                "report latest --runs RUNS --out BAD",
                "export latest --runs RUNS --out BAD.jsonl",
                "export latest --runs RUNS --out BAD.parquet",
                "view --runs RUNS --bundle BAD",
                "init BAD",
                "run math --limit 1 --quiet --runs BAD",
                "run math --limit 1 --quiet --runs RUNS --record BAD"
            })
    void placesThatAreWrittenAreRefusedInWords(String line) throws IOException {
        for (Map.Entry<String, String> each : bad().entrySet()) {
            if (!List.of("folder", "in a file", "proc", "long").contains(each.getKey())) {
                continue;
            }
            Result result = run(line, each.getValue());
            String all = line + ", " + each.getKey() + ": " + result.exitCode() + " " + result.err() + result.out();
            assertThat(result.err()).as(all).doesNotContainPattern(INSIDES);
            boolean mayBe = each.getKey().equals("folder");
            if (!mayBe) {
                assertThat(result.exitCode()).as(all).isIn(ExitCode.REFUSED, ExitCode.ENDED_EARLY);
                assertThat(result.err()).as(all).isNotBlank();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rows.csv", "rows.TSV", "rows.csv.gz", "rows.xlsx", "rows.pkl"})
    void tableIsRefusedInOneSentence(String name) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "final_response,answer\nParis,Paris\nRome,Rome\n");
        for (String line : List.of(
                "score --reward qa_em_reward --out OUT --in BAD",
                "audit --reward qa_em_reward --in BAD",
                "import BAD --runs RUNS")) {
            Result result = run(line, file.toString());
            assertThat(result.exitCode()).as(line).isEqualTo(ExitCode.REFUSED);
            assertThat(result.out()).as(line).isEmpty();
            assertThat(result.err().lines()).as(line).hasSize(1);
        }
        assertThat(run("score --reward qa_em_reward --out OUT --in BAD", file.toString())
                        .err())
                .contains("expected JSON lines")
                .contains("or Parquet");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"final_response\": \"x\"}]",
                "\ufeff [\n{\"final_response\": \"x\"}]",
                "{\n \"final_response\": \"x\"\n}"
            })
    void oneJsonValueOverManyLinesIsRefusedInOneSentence(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("rows.json"), text);
        Result result = run("score --reward qa_em_reward --out OUT --in BAD", file.toString());
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).contains("expected one object per line");
    }

    @Test
    void gzipOfNothingButEmptyMembersIsRefusedInOneSentence() throws IOException {
        ByteArrayOutputStream one = new ByteArrayOutputStream();
        new GZIPOutputStream(one).close();
        Path file = folder.resolve("rows.jsonl.gz");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < 100_000; i++) {
                one.writeTo(out);
            }
        }
        Result result = run("score --reward qa_em_reward --out OUT --in BAD", file.toString());
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).contains("empty gzip members");
    }

    @Test
    void inputWithoutALineIsRefusedAndLeavesTheOldOutput() throws IOException {
        Path out = Files.writeString(folder.resolve("scores.jsonl"), "old");
        Result empty = run(
                "score --reward qa_em_reward --in BAD --out " + out,
                Files.writeString(folder.resolve("empty.jsonl"), "").toString());
        assertThat(empty.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(empty.err()).contains("empty.jsonl has no line");
        assertThat(out).hasContent("old");
        Result blank = run(
                "score --reward qa_em_reward --out OUT --in BAD",
                Files.writeString(folder.resolve("blank.jsonl"), "\n  \n").toString());
        assertThat(blank.exitCode()).as(blank.out() + blank.err()).isNotEqualTo(ExitCode.DONE);
    }
}
