package dev.guerdon.viewer.run;

import static dev.guerdon.viewer.run.RunsForTests.scored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/view.md says is so. */
class FiltersPageTest {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```filter\\R(.*?)^```");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_]+)` \\| ");

    private static String page = "";
    private static EpisodeIndex index;

    @BeforeAll
    static void read(@TempDir Path folder) throws IOException {
        page = Files.readString(Path.of(System.getProperty("guerdon.root"), "docs", "view.md"));
        RunStore store = new RunStore(folder);
        String run = RunsForTests.store(store, scored("a", 0, 1, Map.of()));
        try (RunData data = new RunData(store, Registry.discover(), false)) {
            index = data.index(run);
        }
    }

    @Test
    void everyExampleIsAFilter() {
        List<String> filters = BLOCK.matcher(page)
                .results()
                .flatMap(block -> block.group(1).lines())
                .toList();
        assertThat(filters).hasSizeGreaterThan(8);
        assertThat(filters).allSatisfy(filter -> EpisodeSelection.of(index, filter));
    }

    @Test
    void everyColumnIsTold() {
        String table = page.substring(page.indexOf("## Columns"), page.indexOf("## What is missing"));
        assertThat(ROW.matcher(table).results().map(row -> row.group(1)).filter(name -> !name.equals("column")))
                .containsExactlyInAnyOrderElementsOf(
                        index.columns().stream().map(FigureColumn::name).toList());
    }

    @Test
    void messagesAreThose() {
        Matcher block = Pattern.compile("(?ms)^```text picture\\R(.*?)^```").matcher(page);
        assertThat(block.find()).isTrue();
        List<String> messages = block.group(1).lines().toList();
        assertThatThrownBy(() -> EpisodeSelection.of(index, "rewrd < 0.5")).hasMessage(messages.getFirst());
        assertThatThrownBy(() -> EpisodeSelection.of(index, "duration > $3")).hasMessage(messages.getLast());
    }
}
