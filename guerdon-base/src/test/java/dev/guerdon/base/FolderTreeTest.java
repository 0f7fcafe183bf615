package dev.guerdon.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private static void link(Path link, Path target) {
        try {
            Files.createSymbolicLink(link, target);
        } catch (IOException | UnsupportedOperationException e) {
            Assumptions.abort("this file system has no links: " + e);
        }
    }
}
