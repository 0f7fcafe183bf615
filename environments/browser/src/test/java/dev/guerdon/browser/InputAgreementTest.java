package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.spi.PageAction.CustomAction;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clicks and keys on fields, options, labels, wrapped links and frames, beside what BrowserGym 0.14.3 with Playwright 1.65 did on the
 * same pages: which events came, where the mouse was, who has the focus, what the fields hold.
 */
class InputAgreementTest {

    private static final int AT_ONCE = 4;

    private static final String STATE = """
            () => {
              const values = {};
              for (const field of document.querySelectorAll('input,select,textarea')) {
                values[field.id] = ['checkbox', 'radio'].includes(field.type) ? field.checked : field.value;
              }
              const frame = document.querySelector('iframe');
              const inside = frame ? frame.contentDocument : null;
              const bids = {};
              for (const root of inside ? [inside, document] : [document]) {
                for (const element of root.querySelectorAll('[id]')) bids[element.id] = element.getAttribute('bid');
              }
              const details = document.querySelector('details');
              const named = (element) => element.id || element.tagName;
              const state = { active: named(document.activeElement), inner: inside ? named(inside.activeElement) : '', values,
                open: details ? details.open : null, events: window.events, hash: location.hash, sc: Math.round(scrollY) };
              window.events = [];
              return JSON.stringify({ state, bids });
            }""";

    @Test
    @Tag("slow")
    void clicksAndKeysDoWhatTheyDoInBrowserGym() throws Exception {
        Chromium.require();
        List<String> differences = Collections.synchronizedList(new ArrayList<>());
        try (PageServer server = new PageServer();
                ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Callable<Void>> plays = new ArrayList<>();
            for (Json page : Vectors.lines("input_actions.jsonl.gz")) {
                String name = page.get("page").asString();
                server.page("input-" + name, page.get("html").asString());
                plays.add(() -> {
                    play(server.url("input-" + name), page, differences);
                    return null;
                });
            }
            for (Future<Void> played : threads.invokeAll(plays)) {
                played.get();
            }
        }
        assertThat(differences).isEmpty();
    }

    private static void play(String url, Json page, List<String> differences) {
        AtomicReference<String> seen = new AtomicReference<>("");
        CustomAction look = CustomAction.of(
                "look()",
                "Looks at the page.",
                (browser, arguments) -> seen.set(String.valueOf(browser.page().evaluate(STATE))));
        BrowserSettings settings =
                BrowserSettings.standard().withActions(ActionSet.of(List.of("custom", "bid"), List.of(look)));
        try (BrowserEnvironment browser = new BrowserEnvironment(task -> new OpenEndedTask(url, ""), settings)) {
            browser.reset(Task.of("t", "", Map.of()));
            for (Json step : page.get("steps").asList()) {
                browser.step("look()");
                Json bids = JsonCodec.read(Objects.requireNonNull(seen.get()), "the page")
                        .get("bids");
                List<String> action = List.of(step.get("action").asString().split(" ", -1));
                String bid = bids.find(action.get(1))
                        .filter(found -> !found.isNull())
                        .map(Json::asString)
                        .orElse("none");
                String key = action.size() > 2 ? ", '" + action.get(2) + "'" : "";
                Step after = browser.step(action.getFirst() + "('" + bid + "'" + key + ")");
                browser.step("look()");
                String context =
                        page.get("page").asString() + " " + step.get("action").asString();
                compare(
                        context,
                        step.get("state"),
                        JsonCodec.read(Objects.requireNonNull(seen.get()), "the page")
                                .get("state"),
                        differences);
                String error = String.valueOf(after.observation().attributes().get("last_action_error"));
                String wanted = step.get("error").asString();
                if (!error.lines().findFirst().orElse("").equals(wanted)) {
                    differences.add(context + ": error '" + error + "', in BrowserGym '" + wanted + "'");
                }
                Object focused = after.observation().attributes().get("focused_element_bid");
                if (!step.get("focused").asString().equals(focused)) {
                    differences.add(context + ": focus " + focused + ", in BrowserGym " + step.get("focused"));
                }
            }
        }
    }

    private static void compare(String context, Json wanted, Json found, List<String> differences) {
        String there = JsonCodec.write(wanted.value());
        String here = JsonCodec.write(found.value());
        if (!there.equals(here)) {
            differences.add(context + ":\n  here          " + here + "\n  in BrowserGym " + there);
        }
    }
}
