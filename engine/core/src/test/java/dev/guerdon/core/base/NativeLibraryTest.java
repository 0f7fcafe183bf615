package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.base.NativeLibrary.Places;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {

    @TempDir
    Path folder;

    private Map<String, String> cacheIn(Path cache) {
        return Map.of("XDG_CACHE_HOME", cache.toString());
    }

    @Test
    void temporaryFilesComeFirst() throws IOException {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        assertThat(Places.of(cacheIn(folder), temporary.toString()).firstThatRuns())
                .contains(temporary);
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void theCacheFolderComesNext() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(Places.of(cacheIn(folder), file.toString()).firstThatRuns())
                .contains(folder.resolve("guerdon").resolve("native"));
    }

    @Test
    void aChosenFolderIsTheOnlyOne() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Places places = Places.of(
                Map.of("XDG_CACHE_HOME", folder.toString(), "GUERDON_NATIVE_DIR", file.toString()), folder.toString());
        assertThat(places.firstThatRuns()).isEmpty();
        assertThat(places.problem()).contains(file + " is not one", "set GUERDON_NATIVE_DIR to such a folder");
    }

    @Test
    void theProblemNamesEveryFolderThatWasTried() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Places places = Places.of(cacheIn(file), file.toString());
        assertThat(places.firstThatRuns()).isEmpty();
        assertThat(places.problem())
                .contains("neither " + file + " nor " + file.resolve("guerdon").resolve("native") + " is one");
    }
}
