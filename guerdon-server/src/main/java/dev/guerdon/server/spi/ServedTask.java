package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task as clients may see it: without the answer, and without any field that the definition does not show.
 *
 * @param split the split it is in
 * @param index its place there, from 0
 * @param id its name in results and messages
 * @param prompt what the agent is asked
 * @param fields the fields that clients may see
 */
@Experimental
public record ServedTask(
        String split, int index, String id, List<Message> prompt, Map<String, @Nullable Object> fields) {

    public ServedTask {
        prompt = List.copyOf(prompt);
    }

    /** As JSON: {@code split}, {@code index} and {@code id} name it in a later request; {@code prompt} is text. */
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>(fields);
        json.put("id", id);
        json.put("split", split);
        json.put("index", index);
        json.put("prompt", text());
        return json;
    }

    /** The prompt as one text. */
    public String text() {
        return String.join("\n\n", prompt.stream().map(Message::text).toList());
    }
}
