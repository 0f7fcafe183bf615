package dev.guerdon.browser.network;

import dev.guerdon.api.Context;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Tool;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.browser.network.SafeFetch.FetchException;
import dev.guerdon.browser.network.SafeFetch.FetchException.Kind;
import dev.guerdon.browser.network.SafeFetch.Fetched;
import dev.guerdon.browser.network.TrafficTape.Answer;
import dev.guerdon.core.base.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tools with which a model reads the web without a browser. */
@Internal
public final class FetchTools {

    private static final String JSON = "application/json";

    /** First word of a fetch in recorded traffic. */
    private static final String FETCHED = "fetched";

    private static final String FAILED = "failed";

    private final Supplier<WebRules> rules;

    /**
     * @param rules the rules of the web, asked for at each request
     */
    public FetchTools(Supplier<WebRules> rules) {
        this.rules = rules;
    }

    @Tool(
            value = "fetch_json",
            description = "Get JSON from an address by HTTP, without the browser.",
            work = Work.WAIT)
    ToolOutcome fetchJson(
            Context context, @Tool.Description("an http or https address that answers with JSON") String url) {
        Optional<TrafficTape> tape = TrafficMode.current();
        return tape.isPresent()
                ? fetchJson(() -> taped(tape.get(), context.rolloutId(), url))
                : fetchJson(SafeFetch.within(rules.get()), url);
    }

    /** Fetches while traffic is recorded or replayed; what failed when it was recorded fails again, with the same words. */
    private Fetched taped(TrafficTape tape, String rollout, String url) {
        TrafficTape.Ask ask = TrafficTape.Ask.fetch(rollout, url);
        if (tape.replays()) {
            return replayed(tape.find(ask).orElseThrow(() -> new FetchException(Kind.NETWORK, tape.miss(ask))));
        }
        long begin = System.nanoTime();
        try {
            Fetched fetched = SafeFetch.within(rules.get()).get(url, JSON);
            List<String> head =
                    List.of(FETCHED, fetched.url(), String.valueOf(fetched.status()), fetched.contentType());
            tape.keep(ask, answer(head, fetched.body(), begin));
            return fetched;
        } catch (FetchException e) {
            tape.keep(ask, answer(List.of(FAILED, e.kind().name()), String.valueOf(e.getMessage()), begin));
            throw e;
        }
    }

    private static Answer answer(List<String> head, String body, long begin) {
        return new Answer(head, body.getBytes(StandardCharsets.UTF_8), (System.nanoTime() - begin) / 1_000_000, true);
    }

    private static Fetched replayed(Answer answer) {
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        List<String> head = answer.head();
        if (head.size() == 4 && head.getFirst().equals(FETCHED)) {
            return new Fetched(head.get(1), Integer.parseInt(head.get(2)), head.get(3), text);
        }
        throw new FetchException(head.size() == 2 ? Kind.valueOf(head.get(1)) : Kind.ANSWER, text);
    }

    static ToolOutcome fetchJson(SafeFetch fetch, String url) {
        return fetchJson(() -> fetch.get(url, JSON));
    }

    /** Returns the JSON as it was sent, or the error in words; {@code info} has {@code error} and, for refused addresses, {@code blocked}. */
    private static ToolOutcome fetchJson(Supplier<Fetched> fetch) {
        try {
            Fetched fetched = fetch.get();
            if (fetched.status() / 100 != 2) {
                return failed("HTTP status " + fetched.status() + ": " + beginning(fetched.body()), false);
            }
            JsonCodec.read(fetched.body(), fetched.url());
            Map<String, @Nullable Object> info = new LinkedHashMap<>();
            info.put("url", fetched.url());
            info.put("status", fetched.status());
            return new ToolOutcome(fetched.body(), 0, false, info);
        } catch (FetchException e) {
            return failed(String.valueOf(e.getMessage()), e.kind() == Kind.BLOCKED);
        } catch (GuerdonException e) {
            return failed("the answer is not JSON; open the address in the browser instead", false);
        }
    }

    private static ToolOutcome failed(String message, boolean blocked) {
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        info.put("error", message);
        if (blocked) {
            info.put("blocked", true);
        }
        return new ToolOutcome("Error: " + message, 0, false, info);
    }

    private static String beginning(String body) {
        String line = body.strip().replaceAll("\\s+", " ");
        return line.length() > 200 ? line.substring(0, 200) + "..." : line;
    }
}
