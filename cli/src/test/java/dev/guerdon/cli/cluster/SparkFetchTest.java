package dev.guerdon.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkFetchTest {

    @TempDir
    private Path folder;

    private Path home;
    private Path repository;
    private final List<String> asked = new ArrayList<>();

    @BeforeEach
    void folders() {
        home = folder.resolve("home");
        repository = folder.resolve("a repository");
    }

    private static SparkList.Jar jar(String name) {
        return new SparkList.Jar(Sha256.hex(name, 32), "org/example/" + name + "/1.0/" + name + "-1.0.jar");
    }

    private static final List<SparkList.Jar> LIST = List.of(jar("one"), jar("two"), jar("three"));

    private void inRepository(String name, String content) throws IOException {
        Path file = repository.resolve(jar(name).path());
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** Gives each file its right content; those of one name another. */
    private SparkFetch.Source source(String wrong) {
        return (jars, to) -> {
            for (SparkList.Jar each : jars) {
                asked.add(each.artifact());
                try {
                    Files.writeString(
                            to.resolve(each.fileName()), each.artifact().equals(wrong) ? "evil" : each.artifact());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    private int run(SparkFetch.Source source) {
        return new SparkFetch(home, repository, source).run(LIST);
    }

    private List<String> found() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("jars"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void takesWhatTheMachineHasAndFetchesTheRest() throws IOException {
        inRepository("one", "one");
        inRepository("two", "two, but damaged");
        assertThat(run(source(""))).isEqualTo(3);
        assertThat(asked).containsExactly("two", "three");
        assertThat(found()).containsExactly("one-1.0.jar", "three-1.0.jar", "two-1.0.jar");
        assertThat(home.resolve("jars").resolve("two-1.0.jar")).hasContent("two");
        assertThat(home.resolve("jars.new")).doesNotExist();
    }

    @Test
    void asksForNothingWhereAllIsThere() {
        run(source(""));
        asked.clear();
        assertThat(run(source(""))).isZero();
        assertThat(asked).isEmpty();
    }

    @Test
    void repairsWhatWasDamagedAndRemovesWhatDoesNotBelongThere() throws IOException {
        run(source(""));
        asked.clear();
        Path jars = home.resolve("jars");
        Files.writeString(jars.resolve("one-1.0.jar"), "damaged");
        Files.writeString(jars.resolve("stranger.jar"), "on the class path");
        assertThat(run(source(""))).isEqualTo(1);
        assertThat(asked).containsExactly("one");
        assertThat(found()).containsExactly("one-1.0.jar", "three-1.0.jar", "two-1.0.jar");
        Files.writeString(jars.resolve("stranger.jar"), "on the class path");
        run(source(""));
        assertThat(found()).hasSize(3);
    }

    @Test
    void refusesAFileWithAnotherHashAndNeverLooksComplete() {
        assertThatThrownBy(() -> run(source("two")))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("org/example/two/1.0/two-1.0.jar")
                .hasMessageContaining(Sha256.hex("evil", 32))
                .hasMessageContaining(Sha256.hex("two", 32));
        assertThat(home.resolve("jars")).doesNotExist();
        assertThat(home.resolve("jars.new").resolve("two-1.0.jar")).doesNotExist();
    }

    @Test
    void goesOnWithWhatHasCome() throws IOException {
        inRepository("one", "one");
        assertThatThrownBy(() -> run(source("three"))).isInstanceOf(GuerdonException.class);
        asked.clear();
        Files.delete(repository.resolve(jar("one").path()));
        assertThat(run(source(""))).isEqualTo(3);
        assertThat(asked).containsExactly("three");
    }

    @Test
    void aSourceThatGivesNothingIsTold() {
        assertThatThrownBy(() -> run((jars, to) -> {}))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("Maven gave no one-1.0.jar");
        assertThat(home.resolve("jars")).doesNotExist();
    }

    @Test
    void aChangeInTheRepositoryBesideALinkIsNoticed() throws IOException {
        inRepository("one", "one");
        run(source(""));
        Files.writeString(repository.resolve(jar("one").path()), "changed in place");
        asked.clear();
        run(source(""));
        assertThat(home.resolve("jars").resolve("one-1.0.jar")).hasContent("one");
    }
}
