package dev.guerdon.webshop;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.cpython.Strings;
import dev.guerdon.webshop.catalogue.WebshopException;
import dev.guerdon.webshop.goal.Goal;
import dev.guerdon.webshop.goal.RewardBreakdown;
import dev.guerdon.webshop.shop.Page;
import dev.guerdon.webshop.shop.PageLine;
import dev.guerdon.webshop.shop.PageView;
import dev.guerdon.webshop.shop.Session;
import dev.guerdon.webshop.shop.Shop;
import dev.guerdon.webshop.shop.TextAction;
import dev.guerdon.webshop.site.ReferenceHtml;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One shopper of WebShop's text environment. */
@Experimental
public final class WebshopEnvironment implements Environment {

    /** How many named sessions keep their goal; beyond that the oldest are forgotten. */
    private static final int MAX_KNOWN = 10_000;

    private final Shop shop;
    private final WebshopSettings settings;
    private final Map<String, Goal> known = new LinkedHashMap<>();
    private final Deque<String> observations = new ArrayDeque<>();
    private final Deque<String> actions = new ArrayDeque<>();
    private @Nullable PythonRandom random;
    private @Nullable Session session;
    private @Nullable Step last;
    private boolean closed;

    WebshopEnvironment(Shop shop, WebshopSettings settings) {
        this.shop = shop;
        this.settings = settings;
    }

    /** A shopper who sees plain text. */
    @Internal
    public static WebshopEnvironment of(Shop shop) {
        return new WebshopEnvironment(shop, WebshopSettings.standard());
    }

    /** Begins at the goal of the field {@code session} or {@code task_id}: a number names a goal, a word or nothing draws one. */
    @Override
    public Step reset(Task task, long seed) {
        Optional<Json> named = task.field("session").or(() -> task.field("task_id"));
        String id =
                settings.sessionPrefix() + named.map(WebshopEnvironment::shown).orElseGet(() -> random().letters(10));
        Goal goal = known.get(id);
        if (goal == null) {
            Optional<Integer> number = named.flatMap(WebshopEnvironment::number);
            goal = shop.goals()
                    .goal(number.isPresent() ? number.get() : shop.goals().draw(random()));
            remember(id, goal);
        }
        Session fresh = new Session(shop, id, goal, settings.attributesTab(), random());
        session = fresh;
        observations.clear();
        actions.clear();
        String shown = observe(fresh);
        remember(observations, shown, settings.previousObservations() + 1);
        return answer(fresh, shown, 0, false, "");
    }

    private void remember(String id, Goal goal) {
        known.put(id, goal);
        if (known.size() > MAX_KNOWN) {
            Iterator<String> oldest = known.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    private static String shown(Json value) {
        return value.isString() ? value.asString() : String.valueOf(value.value());
    }

    private static Optional<Integer> number(Json value) {
        if (value.isNumber()) {
            return Optional.of(value.asInt());
        }
        String text = shown(value);
        return text.matches("-?[0-9]{1,9}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    /** The reference's environment begins a random session when it is made; its draws are made here, on first need. */
    private PythonRandom random() {
        PythonRandom own = random;
        if (own == null) {
            own = shop.random();
            own.letters(10);
            shop.goals().draw(own);
            random = own;
        }
        return own;
    }

    @Override
    public Step step(String action) {
        Session current = session();
        Step before = last;
        if (before != null && !settings.goesOnAfterPurchase()) {
            Optional<Step> refusal = before.refusal(action, longestAction());
            if (refusal.isPresent()) {
                last = refusal.get();
                return last;
            }
        }
        remember(actions, action, settings.previousActions());
        boolean wasBought = current.page() instanceof Page.Done;
        Optional<TextAction> parsed = TextAction.parse(action).filter(current::accepts);
        double reward = 0;
        String error = parsed.isEmpty() ? "nothing happened: this page has no such action" : "";
        try {
            reward = parsed.map(current::act).orElse(0.0);
        } catch (WebshopException e) {
            error = String.valueOf(e.getMessage());
        }
        boolean bought = !wasBought && current.page() instanceof Page.Done;
        String now = observe(current);
        Step step = answer(current, withHistory(now), reward, bought, error);
        remember(observations, now, settings.previousObservations() + 1);
        return step;
    }

    private String withHistory(String now) {
        int depth = Math.max(settings.previousObservations(), settings.previousActions());
        if (depth == 0) {
            return now;
        }
        List<String> parts = new ArrayList<>(List.of(now));
        List<String> earlier = List.copyOf(observations);
        List<String> done = List.copyOf(actions);
        for (int i = 1; i <= depth; i++) {
            if (i <= Math.min(settings.previousActions(), done.size())) {
                parts.add(done.get(done.size() - i));
            }
            if (i <= Math.min(settings.previousObservations(), earlier.size())) {
                parts.add(earlier.get(earlier.size() - i));
            }
        }
        return String.join(PageView.SEPARATOR, parts.reversed());
    }

    /** The current page once more, without acting. */
    Step look() {
        Session current = session();
        return answer(current, observe(current), 0, false, "");
    }

    private static void remember(Deque<String> queue, String text, int limit) {
        queue.addLast(text);
        while (queue.size() > limit) {
            queue.removeFirst();
        }
    }

    private String observe(Session current) {
        return switch (settings.mode()) {
            case TEXT -> current.shown().plainText();
            case TEXT_RICH ->
                current.shown().richText(option -> current.url().contains("\"" + option + "\""), current::visited);
            case HTML -> ReferenceHtml.of(current, settings.attributesTab());
            case URL -> current.url();
        };
    }

    private Step answer(Session current, String text, double reward, boolean done, String error) {
        Map<String, @Nullable Object> attributes = new LinkedHashMap<>();
        Map<String, @Nullable Object> available = new LinkedHashMap<>();
        available.put("has_search_bar", current.shown().searchBar());
        available.put("clickables", current.shown().clickables());
        attributes.put("available_actions", available);
        attributes.put("url", current.url());
        RewardBreakdown breakdown = current.breakdown();
        if (done && breakdown != null) {
            attributes.put("reward_breakdown", breakdown.extras());
        }
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        info.put("session", current.id());
        info.put("instruction", current.goal().instruction());
        info.put("actions", new HashMap<>(current.counters()));
        if (!error.isEmpty()) {
            info.put("error", error);
        }
        Step step = new Step(new Observation(text, attributes), reward, done, info);
        last = step;
        return step;
    }

    /** Clicks by name; on the start page the instruction itself as a search. */
    @Override
    public List<String> actions() {
        Session current = session;
        if (current == null) {
            return List.of();
        }
        List<String> possible = new ArrayList<>();
        if (current.shown().searchBar()) {
            possible.add("search[" + RulePolicy.searchText(current.goal().instruction()) + "]");
        }
        for (String clickable : current.shown().clickables()) {
            if (!clickable.equals("search") && !clickable.isEmpty()) {
                possible.add("click[" + clickable + "]");
            }
        }
        return possible;
    }

    /** The page line by line, with what can be done numbered below it. */
    @Override
    public String readable(Step step) {
        Session current = session;
        if (current == null) {
            return step.observation().text();
        }
        StringBuilder text = new StringBuilder();
        for (PageLine line : current.shown().lines()) {
            if (line.kind() == PageLine.Kind.BUTTON
                    || Strings.strip(line.text()).isEmpty()) {
                continue;
            }
            boolean chosen = current.page() instanceof Page.Item item
                    && line.kind() == PageLine.Kind.OPTION
                    && item.options().containsValue(line.text());
            text.append(line.kind() == PageLine.Kind.OPTION ? (chosen ? "  (x) " : "  ( ) ") : "")
                    .append(Strings.strip(line.text()))
                    .append('\n');
        }
        List<String> possible = actions();
        for (int i = 0; i < possible.size(); i++) {
            text.append(i == 0 ? "\n" : "")
                    .append("  :")
                    .append(i + 1)
                    .append("  ")
                    .append(possible.get(i))
                    .append('\n');
        }
        Object error = step.info().get("error");
        return text.append(error == null ? "" : error + "\n").toString();
    }

    @Override
    public String describeState() {
        Session current = session;
        if (current == null) {
            return "no session";
        }
        Goal goal = current.goal();
        return "session " + current.id() + " at " + current.url() + "\ngoal: " + goal.asin() + " " + goal.name()
                + "\nattributes: " + goal.attributes() + "\noptions: " + goal.optionsValue() + "\nprice up to: "
                + goal.priceUpper();
    }

    private Session session() {
        Session current = session;
        if (current == null) {
            throw new WebshopException("the environment has no session yet; reset it with a task first");
        }
        return current;
    }

    /** Forgets all sessions and starts the random draws again. */
    @Override
    public void reset() {
        known.clear();
        random = null;
        session = null;
        last = null;
    }

    @Override
    public Status status() {
        return closed ? Status.CLOSED : Status.READY;
    }

    @Override
    public void close() {
        closed = true;
        reset();
    }
}
