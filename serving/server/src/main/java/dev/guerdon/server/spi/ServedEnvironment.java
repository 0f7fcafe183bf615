package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Message;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An environment as a server has it now.
 *
 * @param name the name that clients use
 * @param kind the kind of environment, such as {@code alfworld}
 * @param description one line on what it is
 * @param splits the names of its splits, the one first that is meant where a client names none
 * @param tools what an agent can call in it
 * @param reward the name of the reward that scores an episode at its end; empty where the environment's own reward counts
 * @param maxSessions how many sessions there may be at once
 * @param idle how long a session may be idle before it ends
 * @param deadline how long one reset, step or call may take
 */
@Experimental
public record ServedEnvironment(
        String name,
        String kind,
        String description,
        List<String> splits,
        List<ServedTool> tools,
        String reward,
        int maxSessions,
        Duration idle,
        Duration deadline) {

    /** The kind of environment that asks questions, one answer each. */
    public static final String QUESTIONS = "questions";

    public ServedEnvironment {
        splits = List.copyOf(splits);
        tools = List.copyOf(tools);
    }

    /**
     * Tool that an agent can call in an environment.
     *
     * @param name the name of the tool
     * @param description what it does, for the model
     * @param schema the JSON schema of its arguments
     */
    public record ServedTool(String name, String description, Map<String, @Nullable Object> schema) {

        /** The tool with which an agent answers a question. */
        public static final String SUBMIT = "submit";

        /** The argument of that tool. */
        public static final String ANSWER = "answer";

        /**
         * Returns the JSON form.
         *
         * @param schemaName what the protocol calls the schema
         */
        public Map<String, @Nullable Object> json(String schemaName) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("name", name);
            json.put("description", description);
            json.put(schemaName, schema);
            return json;
        }
    }

    /**
     * A task as clients may see it: without the answer, and without any field that the definition does not show.
     *
     * @param split the split it is in
     * @param index its place there, from 0
     * @param id its name in results and messages
     * @param prompt what the agent is asked
     * @param fields the fields that clients may see
     */
    public record ServedTask(
            String split, int index, String id, List<Message> prompt, Map<String, @Nullable Object> fields) {

        public ServedTask {
            prompt = List.copyOf(prompt);
        }

        /** Returns the JSON form: {@code split}, {@code index} and {@code id} name it in a later request; {@code prompt} is text. */
        public Map<String, @Nullable Object> json() {
            Map<String, @Nullable Object> json = new LinkedHashMap<>(fields);
            json.put("id", id);
            json.put("split", split);
            json.put("index", index);
            json.put("prompt", text());
            return json;
        }

        /** Returns the prompt as one text. */
        public String text() {
            return String.join("\n\n", prompt.stream().map(Message::text).toList());
        }
    }
}
