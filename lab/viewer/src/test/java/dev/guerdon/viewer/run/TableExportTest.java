package dev.guerdon.viewer.run;

import static dev.guerdon.viewer.run.RunsForTests.failed;
import static dev.guerdon.viewer.run.RunsForTests.scored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.core.base.InvisibleCharacters;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.run.TableExport.ExportFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableExportTest {

    private static EpisodeIndex index;

    @BeforeAll
    static void index(@TempDir Path folder) {
        RunStore store = new RunStore(folder);
        try (RunIndexes indexes = new RunIndexes(store, RunIndexes.USUAL_MEMORY)) {
            EpisodeIndex stored = indexes.of(RunsForTests.store(
                    store,
                    scored("=HYPERLINK(\"x\")", 0, 0.5, Map.of("x", 7, "ok", true)),
                    scored("a,\"b\"\nc", 1, -0.25, Map.of("x", "-1+1", "ok", false)),
                    failed("größer 😀", 0, "Timeout")));
            index = stored.with(List.of(RunsForTests.reals("far", Double.POSITIVE_INFINITY, Double.NaN, 1e-300)));
        }
    }

    private static byte[] written(ExportFormat format, String filter, String... columns) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TableExport.of(FilteredEpisodes.of(index, filter, "-reward"), List.of(columns))
                .write(format, out);
        return out.toByteArray();
    }

    private static String text(ExportFormat format, String filter, String... columns) throws IOException {
        return new String(written(format, filter, columns), StandardCharsets.UTF_8);
    }

    @Test
    void csvQuotesWhatNeedsItAndDisarmsFormulasButNoNumbers() throws IOException {
        assertThat(text(
                        ExportFormat.CSV,
                        "",
                        "task",
                        "reward",
                        "x",
                        "duration",
                        "cost",
                        "completed",
                        "started",
                        "unscored"))
                .isEqualTo("""
                        task,reward,x,duration_seconds,cost_usd,completed,started,unscored\r
                        "'=HYPERLINK(""x"")",0.5,7.0,1.5,0.25,true,2026-11-15T10:00:00Z,\r
                        "a,""b""
                        c",-0.25,"'-1+1",1.501,0.25,true,2026-11-15T10:00:01Z,\r
                        größer 😀,,,120.0,,false,2026-11-15T10:01:00Z,timeout\r
                        """);
    }

    @Test
    void csvShowsWhatWouldSteerATerminalOrTurnTheLine(@TempDir Path folder) throws IOException {
        RunStore store = new RunStore(folder);
        try (RunIndexes indexes = new RunIndexes(store, RunIndexes.USUAL_MEMORY)) {
            EpisodeIndex odd = indexes.of(RunsForTests.store(
                    store,
                    scored(
                            "a\u001b]0;title\u0007\u009b2J\u202eb\u0000\u2028",
                            0,
                            1,
                            Map.of("x\u001b[31m", "\u001b[2J"))));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            TableExport.of(FilteredEpisodes.of(odd, "", "task"), List.of()).write(ExportFormat.CSV, out);
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("]0;title")
                    .contains("[31m")
                    .contains("[2J");
            assertThat(out.toString(StandardCharsets.UTF_8).codePoints().filter(c -> c != '\r'))
                    .noneMatch(InvisibleCharacters::is);
        }
    }

    @Test
    void jsonHasNullForWhatIsMissingAndWholeNumbersAsTheyAre() throws IOException {
        String json = text(ExportFormat.JSON, "", "task", "reward", "x", "ok", "seed", "far");
        assertThat(JsonCodec.read(json, "export").asList()).hasSize(3);
        assertThat(JsonCodec.read(json, "export").asList().getFirst().asMap())
                .containsEntry("seed", 1L << 60)
                .containsEntry("x", 7.0)
                .containsEntry("ok", true)
                .containsEntry("far", "Infinity");
        assertThat(JsonCodec.read(json, "export").asList().getLast().asMap())
                .containsEntry("reward", null)
                .containsEntry("x", null);
        String lines = text(ExportFormat.JSON_LINES, "reward > 0", "task", "reward");
        assertThat(lines).isEqualTo("{\"task\":\"=HYPERLINK(\\\"x\\\")\",\"reward\":0.5}\n");
        assertThat(text(ExportFormat.JSON, "reward > 5", "task")).isEqualTo("[]\n");
        assertThat(text(ExportFormat.JSON_LINES, "reward > 5", "task")).isEmpty();
    }

    @Test
    void filterOrderAndColumnsAreThoseOfTheTable() throws IOException {
        assertThat(text(ExportFormat.CSV, "reward present", "reward", "repeat", "reward"))
                .isEqualTo("reward,repeat\r\n0.5,0\r\n-0.25,1\r\n");
        assertThatThrownBy(() -> text(ExportFormat.CSV, "", "nope")).isInstanceOf(PageProblem.class);
    }

    @Test
    void formatIsNamedByItsEnding() {
        assertThat(Arrays.stream(ExportFormat.values())
                        .map(ExportFormat::ending)
                        .map(ExportFormat::of))
                .containsExactly(ExportFormat.values());
        assertThatThrownBy(() -> ExportFormat.of("jsom")).hasMessageContaining("did you mean 'json'");
    }

    @Test
    void streamStaysOpen() throws IOException {
        for (ExportFormat format : ExportFormat.values()) {
            ByteArrayOutputStream out = new ByteArrayOutputStream() {
                @Override
                public void close() {
                    throw new AssertionError("closed by " + format);
                }
            };
            TableExport.of(FilteredEpisodes.of(index, "", ""), List.of("task")).write(format, out);
            assertThat(out.size()).isPositive();
        }
    }
}
