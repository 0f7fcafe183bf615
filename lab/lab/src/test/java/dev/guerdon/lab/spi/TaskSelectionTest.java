package dev.guerdon.lab.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Task;
import dev.guerdon.lab.spi.Suite.TaskSelection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TaskSelectionTest {

    private static final List<Task> TASKS = IntStream.range(0, 20)
            .mapToObj(i -> Task.of("task-" + i, "?", Map.of()))
            .toList();

    private static List<String> chosen(String selection) {
        return TaskSelection.of(selection, TASKS).stream().map(Task::id).toList();
    }

    @Test
    void placesRangesAndIds() {
        assertThat(chosen("0-2,12")).containsExactly("task-0", "task-1", "task-2", "task-12");
        assertThat(chosen("task-7, 3")).containsExactly("task-7", "task-3");
        assertThat(chosen("1,0-2,task-1")).containsExactly("task-1", "task-0", "task-2");
    }

    @Test
    void whatIsNotThereIsRefused() {
        assertThatThrownBy(() -> chosen("18-20"))
                .isInstanceOf(LabException.class)
                .hasMessage("expected places from 0 to 19 for the tasks, found '18-20'");
        assertThatThrownBy(() -> chosen("5-3")).isInstanceOf(LabException.class);
        assertThatThrownBy(() -> chosen("")).isInstanceOf(LabException.class);
        assertThatThrownBy(() -> chosen("tsak-7"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("did you mean 'task-7'");
    }
}
