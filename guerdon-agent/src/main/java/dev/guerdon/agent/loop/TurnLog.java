package dev.guerdon.agent.loop;

import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.base.JsonCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Notes what happens in one turn of a {@link ToolLoop}. */
final class TurnLog {

    private static final int LONGEST_INFO = 2_000;

    /** Makes a tool call. */
    @FunctionalInterface
    interface Call {
        ToolAnswer make() throws InterruptedException;
    }

    private final int index;
    private final String prompt;
    private final long began = System.nanoTime();
    private final List<String> actions = new ArrayList<>();
    private final List<String> observations = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final Map<String, @Nullable Object> info = new LinkedHashMap<>();
    private String reply = "";
    private Usage usage = Usage.NONE;
    private Duration thinking = Duration.ZERO;
    private Duration acting = Duration.ZERO;
    private double reward;
    private boolean done;
    private boolean cut;
    private String lost = "";
    private @Nullable String answer;

    TurnLog(int index, String prompt) {
        this.index = index;
        this.prompt = prompt;
    }

    /** Notes the model's answer, whose time is that since this log was made. */
    Message asked(ModelReply answer) {
        thinking = ToolLoop.since(began);
        reply = written(answer.message());
        usage = answer.usage();
        return answer.message();
    }

    void unreadable(String problem) {
        errors.add(problem);
        observations.add(problem);
        info.put(TurnInfo.PARSE_ERROR, problem);
    }

    /** Makes a call and notes what came of it. The first call of a turn is the one that diagnosis sees by name. */
    ToolAnswer timed(ToolCall call, Call made) throws InterruptedException {
        info.putIfAbsent(TurnInfo.ACTION_NAME, call.name());
        info.putIfAbsent(TurnInfo.PARAMS, call.arguments());
        actions.add(shown(call));
        long from = System.nanoTime();
        ToolAnswer answer = made.make();
        acting = acting.plus(ToolLoop.since(from));
        observations.add(answer.outcome().text());
        reward += answer.outcome().reward();
        done |= answer.outcome().done();
        cut |= answer.outcome().info().containsKey(ToolOutcome.TRUNCATED_BY);
        if (answer.outcome().info().get(ToolOutcome.FINAL_RESPONSE) instanceof String given) {
            this.answer = given;
        }
        if (Boolean.TRUE.equals(answer.outcome().info().get(ToolOutcome.ENVIRONMENT_FAULT))) {
            lost = call.name() + " answered: " + answer.outcome().text();
        }
        answer.outcome().info().forEach(this::note);
        if (!answer.error().isEmpty()) {
            errors.add(answer.error());
            info.putIfAbsent(TurnInfo.TOOL_ERROR, answer.error());
        }
        return answer;
    }

    /** Keeps single values only: environments also tell long lists, such as all that could be done, for every turn. */
    private void note(String key, @Nullable Object value) {
        boolean single = value instanceof Number || value instanceof Boolean || value instanceof String;
        if (single || TurnInfo.KEYS.contains(key)) {
            info.putIfAbsent(key, value instanceof String text ? cut(key, text) : value);
        }
    }

    private static String cut(String key, String text) {
        return text.length() <= LONGEST_INFO || TurnInfo.KEYS.contains(key) ? text : text.substring(0, LONGEST_INFO);
    }

    boolean done() {
        return done;
    }

    /** Whether the environment cut the episode at a limit of its own. */
    boolean cut() {
        return cut;
    }

    /** The answer that the model gave through a tool; null where it gave none. */
    @Nullable
    String answer() {
        return answer;
    }

    /** What the environment said when it was lost; empty where it was not. */
    String lost() {
        return lost;
    }

    Turn turn() {
        return new Turn(
                index,
                prompt,
                reply,
                String.join("\n", actions),
                String.join("\n", observations),
                reward,
                String.join("\n", errors),
                thinking,
                acting,
                usage,
                info);
    }

    private static String written(Message message) {
        List<String> parts = new ArrayList<>();
        if (!message.text().isEmpty()) {
            parts.add(message.text());
        }
        message.toolCalls().forEach(call -> parts.add(shown(call)));
        return String.join("\n", parts);
    }

    private static String shown(ToolCall call) {
        return call.name() + "("
                + (call.arguments().isEmpty() && !call.argumentsText().isBlank()
                        ? call.argumentsText()
                        : JsonCodec.write(call.arguments()))
                + ")";
    }
}
