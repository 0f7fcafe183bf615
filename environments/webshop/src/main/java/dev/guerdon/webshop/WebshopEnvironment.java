package dev.guerdon.webshop;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.PageView.PageLine;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One shopper of WebShop's text environment. */
@Experimental
public final class WebshopEnvironment implements Environment {

    private final ShopWorld shop;
    private final WebshopSettings settings;
    private final GoalChoice choice;
    private final Deque<String> observations = new ArrayDeque<>(0);
    private final Deque<String> actions = new ArrayDeque<>(0);
    private @Nullable ShopSession session;
    private boolean over;
    private boolean closed;

    WebshopEnvironment(ShopWorld shop, WebshopSettings settings) {
        this.shop = shop;
        this.settings = settings;
        this.choice = settings.compat()
                ? new GoalChoice.Reference(shop, settings.sessionPrefix())
                : new GoalChoice.Seeded(shop);
    }

    /** Returns a shopper who sees plain text. */
    @Internal
    public static WebshopEnvironment of(ShopWorld shop) {
        return new WebshopEnvironment(shop, WebshopSettings.standard());
    }

    /**
     * Begins at the goal of the field {@code session} or {@code task_id}: a number names a goal, a word draws one by the word and the
     * seed, and where there is neither, the seed draws it.
     */
    @Override
    public Step reset(Task task, long seed) {
        GoalChoice.Beginning beginning = choice.begin(task, seed);
        ShopSession fresh = new ShopSession(
                shop,
                settings.sessionPrefix() + beginning.id(),
                beginning.goal(),
                settings.attributesTab(),
                beginning.random());
        session = fresh;
        over = false;
        observations.clear();
        actions.clear();
        String shown = observe(fresh);
        remember(observations, shown, settings.previousObservations());
        return answer(fresh, shown, 0, false, "");
    }

    /** Begins with the task's own seed. A task that has neither seed nor session gets the next draw of the shop, another each time. */
    @Override
    public Step reset(Task task) {
        boolean open = GoalChoice.name(task).isEmpty();
        return reset(task, GoalChoice.seed(task).orElseGet(() -> open ? shop.nextDraw() : 0L));
    }

    @Override
    public Step step(String action) {
        ShopSession current = session();
        if (!settings.compat() && (over || action.length() > longestAction())) {
            // The last answer is made again rather than kept: of thousands of environments few are ever asked for it.
            return answer(current, "", 0, over, "")
                    .refusal(action, longestAction())
                    .orElseThrow();
        }
        remember(actions, action, settings.previousActions());
        boolean wasBought = current.page() instanceof ShopPage.Done;
        Optional<TextAction> parsed = TextAction.parse(action).filter(current::accepts);
        double reward = 0;
        String error = parsed.isEmpty() ? "nothing happened: this page has no such action" : "";
        try {
            reward = parsed.map(current::act).orElse(0.0);
        } catch (WebshopException e) {
            error = String.valueOf(e.getMessage());
        }
        boolean bought = !wasBought && current.page() instanceof ShopPage.Done;
        over = bought;
        String now = observe(current);
        Step step = answer(current, withHistory(now), reward, bought, error);
        remember(observations, now, settings.previousObservations());
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

    /** Returns the current page once more, without acting. */
    Step look() {
        ShopSession current = session();
        return answer(current, observe(current), 0, false, "");
    }

    private static void remember(Deque<String> queue, String text, int limit) {
        if (limit > 0) {
            queue.addLast(text);
            if (queue.size() > limit) {
                queue.removeFirst();
            }
        }
    }

    private String observe(ShopSession current) {
        return switch (settings.mode()) {
            case TEXT -> current.shown().plainText();
            case TEXT_RICH ->
                current.shown().richText(option -> current.url().contains("\"" + option + "\""), current::visited);
            case HTML -> ReferenceHtml.of(current, settings.attributesTab());
            case URL -> current.url();
        };
    }

    private Step answer(ShopSession current, String text, double reward, boolean done, String error) {
        Map<String, @Nullable Object> attributes = new LinkedHashMap<>();
        Map<String, @Nullable Object> available = new LinkedHashMap<>();
        available.put("has_search_bar", current.shown().searchBar());
        available.put("clickables", current.shown().clickables());
        attributes.put("available_actions", available);
        attributes.put("url", current.url());
        Webshop.Parts breakdown = current.breakdown();
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
        return new Step(new Step.Observation(text, attributes), reward, done, info);
    }

    /** Clicks by name; on the start page the instruction itself as a search. */
    @Override
    public List<String> actions() {
        ShopSession current = session;
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

    /** Returns the page line by line, with what can be done numbered below it. */
    @Override
    public String readable(Step step) {
        ShopSession current = session;
        if (current == null) {
            return step.observation().text();
        }
        StringBuilder text = new StringBuilder();
        for (PageLine line : current.shown().lines()) {
            if (line.kind() == PageLine.Kind.BUTTON
                    || PythonStrings.strip(line.text()).isEmpty()) {
                continue;
            }
            boolean chosen = current.page() instanceof ShopPage.Item item
                    && line.kind() == PageLine.Kind.OPTION
                    && item.options().containsValue(line.text());
            text.append(line.kind() == PageLine.Kind.OPTION ? (chosen ? "  (x) " : "  ( ) ") : "")
                    .append(PythonStrings.strip(line.text()))
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
        ShopSession current = session;
        if (current == null) {
            return "no session";
        }
        ShopGoal goal = current.goal();
        return "session " + current.id() + " at " + current.url() + "\ngoal: " + goal.asin() + " " + goal.name()
                + "\nattributes: " + goal.attributes() + "\noptions: " + goal.optionsValue() + "\nprice up to: "
                + goal.priceUpper();
    }

    ShopperState shopper() {
        ShopSession current = session;
        return current == null
                ? new ShopperState(shop, null, null, null, "")
                : new ShopperState(shop, current.goal(), current.page(), current.shown(), current.url());
    }

    private ShopSession session() {
        ShopSession current = session;
        if (current == null) {
            throw new WebshopException("the environment has no session yet; reset it with a task first");
        }
        return current;
    }

    /** Forgets all sessions and starts the random draws again. */
    @Override
    public void reset() {
        choice.forget();
        session = null;
        over = false;
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

    /** Decides which goal an episode has. */
    sealed interface GoalChoice {

        /**
         * Beginning of an episode.
         *
         * @param id the session's id, which stands in addresses
         * @param goal its goal
         * @param random what it draws from, made when it first draws
         */
        record Beginning(String id, ShopGoal goal, Supplier<PythonRandom> random) {}

        Beginning begin(Task task, long seed);

        /** Forgets earlier episodes. */
        default void forget() {}

        /** Returns what a task calls its session: its field {@code session}, else {@code task_id}. */
        static Optional<SessionName> name(Task task) {
            return SessionName.of(task.field("session").orElse(null))
                    .or(() -> SessionName.of(task.field("task_id").orElse(null)));
        }

        /**
         * A number names a goal, and everything else is drawn from the seed, a word's goal from the word, too. Nothing is kept between
         * episodes, so that no environment's draw depends on others.
         */
        record Seeded(ShopWorld shop) implements GoalChoice {

            private static final int LETTERS = 10;

            @Override
            public Beginning begin(Task task, long seed) {
                Optional<SessionName> name = name(task);
                String word = name.map(SessionName::text).orElse("");
                int place = name.filter(SessionName::isNumber)
                        .map(number -> number.number(shop))
                        .orElseGet(() -> shop.goals().drawn(word, seed));
                return new Beginning(
                        name.isPresent() ? word : letters(seed),
                        shop.goals().goal(place),
                        () -> new PythonRandom(seed));
            }

            private static String letters(long seed) {
                SplittableRandom random = new SplittableRandom(seed);
                StringBuilder letters = new StringBuilder(LETTERS);
                for (int i = 0; i < LETTERS; i++) {
                    letters.append((char) ('a' + random.nextInt(26)));
                }
                return letters.toString();
            }
        }

        /**
         * Choice of the goal, as in the reference: one sequence of draws for each environment, the same in all of them, and known sessions keep their
         * goals.
         */
        final class Reference implements GoalChoice {

            /** Number of named sessions that keep their goal; beyond that the oldest are forgotten. */
            private static final int MAX_KNOWN = 10_000;

            private final ShopWorld shop;
            private final String prefix;
            private final Map<String, ShopGoal> known = new LinkedHashMap<>();
            private @Nullable PythonRandom random;

            Reference(ShopWorld shop, String prefix) {
                this.shop = shop;
                this.prefix = prefix;
            }

            @Override
            public Beginning begin(Task task, long seed) {
                Optional<SessionName> name = name(task);
                String word = name.map(SessionName::text).orElseGet(() -> random().letters(10));
                String id = prefix + word;
                ShopGoal goal = known.get(id);
                if (goal == null) {
                    boolean number = name.isPresent() && name.get().isNumber();
                    goal = shop.goals()
                            .goal(
                                    number
                                            ? name.get().number(shop)
                                            : shop.goals().draw(random()));
                    remember(id, goal);
                }
                return new Beginning(word, goal, this::random);
            }

            private void remember(String id, ShopGoal goal) {
                known.put(id, goal);
                if (known.size() > MAX_KNOWN) {
                    Iterator<String> oldest = known.keySet().iterator();
                    oldest.next();
                    oldest.remove();
                }
            }

            /** Returns the reference's environment begins a random session when it is made; its draws are made here, on first need. */
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
            public void forget() {
                known.clear();
                random = null;
            }
        }

        /** Returns the seed that a task carries, if it does. */
        static Optional<Long> seed(Task task) {
            return task.field("seed").map(Json::asLong);
        }
    }
}
