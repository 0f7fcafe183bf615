package dev.guerdon.agent;

import dev.guerdon.agent.WebPage.Shown;
import dev.guerdon.api.Step;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Notes what happens in one step of web research. */
final class WebTurn {

    private final int index;
    private final Map<String, @Nullable Object> info = new LinkedHashMap<>();
    private String prompt = "";
    private String reply = "";
    private String action = "";
    private String error = "";
    private Usage usage = Usage.NONE;
    private Duration thinking = Duration.ZERO;
    private Duration acting = Duration.ZERO;

    WebTurn(int index, WebPage page) {
        this.index = index;
        info.put(TurnInfo.URL, page.url());
        info.put(
                TurnInfo.PAGE_TEXT,
                page.text().length() > WebPage.MOST_KEPT ? page.text().substring(0, WebPage.MOST_KEPT) : page.text());
    }

    void note(String name, Object value) {
        info.put(name, value);
    }

    void scrolledBySelf() {
        info.put(TurnInfo.ACTION_NAME, "auto_scroll");
    }

    void prompted(String text, Shown shown) {
        prompt = text;
        if (shown.cut()) {
            info.put(TurnInfo.PAGE_CUT, shown.text().length());
        }
    }

    ModelReply asked(Supplier<ModelReply> call) {
        long from = System.nanoTime();
        ModelReply answered = call.get();
        thinking = Duration.ofNanos(System.nanoTime() - from);
        reply = answered.message().text();
        usage = answered.usage();
        return answered;
    }

    void unreadable(String problem) {
        info.put(TurnInfo.PARSE_ERROR, problem);
        error = problem;
    }

    void chose(WebAction chosen) {
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

    void fetched(String payload, Shown shown) {
        info.put(
                TurnInfo.PAYLOAD,
                payload.length() > WebPage.MOST_KEPT ? payload.substring(0, WebPage.MOST_KEPT) : payload);
        if (shown.cut()) {
            info.put(TurnInfo.PAYLOAD_CUT, shown.text().length());
        }
    }

    Step acted(String browserAction, Supplier<Step> step) {
        action = browserAction;
        long from = System.nanoTime();
        Step after = step.get();
        acting = Duration.ofNanos(System.nanoTime() - from);
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
        WebPage next = WebPage.of(after);
        if (!next.error().isEmpty()) {
            info.putIfAbsent(TurnInfo.TOOL_ERROR, next.error());
            error = error.isEmpty() ? next.error() : error;
        }
        String seen = next.url()
                + (next.text().isEmpty()
                        ? ""
                        : "\n" + WebPage.shown(next.text(), 2_000).text());
        return new Turn(index, prompt, reply, action, seen, after.reward(), error, thinking, acting, usage, info);
    }
}
