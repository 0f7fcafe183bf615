package dev.guerdon.agent.research;

import dev.guerdon.api.Step;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.api.agent.Usage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Notes what happens in one step of web research. */
final class StepLog {

    private final Turn.Builder turn;
    private final Map<String, @Nullable Object> info = new LinkedHashMap<>();
    private String prompt = "";
    private String error = "";
    private Usage usage = Usage.NONE;
    private ModelReply.Finish finish = ModelReply.Finish.UNKNOWN;

    StepLog(int index, OpenPage page) {
        turn = Turn.builder().index(index);
        info.put(TurnInfo.URL, page.url());
        info.put(
                TurnInfo.PAGE_TEXT,
                page.text().length() > OpenPage.MOST_KEPT ? page.text().substring(0, OpenPage.MOST_KEPT) : page.text());
    }

    void note(String name, Object value) {
        info.put(name, value);
    }

    void scrolledBySelf() {
        info.put(TurnInfo.ACTION_NAME, "auto_scroll");
    }

    void prompted(String text, OpenPage.Shown shown) {
        prompt = text;
        if (shown.cut()) {
            info.put(TurnInfo.PAGE_CUT, shown.text().length());
        }
    }

    ModelReply asked(Supplier<ModelReply> call) {
        long from = System.nanoTime();
        ModelReply answered = call.get();
        turn.modelTime(Duration.ofNanos(System.nanoTime() - from))
                .reply(answered.message().text());
        finish = answered.finish();
        usage = answered.usage();
        return answered;
    }

    /** Returns whether a part of the reply is missing. */
    boolean incomplete() {
        return finish.incomplete();
    }

    void unreadable(String problem) {
        info.put(TurnInfo.PARSE_ERROR, problem);
        error = problem;
    }

    void chose(ResearchAction chosen) {
        info.put(TurnInfo.ACTION_NAME, chosen.kind().word());
        info.put(TurnInfo.PARAMS, Map.of(chosen.kind().parameter(), chosen.value()));
    }

    void blocked(String url) {
        info.put(TurnInfo.BLOCKED, url);
        error = url + " is blocked";
    }

    void fetchFailed(String url, String message, boolean refused) {
        info.put(TurnInfo.TOOL_ERROR, message);
        if (refused) {
            info.put(TurnInfo.BLOCKED, url);
        }
        error = message;
    }

    void fetched(String payload, OpenPage.Shown shown) {
        info.put(
                TurnInfo.PAYLOAD,
                payload.length() > OpenPage.MOST_KEPT ? payload.substring(0, OpenPage.MOST_KEPT) : payload);
        if (shown.cut()) {
            info.put(TurnInfo.PAYLOAD_CUT, shown.text().length());
        }
    }

    Step acted(String browserAction, Supplier<Step> step) {
        long from = System.nanoTime();
        Step after = step.get();
        turn.action(browserAction).actionTime(Duration.ofNanos(System.nanoTime() - from));
        return after;
    }

    /** Figures of this step for the environment's record. */
    Map<String, @Nullable Object> stats() {
        Map<String, @Nullable Object> stats = new LinkedHashMap<>();
        stats.put("input_tokens", usage.inputTokens());
        stats.put("output_tokens", usage.outputTokens());
        stats.put("prompt_chars", prompt.length());
        return stats;
    }

    Turn done(Step after) {
        OpenPage next = OpenPage.of(after);
        if (!next.error().isEmpty()) {
            info.putIfAbsent(TurnInfo.TOOL_ERROR, next.error());
            error = error.isEmpty() ? next.error() : error;
        }
        if (after.end().kind() == Step.End.Kind.LOST) {
            info.put(TurnInfo.ENVIRONMENT_FAULT, true);
        } else if (after.end().kind() == Step.End.Kind.TRUNCATED) {
            info.put(TurnInfo.TRUNCATED_BY, after.end().cause());
        }
        String seen = next.url()
                + (next.text().isEmpty()
                        ? ""
                        : "\n" + OpenPage.shown(next.text(), 2_000).text());
        return turn.prompt(prompt)
                .observation(seen)
                .reward(after.reward())
                .error(error)
                .usage(usage)
                .info(info)
                .build();
    }
}
