package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTreeTest {

    @TempDir
    private Path folder;

    @Test
    void deletesAFolderWithAllThatIsInIt() throws Exception {
        Path root = Files.createDirectories(folder.resolve("root"));
        Files.writeString(
                Files.createDirectories(root.resolve("a").resolve("b")).resolve("file"), "x");
        Files.writeString(root.resolve("with space"), "x");
        FolderTree.delete(root);
        assertThat(root).doesNotExist();
        assertThat(folder).exists();
    }

    @Test
    void whatIsNotThereIsNoProblem() throws Exception {
        FolderTree.delete(folder.resolve("nothing"));
    }

    @Test
    void aFileIsDeletedToo() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "x");
        FolderTree.delete(file);
        assertThat(file).doesNotExist();
    }

    @Test
    void linksAreDeletedAndTheirTargetsAreNot() throws Exception {
        Path kept = Files.createDirectories(folder.resolve("kept"));
        Files.writeString(kept.resolve("file"), "x");
        Path root = Files.createDirectories(folder.resolve("root"));
        link(root.resolve("out"), kept);
        link(root.resolve("loop"), root);
        link(root.resolve("broken"), folder.resolve("nowhere"));
        FolderTree.delete(root);
        assertThat(root).doesNotExist();
        assertThat(kept.resolve("file")).hasContent("x");

        Path itself = folder.resolve("itself");
        link(itself, kept);
        FolderTree.delete(itself);
        assertThat(Files.exists(itself, java.nio.file.LinkOption.NOFOLLOW_LINKS))
                .isFalse();
        assertThat(kept.resolve("file")).exists();
    }

    @Test
    void whatAProcessThatIsEndingStillWritesIsDeletedToo() throws Exception {
        Path root = Files.createDirectories(folder.resolve("root"));
        AtomicInteger attempts = new AtomicInteger();
        FolderTree.again(Duration.ofMinutes(1), () -> {
            if (attempts.incrementAndGet() < 4) {
                Files.writeString(root.resolve("file" + attempts), "x");
                Files.delete(root);
            }
            FolderTree.delete(root);
        });
        assertThat(attempts).hasValue(4);
        assertThat(root).doesNotExist();
    }

    @Test
    void whatIsStillThereInTheEndIsTold() throws Exception {
        Path root = Files.createDirectories(folder.resolve("root"));
        Files.writeString(root.resolve("file"), "x");
        assertThatThrownBy(() -> FolderTree.again(Duration.ofMillis(1), () -> Files.delete(root)))
                .isInstanceOf(DirectoryNotEmptyException.class);
        FolderTree.delete(root, Duration.ZERO);
        assertThat(root).doesNotExist();
    }

    private static void link(Path link, Path target) {
        try {
            Files.createSymbolicLink(link, target);
        } catch (IOException | UnsupportedOperationException e) {
            Assumptions.abort("this file system has no links: " + e);
        }
    }
}
