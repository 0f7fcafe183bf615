package dev.guerdon.browser.fetch;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Tool;
import dev.guerdon.api.Tool.Description;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.browser.fetch.FetchException.Kind;
import dev.guerdon.browser.fetch.SafeFetch.Fetched;
import dev.guerdon.browser.traffic.Tape;
import dev.guerdon.browser.traffic.Traffic;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tools with which a model reads the web without a browser. */
@Internal
public final class FetchTools {

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
    ToolOutcome fetchJson(Context context, @Description("an http or https address that answers with JSON") String url) {
        Optional<Tape> tape = Traffic.current();
        return tape.isPresent()
                ? fetchJson(new TapedFetch(tape.get(), context.rolloutId(), rules), url)
                : fetchJson(SafeFetch.within(rules.get())::get, url);
    }

    static ToolOutcome fetchJson(SafeFetch fetch, String url) {
        return fetchJson(fetch::get, url);
    }

    /** Gets an address. */
    @FunctionalInterface
    interface Fetch {
        Fetched get(String url, String accept);
    }

    /** The JSON as it was sent, or the error in words; {@code info} has {@code error} and, for refused addresses, {@code blocked}. */
    private static ToolOutcome fetchJson(Fetch fetch, String url) {
        try {
            Fetched fetched = fetch.get(url, "application/json");
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
        } catch (dev.guerdon.api.GuerdonException e) {
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
