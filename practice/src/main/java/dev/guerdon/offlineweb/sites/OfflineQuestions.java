package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Utf8;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Questions that the offline web answers, in the manner of AssistantBench.
 *
 * <p>A gold answer was computed from the data behind the sites, by other code than the sites use: a number, a text, several texts
 * or several JSON objects in a line each. The data never changes, and so the answers are data, too.
 */
@Internal
public final class OfflineQuestions {

    /**
     * A question.
     *
     * @param domain what it is about, for breakdowns
     * @param gold the answer
     */
    public record Question(String domain, String text, String gold) {}

    /** Begins the id of every task. */
    public static final String PREFIX = "offline.";

    private static final List<Question> ALL = Utf8.resource(OfflineQuestions.class, "questions.jsonl")
            .lines()
            .map(line -> JsonCodec.read(line, "questions.jsonl"))
            .map(json -> new Question(
                    json.get("domain").asString(),
                    json.get("question").asString(),
                    json.get("answer").asString()))
            .toList();

    private OfflineQuestions() {}

    public static List<Question> list() {
        return ALL;
    }

    /** Returns the questions as tasks {@code offline.0}, {@code offline.1}, ... */
    public static List<Task> tasks() {
        List<Task> tasks = new ArrayList<>();
        for (int number = 0; number < ALL.size(); number++) {
            tasks.add(task(PREFIX + number, "offline", ALL.get(number)));
        }
        return tasks;
    }

    /** Returns a question as a task. */
    public static Task task(String id, String split, Question question) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("task_id", id);
        fields.put("split", split);
        fields.put("domain", question.domain);
        fields.put("question", question.text);
        fields.put("answer", question.gold);
        return Task.of(id, question.text, fields);
    }

    /** Returns a number as an answer: without a fraction if it has none. */
    public static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    /** Returns an object as an answer, from names and values in turn. */
    public static String object(Object... pairs) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            object.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return JsonCodec.write(object);
    }
}
