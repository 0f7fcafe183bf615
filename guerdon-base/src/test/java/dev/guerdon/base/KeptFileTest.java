package dev.guerdon.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // what is open matters, not its name
class KeptFileTest {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void writeTheOldText() throws IOException {
        file = Files.writeString(folder.resolve("state.json"), "old");
    }

    /** Something that writes the file. */
    private interface Writing {
        void run() throws IOException;
    }

    private final Map<String, Writing> writings = Map.of(
            "replace", () -> KeptFile.replace(file, "a new text"),
            "write", () -> KeptFile.write(file, "a new text"),
            "writeZipped", () -> KeptFile.writeZipped(file, "a new text"));

    private FailingDisk failing() {
        return new FailingDisk(path -> path.startsWith(folder));
    }

    @Test
    void fullDiskLeavesTheOldTextAndNothingElse() throws IOException {
        for (Map.Entry<String, Writing> writing : writings.entrySet()) {
            for (long room = 0; room < 10; room++) {
                try (FailingDisk disk = failing().room(room).mostAtOnce(3)) {
                    assertThatThrownBy(writing.getValue()::run)
                            .as(writing.getKey() + " with room for " + room)
                            .hasMessage("No space left on device");
                }
                assertThat(file).hasContent("old");
                assertThat(folder.toFile().list()).containsExactly("state.json");
            }
        }
    }

    @Test
    void diskThatCannotRenameLeavesTheOldTextAndNothingElse() throws IOException {
        for (Writing writing : writings.values()) {
            try (FailingDisk disk = failing().withoutMoves()) {
                assertThatThrownBy(writing::run).hasMessage("Input/output error");
            }
            assertThat(file).hasContent("old");
            assertThat(folder.toFile().list()).containsExactly("state.json");
        }
    }

    @Test
    void textThatMayNotSurviveIsNotPutInPlace() {
        try (FailingDisk disk = failing().withoutForce()) {
            assertThatThrownBy(() -> KeptFile.replace(file, "a new text")).hasMessage("Input/output error");
        }
        assertThat(file).hasContent("old");
    }

    @Test
    void diskThatWritesAFewBytesAtATimeIsWrittenToTheEnd() throws IOException {
        try (FailingDisk disk = failing().mostAtOnce(1)) {
            KeptFile.replace(file, "a new text");
        }
        assertThat(file).hasContent("a new text");
    }

    @Test
    void diskThatTakesNothingIsAnErrorAndNotAnEndlessLoop() {
        try (FailingDisk disk = failing().mostAtOnce(0)) {
            assertThatThrownBy(() -> KeptFile.replace(file, "a new text"))
                    .hasMessageContaining("took 0 of 10 bytes and no more");
        }
        assertThat(file).hasContent("old");
    }

    @Test
    void addedTextIsThereAsAWholeOrNotAtAll() throws IOException {
        try (FailingDisk disk = failing().room(5)) {
            assertThatThrownBy(() -> KeptFile.append(file, " and more")).hasMessage("No space left on device");
        }
        assertThat(file).hasContent("old");
        KeptFile.append(file, " and more");
        assertThat(file).hasContent("old and more");
    }

    @Test
    void linkStaysALink() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        KeptFile.replace(link, "replaced");
        KeptFile.write(link, "written");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("written");
    }

    @Test
    void interruptOfTheWriterDoesNotSpoilTheFile() throws IOException {
        Thread.currentThread().interrupt();
        KeptFile.replace(file, "replaced");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(file).hasContent("replaced");
    }
}
