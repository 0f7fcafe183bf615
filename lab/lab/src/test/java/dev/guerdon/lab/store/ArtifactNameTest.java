package dev.guerdon.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.store.StoredRunWriter.ArtifactName;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArtifactNameTest {

    @Test
    void plainIdIsTheName() {
        assertThat(ArtifactName.of("assistantbench.imp.3", 0)).isEqualTo("assistantbench.imp.3");
        assertThat(ArtifactName.of("a", 2)).isEqualTo("a#2");
    }

    @Test
    void noIdLeadsOutOfTheFolder() {
        for (String id :
                List.of("..", ".", "", "../../etc", "/etc/passwd", "a/b", "C:\\x", "nul", "a\u0000b", "..a..")) {
            Path path = Path.of("episodes").resolve(ArtifactName.of(id, 0));
            assertThat(path.normalize()).as(id).isEqualTo(path);
            assertThat(path.getNameCount()).as(id).isEqualTo(2);
        }
    }

    @Test
    void idsThatLookAlikeGetFoldersOfTheirOwn() {
        assertThat(List.of("a/b", "a_b", "a:b", "a b", "x".repeat(300), "x".repeat(301)).stream()
                        .map(id -> ArtifactName.of(id, 0))
                        .distinct())
                .hasSize(6);
    }
}
