package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.page.PageProblem;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OpenRunsTest {

    @TempDir
    Path folder;

    @Test
    void anAddressOpensNoFolderOutside() {
        RunStore other = new RunStore(folder.resolve("other"));
        String run = TraceRuns.store(other, 1, TraceRuns.episode("t", 0, 1, "a", "a", List.of()));
        OpenRuns runs = new OpenRuns(new RunStore(folder.resolve("runs")));

        for (String name : List.of(
                "../other/" + run,
                folder.resolve("other").resolve(run).toString(),
                "..\\other\\" + run,
                "..",
                ".",
                "")) {
            assertThatThrownBy(() -> runs.open(name)).as(name).isInstanceOf(PageProblem.class);
        }
    }

    @Test
    void anEpisodeIsReadOnceAsLongAsItIsTheSame() {
        RunStore store = new RunStore(folder);
        String run = TraceRuns.store(store, 1, TraceRuns.episode("t", 0, 1, "a", "a", List.of()));
        OpenRuns runs = new OpenRuns(store);

        assertThat(runs.episode(run, "t", 0).detail())
                .isSameAs(runs.episode(run, "t", 0).detail());
    }

    @Test
    void anEpisodeThatIsNotThereIsSaid() {
        RunStore store = new RunStore(folder);
        String run = TraceRuns.store(store, 1, TraceRuns.episode("t", 0, 1, "a", "a", List.of()));

        assertThatThrownBy(() -> new OpenRuns(store).episode(run, "t", 3))
                .isInstanceOf(PageProblem.class)
                .hasMessageContaining("no finished episode of task 't', repeat 4");
    }
}
