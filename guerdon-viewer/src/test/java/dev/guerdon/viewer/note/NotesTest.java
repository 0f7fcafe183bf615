package dev.guerdon.viewer.note;

import static dev.guerdon.viewer.index.RunsForTests.scored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.index.RunsForTests;
import dev.guerdon.viewer.page.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotesTest {

    @TempDir
    Path folder;

    private RunStore store;
    private Notes notes;
    private String run;

    @BeforeEach
    void store() {
        store = new RunStore(folder);
        notes = new Notes(store, true);
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
        assertThat(notes.of(run, "b", 2)).containsExactly(note);
        assertThat(notes.of(run)).hasSize(2).last().extracting(Note::repeat).isEqualTo(0);
        assertThat(new Notes(store, false).of(run)).isEqualTo(notes.of(run));
    }

    @Test
    void notesAndTagsAreColumns() {
        notes.add(run, "b", 2, "odd", List.of("flaky", "to do"), "Ann");
        notes.add(run, "gone", 0, "no such episode", List.of("x"), "Ann");
        try (RunData data = new RunData(store, Registry.discover(), true)) {
            assertThat(data.table(data.index(run), "tag = \"to do\" and note ~ ODD and cause missing", "")
                            .rows())
                    .containsExactly(1);
            data.notes().add(run, "a", 0, "", List.of("to do"), "");
            assertThat(data.table(data.index(run), "tag = \"to do\"", "task").rows())
                    .containsExactly(0, 1);
        }
    }

    @Test
    void deletedNoteIsGoneAndCannotBeDeletedAgain() {
        Note note = notes.add(run, "a", 0, "x", List.of(), "");
        notes.delete(run, note.id());
        assertThat(notes.of(run)).isEmpty();
        assertThat(catchThrowableOfType(Problem.class, () -> notes.delete(run, note.id()))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void readerOnlyReads() throws Exception {
        Notes reader = new Notes(store, false);
        assertThat(catchThrowableOfType(Problem.class, () -> reader.add(run, "a", 0, "x", List.of(), ""))
                        .status())
                .isEqualTo(403);
        assertThat(catchThrowableOfType(Problem.class, () -> reader.delete(run, "x"))
                        .status())
                .isEqualTo(403);
        assertThat(catchThrowableOfType(
                                Problem.class,
                                () -> new SavedViews(store, false)
                                        .save(new SavedView("v", "", "", List.of(), "", Instant.EPOCH)))
                        .status())
                .isEqualTo(403);
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .doesNotContain(Notes.FILE, SavedViews.FILE);
        }
    }

    @Test
    void whatIsTooLongIsRefusedAndNothingChanges() {
        assertThatThrownBy(() -> notes.add(run, "a", 0, "x".repeat(4001), List.of(), ""))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("at most 4000 characters, found 4001");
        assertThatThrownBy(() -> notes.add(run, "a", 0, "", List.of("x".repeat(41)), ""))
                .isInstanceOf(Problem.class);
        assertThatThrownBy(() -> notes.add(run, "a", 0, "", List.of("a,b"), "")).hasMessageContaining("found 'a,b'");
        assertThatThrownBy(() -> notes.add(run, "a", 0, " ", List.of(" "), "")).hasMessageContaining("found neither");
        assertThatThrownBy(() -> notes.add(run, "a", 0, "x", List.of(), "y".repeat(101)))
                .isInstanceOf(Problem.class);
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
                Notes own = new Notes(store, true);
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
                    .contains(Notes.FILE)
                    .noneMatch(name -> name.endsWith(".lock") && name.startsWith(Notes.FILE));
        }
    }

    @Test
    void brokenFileIsNamed() throws Exception {
        Files.writeString(folder.resolve(run).resolve(Notes.FILE), "{\"format\": 1, \"notes\": [{\"id\"");
        assertThatThrownBy(() -> notes.of(run))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining(Notes.FILE);
        assertThatThrownBy(() -> notes.add(run, "a", 0, "x", List.of(), "")).isInstanceOf(GuerdonException.class);
        Files.writeString(folder.resolve(run).resolve(Notes.FILE), "{\"format\": 99, \"notes\": []}");
        assertThatThrownBy(() -> notes.of(run)).hasMessageContaining("format 99");
    }

    @Test
    void viewIsSavedReplacedFoundAndDeleted() {
        SavedViews views = new SavedViews(store, true);
        SavedView first =
                new SavedView("slow", "duration > 30s", "-duration", List.of("task", "duration"), "Ann", Instant.EPOCH);
        SavedView second = new SavedView("slow", "duration > 60s", "", List.of(), "Bob", Instant.EPOCH);
        views.save(first);
        assertThat(views.all()).containsExactly(first);
        views.save(second);
        assertThat(new SavedViews(store, false).named("slow")).isEqualTo(second);
        assertThatThrownBy(() -> views.named("slwo")).hasMessageContaining("did you mean 'slow'");
        views.delete("slow");
        assertThat(views.all()).isEmpty();
        assertThatThrownBy(() -> views.delete("slow")).isInstanceOf(Problem.class);
        assertThatThrownBy(() -> views.save(new SavedView("", "", "", List.of(), "", Instant.EPOCH)))
                .isInstanceOf(Problem.class);
        assertThatThrownBy(() -> views.save(
                        new SavedView("x", "y".repeat(2001), "", Collections.nCopies(3, "z"), "", Instant.EPOCH)))
                .isInstanceOf(Problem.class);
        assertThat(store.list()).hasSize(1);
    }
}
