package dev.guerdon.browser.task;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.base.Names;
import dev.guerdon.browser.benchmark.BenchmarkFolder;
import dev.guerdon.browser.benchmark.QuestionFile;
import dev.guerdon.browser.benchmark.QuestionFile.Question;
import dev.guerdon.browser.spi.BrowserException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The questions of AssistantBench by split, from the files that an option names or that were set up. */
@Internal
final class AssistantBench {

    static final String VALIDATION = "validation";
    static final String TEST = "test";
    static final int VALIDATION_TASKS = 33;
    static final int TEST_TASKS = 181;
    static final String PREFIX = "assistantbench.";

    /** The options that name the file of a split. */
    private static final Map<String, String> OPTIONS =
            Map.of(VALIDATION, AssistantBenchSource.VALIDATION, TEST, AssistantBenchSource.TEST);

    private static final Question TOY = new Question(
            "test_imp_id_0",
            "What is the weather in Paris yesterday in Celsius? Answer with the number only.",
            "20",
            "",
            "");

    private final Catalogue formats;
    private final BenchmarkFolder folder;

    AssistantBench(Catalogue formats, BenchmarkFolder folder) {
        this.formats = formats;
        this.folder = folder;
    }

    /** Whether there is such a split. */
    static boolean hasSplit(String split) {
        return OPTIONS.containsKey(split);
    }

    static BrowserException noSplit(String split) {
        List<String> splits = List.of(VALIDATION, TEST);
        return new BrowserException("AssistantBench has no split '" + split + "', only " + String.join(" and ", splits)
                + Names.didYouMean(split, splits));
    }

    /** The file of a split, where it is here. */
    Optional<Path> file(String split, Map<String, String> options) {
        return Optional.ofNullable(options.get(OPTIONS.getOrDefault(split, "")))
                .map(Path::of)
                .or(() -> folder.questions(split));
    }

    /** All questions of a split. */
    List<Question> questions(String split, Map<String, String> options) {
        Path file = file(split, options)
                .orElseThrow(() -> new BrowserException("the " + split + " questions of AssistantBench are not here."
                        + " Download them from the page of the data set on its hub (JSON lines or Parquet), and give the"
                        + " file to 'guerdon setup assistantbench --from FILE'"));
        return QuestionFile.read(file, formats);
    }

    /**
     * The question of a task.
     *
     * @param taskId {@code assistantbench.imp.0}, {@code assistantbench.validation.N} or {@code assistantbench.test.N}
     */
    Question question(String taskId, Map<String, String> options) {
        if (taskId.equals(PREFIX + "imp.0")) {
            return TOY;
        }
        int dot = taskId.lastIndexOf('.');
        String split = dot > PREFIX.length() ? taskId.substring(PREFIX.length(), dot) : "";
        if (!hasSplit(split)) {
            throw new BrowserException("there is no task " + taskId
                    + "; expected assistantbench.imp.0, assistantbench.validation.N or assistantbench.test.N");
        }
        List<Question> questions = questions(split, options);
        int index = index(taskId.substring(dot + 1));
        if (index < 0 || index >= questions.size()) {
            throw new BrowserException("there is no task " + taskId + "; the file of this split has " + PREFIX + split
                    + ".0 to " + PREFIX + split + "." + (questions.size() - 1));
        }
        Question question = questions.get(index);
        if (question.isBroken()) {
            throw new BrowserException("the task " + taskId + " cannot be asked: " + question.problem());
        }
        return question;
    }

    private static int index(String digits) {
        return digits.matches("[0-9]{1,6}") ? Integer.parseInt(digits) : -1;
    }
}
