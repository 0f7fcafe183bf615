package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
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
            "write pieces",
                    () -> KeptFile.write(file, out -> {
                        out.write("a new ".getBytes(StandardCharsets.UTF_8));
                        out.flush();
                        out.write("text".getBytes(StandardCharsets.UTF_8));
                    }),
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
    void oldTextStaysUntilTheLastPieceIsThere() throws IOException {
        KeptFile.write(file, out -> {
            out.write(new byte[1 << 20]);
            out.flush();
            assertThat(file).hasContent("old");
        });
        assertThat(file).hasSize(1 << 20);
        assertThatThrownBy(() -> KeptFile.write(file, out -> {
                    out.write(1);
                    throw new IllegalStateException("no more");
                }))
                .hasMessage("no more");
        assertThat(file).hasSize(1 << 20);
        assertThat(folder.toFile().list()).containsExactly("state.json");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void newFileHasTheRightsOfTheOld() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        for (Writing writing : writings.values()) {
            writing.run();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void folderThatIsMissingIsNamed() {
        Path nowhere = folder.resolve("nowhere/state.json");
        assertThatThrownBy(() -> KeptFile.write(nowhere, "text"))
                .hasMessage(nowhere + ": there is no folder " + nowhere.getParent());
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
