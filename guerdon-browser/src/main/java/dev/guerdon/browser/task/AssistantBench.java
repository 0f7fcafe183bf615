package dev.guerdon.browser.task;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Utf8;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The questions of AssistantBench, read from its official JSON lines files. */
@Internal
public final class AssistantBench {

    static final int VALIDATION_TASKS = 33;
    static final int TEST_TASKS = 181;
    private static final String PREFIX = "assistantbench.";

    /**
     * A question.
     *
     * @param id the data set's id, which predictions are stored under
     * @param question what the agent is asked
     * @param gold the answer; empty where it is kept secret
     */
    public record Question(String id, String question, String gold) {}

    private static final Question TOY = new Question(
            "test_imp_id_0", "What is the weather in Paris yesterday in Celsius? Answer with the number only.", "20");

    private AssistantBench() {}

    /** Reads a file: a JSON object with {@code id}, {@code task} and {@code answer} in each line. */
    public static List<Question> read(Path file) {
        List<Question> questions = new ArrayList<>();
        try {
            int number = 0;
            for (String line : Utf8.read(file).lines().toList()) {
                number++;
                if (!line.isBlank()) {
                    Json row = JsonCodec.read(line, file + ":" + number);
                    questions.add(new Question(
                            field(row, "id", file, number),
                            field(row, "task", file, number),
                            row.find("answer").map(Json::asString).orElse("")));
                }
            }
        } catch (IOException e) {
            throw new GuerdonException("could not read AssistantBench's questions from " + file + ": " + e, e);
        }
        return questions;
    }

    private static String field(Json row, String name, Path file, int line) {
        return row.find(name)
                .map(Json::asString)
                .orElseThrow(() -> new GuerdonException(file + ":" + line + " has no '" + name
                        + "'; expected AssistantBench's fields id, task and answer"));
    }

    /**
     * The question of a task.
     *
     * @param taskId {@code assistantbench.imp.0}, {@code assistantbench.validation.N} or {@code assistantbench.test.N}
     * @param validation the file with the validation questions, null where there is none
     * @param test the file with the test questions, null where there is none
     */
    public static Question question(String taskId, @Nullable Path validation, @Nullable Path test) {
        if (taskId.equals(PREFIX + "imp.0")) {
            return TOY;
        }
        for (String split : List.of("validation", "test")) {
            String start = PREFIX + split + ".";
            if (taskId.startsWith(start)) {
                Path file = split.equals("test") ? test : validation;
                if (file == null) {
                    throw new GuerdonException("the task " + taskId + " needs AssistantBench's " + split
                            + " questions; give the path of their JSON lines file");
                }
                List<Question> questions = read(file);
                int index = index(taskId.substring(start.length()));
                if (index >= 0 && index < questions.size()) {
                    return questions.get(index);
                }
                throw new GuerdonException("there is no task " + taskId + "; " + file + " has " + start + "0 to "
                        + start + (questions.size() - 1));
            }
        }
        throw new GuerdonException("there is no task " + taskId
                + "; expected assistantbench.imp.0, assistantbench.validation.N or" + " assistantbench.test.N");
    }

    private static int index(String digits) {
        return digits.matches("[0-9]{1,6}") ? Integer.parseInt(digits) : -1;
    }
}
