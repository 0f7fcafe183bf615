package dev.guerdon.browser.task;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** AssistantBench's questions, from the official files. */
@Internal
public final class AssistantBenchSource implements BrowserTaskSource {

    public static final String VALIDATION = "assistantbench";
    public static final String TEST = "assistantbench-test";
    public static final String PREDICTIONS = "predictions";
    public static final String START = "start-url";
    private static final String PREDICTIONS_VARIABLE = "ASSISTANTBENCH_OUTPUT_FILE";
    private static final String START_URL = "https://google.com";

    @Override
    public String prefix() {
        return "assistantbench.";
    }

    @Override
    public BrowserTask create(String id, Task description, Map<String, String> options) {
        Optional<PredictionFile> predictions = Optional.ofNullable(options.get(PREDICTIONS))
                .or(() -> id.startsWith(prefix() + "test.")
                        ? Optional.ofNullable(System.getenv(PREDICTIONS_VARIABLE))
                        : Optional.empty())
                .map(Path::of)
                .map(PredictionFile::new);
        return new AssistantBenchTask(
                AssistantBench.question(id, file(options, VALIDATION), file(options, TEST)),
                options.getOrDefault(START, START_URL),
                predictions);
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        Path file = switch (split) {
            case "validation" -> file(options, VALIDATION);
            case "test" -> file(options, TEST);
            default -> null;
        };
        List<AssistantBench.Question> questions = file == null ? List.of() : AssistantBench.read(file);
        return IntStream.range(0, questions.size())
                .mapToObj(i -> BrowserTasks.described(
                        prefix() + split + "." + i,
                        questions.get(i).question(),
                        Map.of("answer", questions.get(i).gold())));
    }

    private static @Nullable Path file(Map<String, String> options, String name) {
        String path = options.get(name);
        return path == null ? null : Path.of(path);
    }
}
