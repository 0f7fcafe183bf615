package dev.guerdon.viewer.run;

import static dev.guerdon.viewer.run.RunsForTests.scored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.run.RunNotes.Note;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunNotesTest {

    @TempDir
    Path folder;

    private RunStore store;
    private RunNotes notes;
    private String run;

    @BeforeEach
    void store() {
        store = new RunStore(folder);
        notes = new RunNotes(store, true);
        run = RunsForTests.store(store, scored("a", 0, 1, Map.of()), scored("b", 2, 0, Map.of()));
    }

    @Test
    void noteSaysWhoAndWhenAndIsFoundByItsEpisode() {
        Instant before = Instant.now().minusSeconds(2);
        Note note =
                notes.add(run, "b", 2, "Looks like <script>a timeout</script>", List.of("flaky", " flaky ", ""), "Ann");
        notes.add(run, "", 5, "about the run", List.of(), "");
        assertThat(note.tags()).containsExactly("flaky");
        assertThat(note.when()).isBetween(before, Instant.now());
        assertThat(notes.of(run))
                .startsWith(note)
                .hasSize(2)
                .last()
                .extracting(Note::repeat)
                .isEqualTo(0);
        assertThat(new RunNotes(store, false).of(run)).isEqualTo(notes.of(run));
    }

    @Test
    void notesAndTagsAreColumns() {
        notes.add(run, "b", 2, "odd", List.of("flaky", "to do"), "Ann");
        notes.add(run, "gone", 0, "no such episode", List.of("x"), "Ann");
        try (RunData data = new RunData(store, Registry.discover(), true)) {
            assertThat(FilteredEpisodes.of(data.index(run), "tag = \"to do\" and note ~ ODD and cause missing", "")
                            .rows())
                    .containsExactly(1);
            data.notes().add(run, "a", 0, "", List.of("to do"), "");
            assertThat(FilteredEpisodes.of(data.index(run), "tag = \"to do\"", "task")
                            .rows())
                    .containsExactly(0, 1);
        }
    }

    @Test
    void deletedNoteIsGoneAndCannotBeDeletedAgain() {
        Note note = notes.add(run, "a", 0, "x", List.of(), "");
        notes.delete(run, note.id());
        assertThat(notes.of(run)).isEmpty();
        assertThat(catchThrowableOfType(PageProblem.class, () -> notes.delete(run, note.id()))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void readerOnlyReads() throws Exception {
        RunNotes reader = new RunNotes(store, false);
        assertThat(catchThrowableOfType(PageProblem.class, () -> reader.add(run, "a", 0, "x", List.of(), ""))
                        .status())
                .isEqualTo(403);
        assertThat(catchThrowableOfType(PageProblem.class, () -> reader.delete(run, "x"))
                        .status())
                .isEqualTo(403);
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))).doesNotContain(RunNotes.FILE);
        }
    }

    @Test
    void whatIsTooLongIsRefusedAndNothingChanges() {
        assertThatThrownBy(() -> notes.add(run, "a", 0, "x".repeat(4001), List.of(), ""))
                .isInstanceOf(PageProblem.class)
                .hasMessageContaining("at most 4000 characters, found 4001");
        assertThatThrownBy(() -> notes.add(run, "a", 0, "", List.of("x".repeat(41)), ""))
                .isInstanceOf(PageProblem.class);
        assertThatThrownBy(() -> notes.add(run, "a", 0, "", List.of("a,b"), "")).hasMessageContaining("found 'a,b'");
        assertThatThrownBy(() -> notes.add(run, "a", 0, " ", List.of(" "), "")).hasMessageContaining("found neither");
        assertThatThrownBy(() -> notes.add(run, "a", 0, "x", List.of(), "y".repeat(101)))
                .isInstanceOf(PageProblem.class);
        assertThatThrownBy(() -> notes.add("../" + run, "a", 0, "x", List.of(), ""))
                .isInstanceOf(GuerdonException.class);
        assertThat(notes.of(run)).isEmpty();
    }

    @Test
    void writersAtOnceLoseNothing() throws Exception {
        int each = 8;
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> all = new ArrayList<>();
            for (int writer = 0; writer < 4; writer++) {
                RunNotes own = new RunNotes(store, true);
                String name = "w" + writer;
                all.add(threads.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        own.add(run, "a", 0, name + i, List.of(), name);
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        assertThat(notes.of(run)).extracting(Note::text).hasSize(4 * each).doesNotHaveDuplicates();
        try (Stream<Path> files = Files.list(folder.resolve(run))) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .contains(RunNotes.FILE)
                    .noneMatch(name -> name.endsWith(".lock") && name.startsWith(RunNotes.FILE));
        }
    }

    @Test
    void brokenFileIsNamed() throws Exception {
        Files.writeString(folder.resolve(run).resolve(RunNotes.FILE), "{\"format\": 1, \"notes\": [{\"id\"");
        assertThatThrownBy(() -> notes.of(run))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining(RunNotes.FILE);
        assertThatThrownBy(() -> notes.add(run, "a", 0, "x", List.of(), "")).isInstanceOf(GuerdonException.class);
        Files.writeString(folder.resolve(run).resolve(RunNotes.FILE), "{\"format\": 99, \"notes\": []}");
        assertThatThrownBy(() -> notes.of(run)).hasMessageContaining("format 99");
    }
}
