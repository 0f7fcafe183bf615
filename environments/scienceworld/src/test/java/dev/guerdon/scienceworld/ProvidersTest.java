package dev.guerdon.scienceworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Task;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Suites, options and checks of the two environments. */
final class ProvidersTest {

    private final MinilabProvider minilab = new MinilabProvider();

    @Test
    void aSuiteIsTheVariationsOfItsSplitTaskByTask() {
        assertThat(minilab.tasks("", Map.of()).map(Task::id))
                .containsExactly(
                        "boil-0",
                        "find-living-thing-0",
                        "find-non-living-thing-0",
                        "freeze-0",
                        "melt-0",
                        "mix-0",
                        "test-conductivity-0",
                        "use-thermometer-0");
        assertThat(minilab.tasks("dev", Map.of("task", "boil")).map(Task::id))
                .containsExactly("boil-8", "boil-9", "boil-10", "boil-11");
        assertThat(minilab.tasks("all", Map.of("task", "boil,melt"))).hasSize(32);
        assertThat(minilab.tasks("", Map.of("variation", "23")).map(Task::id)).containsExactly("test-conductivity-23");
        assertThat(minilab.tasks("", Map.of("split", "train"))).hasSize(70);
    }

    @Test
    void theOptionsDescribeATask() {
        assertThat(minilab.task(Map.of()).id()).isEqualTo("boil-0");
        assertThat(minilab.task(Map.of("task", "melt", "split", "test")).id()).isEqualTo("melt-12");
        assertThat(minilab.task(Map.of("task", "melt", "variation", "13", "split", "test"))
                        .id())
                .isEqualTo("melt-13");
        assertThatThrownBy(() -> minilab.task(Map.of("task", "melt", "variation", "3", "split", "test")))
                .hasMessageContainingAll("3", "melt", "test");
        assertThatThrownBy(() -> minilab.task(Map.of("variation", "three"))).hasMessageContaining("three");
        assertThatThrownBy(() -> minilab.task(Map.of("task", "mlet"))).hasMessageContaining("did you mean 'melt'");
        assertThatThrownBy(() -> minilab.tasks("validation", Map.of())).hasMessageContaining("validation");
        assertThatThrownBy(() -> minilab.open(Map.of("queries", "some"))).hasMessageContaining("some");
    }

    private List<String> drawn(Map<String, String> options, int count) {
        return IntStream.range(0, count)
                .mapToObj(seed -> minilab.task(options, seed).id())
                .toList();
    }

    @Test
    void seedsDrawWhatTheOptionsLeaveOpen() {
        assertThat(drawn(Map.of(), 100)).contains("boil-0", "melt-1").doesNotHaveDuplicates();
        assertThat(drawn(Map.of("task", "melt", "split", "test"), 8))
                .containsExactly(
                        "melt-12", "melt-13", "melt-14", "melt-15", "melt-12", "melt-13", "melt-14", "melt-15");
        assertThat(drawn(Map.of("task", "boil,melt"), 3)).containsExactly("boil-0", "melt-0", "boil-1");
        assertThat(drawn(Map.of("variation", "23"), 2)).containsOnly("test-conductivity-23");
        assertThat(drawn(Map.of("task", "melt", "variation", "3"), 2)).containsOnly("melt-3");
        assertThat(minilab.task(Map.of(), -1).id()).startsWith("use-thermometer-");
        assertThatThrownBy(() -> minilab.task(Map.of("task", "mlet"), 0)).hasMessageContaining("did you mean 'melt'");
    }

    @Test
    void minilabSpeaksOfItselfInTheWrappersTerms() {
        try (Environment environment = minilab.open(Map.of("task", "boil"))) {
            assertThat(environment.reset(minilab.task(Map.of())).info())
                    .containsKeys("moves", "score", "look", "inv", "taskDesc", "valid", "taskName", "variationIdx");
            assertThat(environment.hint()).contains("go to store room");
            assertThat(environment.describeState()).contains("focus on the substance");
        }
    }

    @Test
    void theDoctorSaysWhatIsMissing() {
        ScienceworldProvider nowhere =
                new ScienceworldProvider(new JarLocation(Map.of("XDG_CACHE_HOME", "/nonexistent")));
        assertThat(nowhere.checks()).singleElement().satisfies(check -> {
            assertThat(check.ok()).isFalse();
            assertThat(check.detail()).contains("guerdon setup scienceworld");
        });
        assertThatThrownBy(() -> nowhere.open(Map.of())).hasMessageContaining("minilab");
        ScienceworldProvider wrong =
                new ScienceworldProvider(new JarLocation(Map.of("SCIENCEWORLD_JAR", "/nonexistent")));
        assertThat(wrong.checks()).noneMatch(Check::ok);
        assertThat(minilab.checks()).allMatch(Check::ok);
    }

    @Test
    @Tag("slow")
    void scienceworldListsItsTasks() {
        ScienceworldProvider official = new ScienceworldProvider(
                new JarLocation(Map.of("SCIENCEWORLD_JAR", OfficialJar.require().toString())));
        assertThat(official.checks()).allMatch(Check::ok);
        List<Task> test = official.tasks("test", Map.of("task", "1-1", "simplifications", "easy"))
                .toList();
        assertThat(test).hasSize(9).first().satisfies(task -> {
            assertThat(task.id()).isEqualTo("boil-21-easy");
            assertThat(task.fields()).containsEntry("simplifications", "easy");
            assertThat(task.messages().getFirst().text()).startsWith("Your task is to boil");
        });
        assertThat(official.tasks("", Map.of()).limit(3).map(Task::id))
                .containsExactly("boil-0", "change-the-state-of-matter-of-0", "chemistry-mix-0");
    }
}
