package dev.guerdon.browser;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.api.Task;
import dev.guerdon.browser.QuestionFile.Question;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.base.ProcessLock;
import dev.guerdon.cpython.JsonWriter;
import dev.guerdon.rewards.AnswerRewards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * AssistantBench's questions, from the official files.
 *
 * @param formats has the formats that files of rows may have
 * @param folder where set-up data is
 */
record AssistantBenchSource(Catalogue formats, BenchmarkFolder folder) implements BrowserTaskSource {

    public static final String VALIDATION = "assistantbench";
    public static final String TEST = "assistantbench-test";
    public static final String PREDICTIONS = "predictions";
    public static final String START = "start-url";
    private static final String PREDICTIONS_VARIABLE = "ASSISTANTBENCH_OUTPUT_FILE";
    private static final String START_URL = "https://google.com";

    private static final String VALIDATION_SPLIT = "validation";
    private static final String TEST_SPLIT = "test";
    private static final String PREFIX = "assistantbench.";

    /** The options that name the file of a split. */
    private static final Map<String, String> OPTIONS = Map.of(VALIDATION_SPLIT, VALIDATION, TEST_SPLIT, TEST);

    private static final Question TOY = new Question(
            "test_imp_id_0",
            "What is the weather in Paris yesterday in Celsius? Answer with the number only.",
            "20",
            "",
            "");

    @Override
    public String prefix() {
        return PREFIX;
    }

    @Override
    public BrowserTask create(String id, Task description, Map<String, String> options) {
        Optional<PredictionFile> predictions = Optional.ofNullable(options.get(PREDICTIONS))
                .or(() -> id.startsWith(prefix() + "test.")
                        ? Optional.ofNullable(System.getenv(PREDICTIONS_VARIABLE))
                        : Optional.empty())
                .map(Path::of)
                .map(file -> PredictionFile.ofRepeat(file, BrowserTasks.repeat(description)));
        return new AssistantBenchTask(question(id, options), options.getOrDefault(START, START_URL), predictions);
    }

    /** Returns the questions of a split: {@code validation}, which an empty split stands for where these tasks are asked for, or {@code test}. */
    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        boolean asked = BrowserTasks.asksFor(this, options);
        String wanted = split.isEmpty() && asked ? VALIDATION_SPLIT : split;
        if (!hasSplit(wanted)) {
            if (asked) {
                throw noSplit(wanted);
            }
            return Stream.empty();
        }
        if (!asked && file(wanted, options).isEmpty()) {
            return Stream.empty();
        }
        List<Question> all = questions(wanted, options);
        return IntStream.range(0, all.size()).mapToObj(i -> described(prefix() + wanted + "." + i, all.get(i)));
    }

    /** Describes a question. One that cannot be asked stays a task, so that its run says what is wrong with it. */
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

    /** Returns whether there is such a split. */
    private static boolean hasSplit(String split) {
        return OPTIONS.containsKey(split);
    }

    private static BrowserException noSplit(String split) {
        List<String> splits = List.of(VALIDATION_SPLIT, TEST_SPLIT);
        return new BrowserException("AssistantBench has no split '" + split + "', only " + String.join(" and ", splits)
                + NameRules.didYouMean(split, splits));
    }

    /** Returns the file of a split, if it is here. */
    Optional<Path> file(String split, Map<String, String> options) {
        return Optional.ofNullable(options.get(OPTIONS.getOrDefault(split, "")))
                .map(Path::of)
                .or(() -> folder.questions(split));
    }

    /** Returns all questions of a split. */
    List<Question> questions(String split, Map<String, String> options) {
        Path file = file(split, options)
                .orElseThrow(() -> new BrowserException("the " + split + " questions of AssistantBench are not here."
                        + " Download them from the page of the data set"
                        + " on its hub (JSON lines or Parquet), and"
                        + " give the file to 'guerdon setup"
                        + " assistantbench --from FILE'"));
        return QuestionFile.read(file, formats);
    }

    /**
     * Returns the question of a task.
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

    /**
     * A question to be answered from the web; the first message to the user is the answer and ends the episode.
     *
     * @param startUrl where it begins
     * @param predictions where the answer is kept for the judges
     */
    record AssistantBenchTask(Question question, String startUrl, Optional<PredictionFile> predictions)
            implements BrowserTask {

        private static final Duration MOST = Duration.ofSeconds(10);

        @Override
        public BrowserNeeds needs() {
            return BrowserNeeds.standard().withLocale("en-US", "America/New_York");
        }

        @Override
        public Start setup(BrowserPage page) {
            predictions.ifPresent(file -> file.answer(question.id(), ""));
            page.navigate(startUrl, MOST);
            return Start.of(question.question());
        }

        @Override
        public Verdict validate(BrowserPage page, List<ChatMessage> chat) {
            if (chat.isEmpty() || !chat.getLast().role().equals(ChatMessage.ASSISTANT)) {
                return Verdict.open();
            }
            String answer = chat.getLast().message();
            predictions.ifPresent(file -> file.answer(question.id(), answer));
            return Verdict.over(
                    judges()
                            ? AnswerRewards.assistantBench(
                                            answer, Optional.of(new Json(question.gold())), Optional.empty())
                                    .reward()
                            : 0);
        }

        @Override
        public boolean judges() {
            return !question.gold().isEmpty();
        }
    }

    /**
     * The file of answers that AssistantBench's judges take: an id and an answer in each line, one line for each question.
     *
     * <p>A question that is asked again, because its run was continued, has its line replaced. Several processes may write to one file.
     * They take turns by a {@link ProcessLock}, so that a lock file that a killed process left behind stops no other.
     */
    static final class PredictionFile {

        private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();
        private static final Duration RETRY = Duration.ofMillis(50);
        private static final Duration PATIENCE = Duration.ofSeconds(10);

        private final Path file;
        private final Duration patience;

        public PredictionFile(Path file) {
            this(file, PATIENCE);
        }

        PredictionFile(Path file, Duration patience) {
            this.file = file.toAbsolutePath().normalize();
            this.patience = patience;
        }

        /**
         * Returns the file for one repeat of all questions: judges take one answer to each question. The first repeat has the file itself, the
         * second {@code NAME-2}, and so on.
         *
         * @param repeat which repeat, from 0
         */
        static PredictionFile ofRepeat(Path file, int repeat) {
            if (repeat == 0) {
                return new PredictionFile(file);
            }
            String name = Objects.requireNonNull(file.getFileName()).toString();
            int dot = name.lastIndexOf('.');
            String stem = dot > 0 ? name.substring(0, dot) : name;
            String ending = dot > 0 ? name.substring(dot) : "";
            return new PredictionFile(file.resolveSibling(stem + "-" + (repeat + 1) + ending));
        }

        /** Stores the answer to a question; an empty one when it is asked, so that one that is never answered counts, too. */
        public void answer(String id, String answer) {
            locked(() -> {
                Map<String, Map<String, @Nullable Object>> entries = entries();
                Map<String, @Nullable Object> entry = entries.computeIfAbsent(id, key -> new LinkedHashMap<>());
                entry.put("id", id);
                entry.put("answer", answer);
                StringBuilder lines = new StringBuilder();
                entries.values()
                        .forEach(each -> lines.append(JsonWriter.line(each)).append('\n'));
                KeptFile.replaceData(file, lines.toString()); // an answer is data: it is scored elsewhere
            });
        }

        private Map<String, Map<String, @Nullable Object>> entries() throws IOException {
            Map<String, Map<String, @Nullable Object>> entries = new LinkedHashMap<>();
            if (Files.exists(file)) {
                int number = 0;
                for (String line : Files.readAllLines(file)) {
                    number++;
                    if (!line.isBlank()) {
                        Json entry = JsonCodec.read(line, file + ":" + number);
                        String id = entry.find("id").map(Json::asString).orElse("");
                        if (id.isEmpty()) {
                            throw new GuerdonException(
                                    "expected predictions in " + file + ", found a line without an 'id': " + number
                                            + "; give another file with --predictions");
                        }
                        entries.put(id, new LinkedHashMap<>(entry.asMap()));
                    }
                }
            }
            return entries;
        }

        /** Something that reads and writes the file. */
        private interface Writing {
            void run() throws IOException;
        }

        @SuppressWarnings("try") // the lock is held, not used
        private void locked(Writing writing) {
            IN_THIS_PROCESS.lock();
            try {
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                try (ProcessLock lock = acquire()) {
                    writing.run();
                }
            } catch (IOException e) {
                throw new GuerdonException("could not write the predictions file " + file + ": " + e, e);
            } finally {
                IN_THIS_PROCESS.unlock();
            }
        }

        private ProcessLock acquire() {
            long deadline = System.nanoTime() + patience.toNanos();
            while (true) {
                try {
                    return ProcessLock.beside(file, "the predictions file " + file);
                } catch (ProcessLock.Taken e) {
                    if (System.nanoTime() >= deadline) {
                        throw new GuerdonException(
                                "the predictions file " + file + " has been locked by another process for "
                                        + patience.toSeconds()
                                        + " s; give this run a file of its own with --predictions",
                                e);
                    }
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw new GuerdonException("interrupted while waiting for " + file);
                }
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
    }
}
