package dev.guerdon.agent.research;

import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.agent.RolloutScope;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Turns what the model wants into actions of the browser, and fetches JSON outside of it. */
final class ResearchActionExecutor {

    private static final String GOOGLE = "https://www.google.com/search?q=";
    private static final String OPEN_METEO = "https://archive-api.open-meteo.com/v1/archive";

    /** An action that changes nothing, without BrowserGym's usual second of waiting. */
    private static final String NOTHING = "noop(0)";

    /**
     * Outcome of an action.
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

    ResearchActionExecutor(ResearchSettings settings, RolloutScope rollout, Hints hints) {
        this.settings = settings;
        this.rollout = rollout;
        this.hints = hints;
    }

    private String searchUrl() {
        return hints.choose(settings.web().searchUrl(), "search_url", GOOGLE);
    }

    /**
     * Returns the system prompt, with what is known of this web.
     *
     * @param steps how many steps there are
     */
    String instructions(int steps) {
        return settings.sections()
                .text(Map.of(
                        ResearchInstructions.WEATHER_API,
                        hints.choose(settings.web().weatherApi(), "weather_api", OPEN_METEO),
                        ResearchInstructions.SEARCH_URL,
                        searchUrl(),
                        ResearchInstructions.MAX_STEPS,
                        Integer.toString(steps)));
    }

    Done act(ActionParser.Reading reading, StepLog turn) throws Exception {
        if (reading.action().isEmpty()) {
            return Done.problem(reading.problem());
        }
        ResearchAction action = reading.action().get();
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
            case CLICK_LINK -> Done.browser("click(" + ResearchAction.quoted(value) + ")");
            case SUBMIT_ANSWER ->
                new Done("send_msg_to_user(" + ResearchAction.quoted(value) + ")", "", "", Optional.of(value));
        };
    }

    private Done open(String url, StepLog turn) {
        Optional<String> blocked = blocked(url);
        if (blocked.isPresent()) {
            turn.blocked(url);
            return Done.problem(blocked.get());
        }
        return Done.browser("goto(" + ResearchAction.quoted(url) + ")");
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
        if (!settings.has(ResearchInstructions.Section.FETCH_JSON)) {
            return Done.problem("there is no action 'fetch_json'; open the address in the browser instead");
        }
        Optional<String> blocked = blocked(url);
        if (blocked.isPresent()) {
            turn.blocked(url);
            return Done.problem(blocked.get());
        }
        ToolOutcome outcome = rollout.tool("fetch_json").call(Map.of("url", url), rollout.context());
        if (outcome.info().get("error") instanceof String error) {
            turn.fetchFailed(url, error, outcome.info().containsKey("blocked"));
            return new Done(NOTHING, "fetch_json error for " + url + ": " + error, "", Optional.empty());
        }
        OpenPage.Shown shown = OpenPage.shown(outcome.text(), settings.payloadLimit());
        turn.fetched(outcome.text(), shown);
        String cut = shown.cut()
                ? "\n[The result is cut here: " + shown.text().length() + " of " + shown.whole()
                        + " characters are shown.]"
                : "";
        return new Done(NOTHING, "fetch_json result for " + url + ":\n" + shown.text() + cut, "", Optional.empty());
    }

    /**
     * Hints of the live environment about its web, such as where its search engine is.
     *
     * @param info the task's own information, from the reset
     */
    record Hints(Json info) {

        static Hints of(Step reset) {
            Json info = new Json(reset.info());
            Json seen = new Json(reset.observation().attributes());
            return new Hints(info.find("task_info")
                    .or(() -> seen.find("task_info"))
                    .filter(Json::isObject)
                    .orElse(info));
        }

        Optional<String> text(String name) {
            return info.find(name).filter(Json::isString).map(Json::asString).filter(text -> !text.isBlank());
        }

        /** Returns a setting if it is given, else the environment's hint, else what is usual. */
        String choose(String setting, String hint, String usual) {
            return setting.isEmpty() ? text(hint).orElse(usual) : setting;
        }
    }
}
