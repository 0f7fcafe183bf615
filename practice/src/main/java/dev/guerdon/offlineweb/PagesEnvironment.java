package dev.guerdon.offlineweb;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.ActionSet;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.PageAction.Call;
import dev.guerdon.offlineweb.policy.PageText;
import dev.guerdon.offlineweb.sites.OfflineSite;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The offline web as text: opens addresses, follows links, takes an answer. */
final class PagesEnvironment implements Environment {

    private static final int LONGEST = 262_144;
    private static final ActionSet ACTIONS = ActionSet.standard();

    private final OfflineWeb web;
    private final List<String> visited = new ArrayList<>();
    private @Nullable QuestionTask task;
    private @Nullable Step last;
    private PageText page = PageText.ofPlain("");

    PagesEnvironment(OfflineWeb web) {
        this.web = web;
    }

    @Override
    public Step reset(Task asked, long seed) {
        String id = asked.field("task_id").map(Json::asString).orElse(asked.id());
        QuestionTask next = QuestionTask.of(id, web);
        task = next;
        visited.clear();
        go(next.start());
        Step first = step("", 0, false);
        last = first;
        return first;
    }

    @Override
    public Step step(String action) {
        Step before = last;
        if (before == null) {
            throw new GuerdonException("the environment has no episode; call reset before step");
        }
        Optional<Step> refusal = before.refusal(action, LONGEST);
        Step next = refusal.isPresent() ? refusal.get() : act(action);
        last = next;
        return next;
    }

    @Override
    public int longestAction() {
        return LONGEST;
    }

    private Step act(String action) {
        try {
            String error = "";
            for (Call call : ACTIONS.parse(action)) {
                Map<String, @Nullable Object> arguments = call.arguments();
                switch (call.name()) {
                    case "send_msg_to_user" -> {
                        String answer = text(arguments.get("text"));
                        return step("", Objects.requireNonNull(task).reward(answer), true);
                    }
                    case "goto" -> error = go(text(arguments.get("url")));
                    case "click" -> error = click(text(arguments.get("bid")));
                    case "go_back" -> back();
                    // Without scripts nothing happens on a page that stands still.
                    case "noop", "scroll", "hover", "focus" -> {}
                    default -> error = "ValueError: the environment pages has no action '" + call.name() + "'";
                }
                if (!error.isEmpty()) {
                    break;
                }
            }
            return step(error, 0, false);
        } catch (ActionException e) {
            return step(e.lastActionError(), 0, false);
        }
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : String.valueOf(value);
    }

    /** Opens an address; what went wrong, in a browser's words, empty where nothing did. */
    private String go(String address) {
        Optional<OfflineSite.Reply> reply;
        try {
            reply = web.open(URI.create(address.strip()));
        } catch (IllegalArgumentException e) {
            reply = Optional.empty();
        }
        if (reply.isEmpty()) {
            return "Error: Page.goto: net::ERR_NAME_NOT_RESOLVED at " + address;
        }
        if (reply.get().delay().toMillis() > QuestionTask.NAVIGATION_MILLIS) {
            return "TimeoutError: Page.goto: Timeout " + QuestionTask.NAVIGATION_MILLIS
                    + "ms exceeded.\nCall log:\n  - navigating to \"" + address + "\", waiting until \"load\"";
        }
        visited.add(address.strip());
        page = reply.get().contentType().startsWith("text/html")
                ? PageText.ofHtml(reply.get().body())
                : PageText.ofPlain(reply.get().body());
        return "";
    }

    private String click(String bid) {
        String target = page.links().get(bid);
        if (target != null) {
            return go(URI.create(visited.getLast()).resolve(target).toString());
        }
        return page.tree().contains("[" + bid + "] ")
                ? ""
                : "ValueError: Could not find element with bid \"" + bid + "\"";
    }

    private void back() {
        if (visited.size() > 1) {
            visited.removeLast();
            go(visited.removeLast());
        }
    }

    private Step step(String error, double reward, boolean done) {
        QuestionTask current = Objects.requireNonNull(task);
        Map<String, @Nullable Object> seen = new LinkedHashMap<>();
        seen.put("goal", current.question().text());
        seen.put("url", visited.isEmpty() ? "" : visited.getLast());
        seen.put("axtree_txt", page.tree());
        seen.put("last_action_error", error);
        seen.put("task_info", current.hints());
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        info.put("task_info", current.hints());
        if (!error.isEmpty()) {
            info.put(Step.ERROR, error);
        }
        return new Step(new Step.Observation(page.tree(), seen), reward, done, info);
    }

    @Override
    public void close() {
        last = null;
    }
}
