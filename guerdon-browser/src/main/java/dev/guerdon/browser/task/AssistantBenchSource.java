package dev.guerdon.browser.task;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.api.Task;
import dev.guerdon.browser.benchmark.BenchmarkFolder;
import dev.guerdon.browser.benchmark.QuestionFile.Question;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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

    private final AssistantBench questions;

    /**
     * @param formats has the formats that files of rows may have
     * @param folder where set-up data is
     */
    public AssistantBenchSource(Catalogue formats, BenchmarkFolder folder) {
        this.questions = new AssistantBench(formats, folder);
    }

    @Override
    public String prefix() {
        return AssistantBench.PREFIX;
    }

    @Override
    public BrowserTask create(String id, Task description, Map<String, String> options) {
        Optional<PredictionFile> predictions = Optional.ofNullable(options.get(PREDICTIONS))
                .or(() -> id.startsWith(prefix() + "test.")
                        ? Optional.ofNullable(System.getenv(PREDICTIONS_VARIABLE))
                        : Optional.empty())
                .map(Path::of)
                .map(file -> PredictionFile.ofRepeat(file, BrowserTasks.repeat(description)));
        return new AssistantBenchTask(
                questions.question(id, options), options.getOrDefault(START, START_URL), predictions);
    }

    /** The questions of a split: {@code validation}, which an empty split stands for where these tasks are asked for, or {@code test}. */
    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        boolean asked = BrowserTasks.asksFor(this, options);
        String wanted = split.isEmpty() && asked ? AssistantBench.VALIDATION : split;
        if (!AssistantBench.hasSplit(wanted)) {
            if (asked) {
                throw AssistantBench.noSplit(wanted);
            }
            return Stream.empty();
        }
        if (!asked && questions.file(wanted, options).isEmpty()) {
            return Stream.empty();
        }
        List<Question> all = questions.questions(wanted, options);
        return IntStream.range(0, all.size()).mapToObj(i -> described(prefix() + wanted + "." + i, all.get(i)));
    }

    /** A question that cannot be asked stays a task, so that its run says what is wrong with it. */
    private static Task described(String id, Question question) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (!question.gold().isEmpty()) {
            fields.put("answer", question.gold());
        }
        if (!question.difficulty().isEmpty()) {
            fields.put("domain", question.difficulty());
        }
        return BrowserTasks.described(id, question.isBroken() ? question.problem() : question.question(), fields);
    }
}
