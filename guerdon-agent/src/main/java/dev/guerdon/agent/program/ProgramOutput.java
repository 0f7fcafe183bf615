package dev.guerdon.agent.program;

import dev.guerdon.agent.model.MessageJson;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.base.JsonCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a program wrote: messages, and its answer.
 *
 * @param messages what was said, in order
 * @param turns a turn for each message of the assistant
 * @param answer the final answer
 */
record ProgramOutput(List<Message> messages, List<Turn> turns, String answer) {

    private static final int SHOWN = 120;
    private static final String EXPECTED =
            "expected a message such as {\"role\": \"assistant\", \"content\": \"...\"} or {\"answer\": \"...\"}";

    /** Reads the lines; empty ones do not count. */
    static ProgramOutput read(String output, List<Message> task) {
        List<Message> messages = new ArrayList<>();
        String answer = null;
        int number = 0;
        for (String line : output.split("\n", -1)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            if (answer != null) {
                throw new GuerdonException("wrote line " + number + " after its answer: " + shown(line));
            }
            Json json = json(line, number);
            if (json.find("answer").isPresent()) {
                answer = answer(json.get("answer"), number);
            } else {
                messages.add(message(json, line, number));
            }
        }
        String last = messages.stream()
                .filter(Message::isAssistant)
                .map(Message::text)
                .reduce((first, second) -> second)
                .orElse("");
        if (answer == null && last.isBlank()) {
            throw new GuerdonException("wrote no answer; " + EXPECTED + " in a line of its own");
        }
        return new ProgramOutput(List.copyOf(messages), turns(messages, task), answer == null ? last.strip() : answer);
    }

    private static Json json(String line, int number) {
        Json json;
        try {
            json = JsonCodec.read(line, "line " + number);
        } catch (GuerdonException e) {
            throw new GuerdonException("wrote line " + number + ", which is not JSON: " + shown(line)
                    + "; standard output is for lines of JSON alone, write notes to standard error");
        }
        if (!json.isObject()) {
            throw new GuerdonException("wrote line " + number + ": " + EXPECTED + ", found " + shown(line));
        }
        return json;
    }

    private static String answer(Json value, int number) {
        if (value.isString()) {
            return value.asString();
        }
        if (value.value() == null) {
            throw new GuerdonException(
                    "wrote an answer that is null, in line " + number + "; write an empty text where there is none");
        }
        return JsonCodec.write(value.value());
    }

    private static Message message(Json json, String line, int number) {
        try {
            Message message = MessageJson.message(json);
            if (List.of("assistant", "tool", "user", "system").contains(message.role())) {
                return message;
            }
        } catch (GuerdonException e) {
            throw new GuerdonException(
                    "wrote line " + number + ": " + EXPECTED + ", found " + shown(line) + " (" + e.getMessage() + ")");
        }
        throw new GuerdonException("wrote line " + number + ": " + EXPECTED + ", found " + shown(line));
    }

    private static String shown(String line) {
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }

    private static List<Turn> turns(List<Message> messages, List<Message> task) {
        List<Turn> turns = new ArrayList<>();
        String prompt = task.stream().map(Message::text).collect(Collectors.joining("\n"));
        for (int at = 0; at < messages.size(); at++) {
            Message said = messages.get(at);
            if (!said.isAssistant()) {
                continue;
            }
            List<String> seen = new ArrayList<>();
            for (int next = at + 1;
                    next < messages.size() && !messages.get(next).isAssistant();
                    next++) {
                seen.add(messages.get(next).text());
            }
            String observation = String.join("\n", seen);
            turns.add(turn(turns.size(), prompt, said, observation));
            prompt = observation;
        }
        return turns;
    }

    private static Turn turn(int index, String prompt, Message said, String observation) {
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        String action = said.toolCalls().stream()
                .map(call -> call.name() + "(" + JsonCodec.write(call.arguments()) + ")")
                .collect(Collectors.joining("\n"));
        if (!said.toolCalls().isEmpty()) {
            ToolCall first = said.toolCalls().getFirst();
            info.put(TurnInfo.ACTION_NAME, first.name());
            info.put(TurnInfo.PARAMS, first.arguments());
        }
        return new Turn(
                index, prompt, said.text(), action, observation, 0, "", Duration.ZERO, Duration.ZERO, Usage.NONE, info);
    }
}
