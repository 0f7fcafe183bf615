package dev.guerdon.webresearch;

import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.api.ToolOutcome;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Turns what the model wants into actions of the browser, and fetches JSON outside of it. */
final class Doing {

    private static final String GOOGLE = "https://www.google.com/search?q=";
    private static final String OPEN_METEO = "https://archive-api.open-meteo.com/v1/archive";

    /** An action that changes nothing, without BrowserGym's usual second of waiting. */
    private static final String NOTHING = "noop(0)";

    /**
     * What came of an action.
     *
     * @param browserAction what the browser is to do
     * @param pending what the next prompt shows once
     * @param problem what was wrong, for the next prompt
     * @param answer the final answer, if this was one
     */
    record Done(String browserAction, String pending, String problem, Optional<String> answer) {

        static Done browser(String action) {
            return new Done(action, "", "", Optional.empty());
        }

        static Done problem(String problem) {
            return new Done(NOTHING, "", problem, Optional.empty());
        }
    }

    private final ResearchSettings settings;
    private final RolloutScope rollout;
    private final Hints hints;

    Doing(ResearchSettings settings, RolloutScope rollout, Hints hints) {
        this.settings = settings;
        this.rollout = rollout;
        this.hints = hints;
    }

    private String searchUrl() {
        return hints.choose(settings.web().searchUrl(), "search_url", GOOGLE);
    }

    /**
     * The system prompt, with what is known of this web.
     *
     * @param steps how many steps there are
     */
    String instructions(int steps) {
        return settings.sections()
                .text(Map.of(
                        Instructions.WEATHER_API,
                        hints.choose(settings.web().weatherApi(), "weather_api", OPEN_METEO),
                        Instructions.SEARCH_URL,
                        searchUrl(),
                        Instructions.MAX_STEPS,
                        Integer.toString(steps)));
    }

    Done act(ActionParser.Reading reading, StepLog turn) throws Exception {
        if (reading.action().isEmpty()) {
            return Done.problem(reading.problem());
        }
        Action action = reading.action().get();
        turn.chose(action);
        String value = action.value();
        return switch (action.kind()) {
            case SEARCH_GOOGLE -> open(searchUrl() + URLEncoder.encode(value, StandardCharsets.UTF_8), turn);
            case NAVIGATE_TO_URL -> open(value, turn);
            case FETCH_JSON -> fetch(value, turn);
            case SCROLL_PAGE ->
                Done.browser("scroll(0, "
                        + (value.equals("up")
                                ? -settings.scrolling().pixels()
                                : settings.scrolling().pixels()) + ")");
            case CLICK_LINK -> Done.browser("click(" + Action.quoted(value) + ")");
            case SUBMIT_ANSWER ->
                new Done("send_msg_to_user(" + Action.quoted(value) + ")", "", "", Optional.of(value));
        };
    }

    private Done open(String url, StepLog turn) {
        Optional<String> blocked = blocked(url);
        if (blocked.isPresent()) {
            turn.blocked(url);
            return Done.problem(blocked.get());
        }
        return Done.browser("goto(" + Action.quoted(url) + ")");
    }

    private Optional<String> blocked(String url) {
        String host;
        try {
            host = Optional.ofNullable(URI.create(url.strip()).getHost()).orElse("");
        } catch (IllegalArgumentException e) {
            return Optional.of("'" + url + "' is not an address; write it as https://example.org/page");
        }
        String lower = host.toLowerCase(Locale.ROOT);
        return settings.web().blockedDomains().stream()
                .filter(domain -> lower.equals(domain) || lower.endsWith("." + domain))
                .findFirst()
                .map(domain -> domain + " is blocked for this research; use another source");
    }

    private Done fetch(String url, StepLog turn) throws Exception {
        if (!settings.has(Section.FETCH_JSON)) {
            return Done.problem("there is no action 'fetch_json'; open the address in the browser instead");
        }
        Optional<String> blocked = blocked(url);
        if (blocked.isPresent()) {
            turn.blocked(url);
            return Done.problem(blocked.get());
        }
        ToolOutcome outcome = rollout.registry().tool("fetch_json").call(Map.of("url", url), rollout.context());
        if (outcome.info().get("error") instanceof String error) {
            turn.fetchFailed(url, error, outcome.info().containsKey("blocked"));
            return new Done(NOTHING, "fetch_json error for " + url + ": " + error, "", Optional.empty());
        }
        Page.Shown shown = Page.shown(outcome.text(), settings.payloadLimit());
        turn.fetched(outcome.text(), shown);
        String cut = shown.cut()
                ? "\n[The result is cut here: " + shown.text().length() + " of " + shown.whole()
                        + " characters are shown.]"
                : "";
        return new Done(NOTHING, "fetch_json result for " + url + ":\n" + shown.text() + cut, "", Optional.empty());
    }
}
