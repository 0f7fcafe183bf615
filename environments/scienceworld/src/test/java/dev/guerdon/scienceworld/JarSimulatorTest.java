package dev.guerdon.scienceworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.scienceworld.LaboratoryEpisode.TaskNames;
import dev.guerdon.scienceworld.LaboratoryProvider.Split;
import dev.guerdon.scienceworld.minilab.MinilabSimulator;
import dev.guerdon.scienceworld.simulator.JarSimulator;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class JarSimulatorTest {

    private static LaboratorySimulator simulator = new MinilabSimulator();

    @BeforeAll
    static void open() {
        simulator = OfficialJar.pool().take();
    }

    @AfterAll
    static void close() {
        simulator.close();
    }

    @Test
    void thereAreThirtyTasksWithTheRecordedVariationsAndSplits() {
        List<Json> recorded = Transcript.lines("tasks.jsonl");
        assertThat(simulator.taskNames()).hasSize(30).isSorted();
        assertThat(recorded).hasSize(30).allSatisfy(row -> {
            String name = row.get("taskName").asString();
            assertThat(TaskNames.normalise(row.get("taskId").asString())).isEqualTo(name);
            int count = simulator.variations(name);
            assertThat(count).as(name).isEqualTo(row.get("maxVariations").asInt());
            for (Split split : List.of(Split.TRAIN, Split.DEV, Split.TEST)) {
                Json expected = row.get(split.word());
                assertThat(split.variations(count).boxed().toList())
                        .hasSize(expected.get("count").asInt())
                        .startsWith(expected.get("first").asInt())
                        .endsWith(expected.get("last").asInt());
            }
        });
        assertThat(simulator.taskNames().stream()
                        .mapToInt(simulator::variations)
                        .sum())
                .isEqualTo(7207);
    }

    @Test
    void nothingIsPrintedAndNoFileAppearsInTheWorkingDirectory() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (JarSimulator fresh = new JarSimulator(OfficialJar.pool().jar())) {
            Thread other = Thread.ofVirtual().start(() -> {
                fresh.load("grow-plant", 0, "");
                fresh.step("look around");
                fresh.validActions();
            });
            other.join();
            fresh.step("wait1");
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(Files.exists(Path.of("object_type_ids.tsv"))).isFalse();
    }

    @Test
    void whatTheSimulatorThrowsIsToldInWords() {
        assertThatThrownBy(() -> simulator.load("boil", -1, ""))
                .isInstanceOf(ScienceworldException.class)
                .hasNoCause()
                .hasMessageContainingAll("boil", "-1", "ArrayIndexOutOfBounds");
        assertThat(simulator.load("boil", 0, "")).isEmpty();
    }

    @Test
    void aClosedSimulatorSaysSo() {
        JarSimulator closed = new JarSimulator(OfficialJar.pool().jar());
        closed.close();
        closed.close();
        assertThatThrownBy(() -> closed.step("look around")).hasMessageContaining("closed");
    }

    @Test
    void theGoldPathIsTheSameEachTimeAndLeavesNoTrace() {
        List<String> first = simulator.goldPath("find-living-thing", 3, "");
        simulator.load("boil", 0, "");
        String look = simulator.step("look around");
        assertThat(simulator.goldPath("find-living-thing", 3, ""))
                .isEqualTo(first)
                .isNotEmpty();
        simulator.load("boil", 0, "");
        assertThat(simulator.step("look around")).isEqualTo(look);
    }
}
