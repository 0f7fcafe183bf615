package dev.guerdon.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.core.worker.WorkerProcess.StartSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerProcessTest {

    @TempDir
    private Path folder;

    @Test
    void oneThatIsStartedWhenItsPoolIsClosedDoesNotBringTheFolderBack() {
        Path gone = folder.resolve("gone");
        StartSettings settings = new StartSettings(
                "example.Nothing", Map.of(), 64L << 20, 1, Set.of(), Duration.ofMinutes(1), line -> {}, List.of());
        assertThatThrownBy(() -> WorkerProcess.start(settings, gone.resolve("w1"), new AtomicLong(1_000)))
                .isInstanceOf(IOException.class);
        assertThat(gone).doesNotExist();
    }
}
