package dev.guerdon.webshop;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.cpython.Repr;
import dev.guerdon.cpython.Strings;
import dev.guerdon.webshop.catalogue.Catalogue;
import dev.guerdon.webshop.catalogue.Product;
import dev.guerdon.webshop.catalogue.WebshopException;
import dev.guerdon.webshop.goal.Goal;
import dev.guerdon.webshop.goal.Percent;
import dev.guerdon.webshop.goal.RewardBreakdown;
import dev.guerdon.webshop.shop.Page;
import dev.guerdon.webshop.shop.Shop;
import dev.guerdon.webshop.shop.Tab;
import dev.guerdon.webshop.site.ShopHtml;
import dev.guerdon.webshop.site.ShopStatic;
import dev.guerdon.webshop.site.Visit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The shop as a web site in AgentFly's dialect: what a path shows, without HTTP.
 *
 * <p>Pages carry their state in their address; of a shopper the site only knows the goal. Safe for many threads.
 */
@Experimental
public final class ShopSite {

    /** Beyond this many shoppers the one who came first is forgotten. */
    private static final int MAX_SESSIONS = 100_000;

    private static final String HTML = "text/html";
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain";

    private final Shop shop;
    private final boolean strict;
    private final Map<String, Goal> sessions = new LinkedHashMap<>();
    private @Nullable PythonRandom random;

    /**
     * A site.
     *
     * @param shop the shop
     * @param strict whether slips of the reference's server are kept, such as no page for attributes
     */
    ShopSite(Shop shop, boolean strict) {
        this.shop = shop;
        this.strict = strict;
    }

    /** A site for people and agents. */
    @Internal
    public static ShopSite of(Shop shop) {
        return new ShopSite(shop, false);
    }

    /**
     * An answer for a web server to send.
     *
     * @param status the HTTP status
     * @param type the content type
     * @param body the body
     * @param location where to go instead, for a redirect; else null
     */
    public record Answer(
            int status, String type, String body, @Nullable String location) {

        static Answer of(int status, String type, String body) {
            return new Answer(status, type, body, null);
        }

        static Answer redirect(int status, String location) {
            return new Answer(status, TEXT, "", location);
        }
    }

    /**
     * Answers a request for a page, as {@code GET} or {@code POST} alike.
     *
     * @param target the path with its query, percent-encoded
     * @param html whether the client wants pages to look at; others get the purchase as JSON
     */
    public Answer answer(String target, boolean html) {
        int question = target.indexOf('?');
        String path = question < 0 ? target : target.substring(0, question);
        if (path.equals("/")) {
            return Answer.redirect(307, "/index/" + newName());
        }
        Optional<ShopStatic.Content> file = ShopStatic.file(path);
        if (file.isPresent()) {
            return Answer.of(200, file.get().type(), file.get().body());
        }
        Visit visit = visit(target);
        Page page = visit.page();
        Goal goal = visit.goal();
        if (page == null || goal == null) {
            return failed(visit);
        }
        String text = ShopHtml.of(visit, page, goal);
        if (page instanceof Page.Done done && !html) {
            Map<String, @Nullable Object> bought = new LinkedHashMap<>();
            bought.put("observation", text);
            bought.put("reward", done.reward());
            bought.put("status_code", 200);
            return Answer.of(200, JSON, JsonCodec.write(bought));
        }
        return Answer.of(200, HTML, text);
    }

    /** Answers the search form: {@code session_id} and {@code search_query}. */
    public Answer search(Map<String, String> form) {
        String name = form.getOrDefault("session_id", "");
        String query = form.get("search_query");
        if (name.isEmpty()) {
            return Answer.redirect(303, "/index/" + newName());
        }
        if (query == null) {
            return Answer.redirect(307, "/index/" + Percent.part(name));
        }
        String list = Repr.of(List.of(Strings.lower(query).split(" ", -1)));
        return Answer.redirect(303, "/search_results/" + Percent.part(name) + "/" + Percent.part(list) + "/1");
    }

    /** The statuses are those of the reference's server, which says nothing else. */
    private static Answer failed(Visit visit) {
        return switch (visit.status()) {
            case 404 -> Answer.of(404, JSON, "{\"detail\":\"Not Found\"}");
            case 422 -> Answer.of(422, JSON, "{\"detail\":\"the page must be a whole number\"}");
            default -> {
                Map<String, @Nullable Object> why = new LinkedHashMap<>();
                why.put("detail", visit.why().isEmpty() ? "the page cannot be shown" : visit.why());
                why.put("error", "environment_failed");
                yield Answer.of(500, JSON, JsonCodec.write(why));
            }
        };
    }

    private String newName() {
        synchronized (sessions) {
            return random().letters(10);
        }
    }

    /** Follows a path, percent-encoded, with an optional query. */
    Visit visit(String target) {
        int question = target.indexOf('?');
        String path = question < 0 ? target : target.substring(0, question);
        String taskId = question < 0
                ? null
                : parameter(target.substring(question + 1), "task_id").orElse(null);
        String[] raw = path.split("/", -1);
        List<String> parts = Arrays.stream(raw).skip(1).map(Percent::decode).toList();
        int wanted = switch (parts.isEmpty() ? "" : parts.getFirst()) {
            case "index" -> 2;
            case "search_results", "done" -> 4;
            case "item_page" -> 6;
            case "item_sub_page" -> 7;
            default -> -1;
        };
        if (parts.size() != wanted || parts.contains("")) {
            return Visit.failed(404);
        }
        try {
            return route(parts, taskId);
        } catch (WebshopException e) {
            return Visit.failed(500, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> parameter(String query, String name) {
        for (String pair : query.split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return Optional.of(Percent.decode(pair.substring(name.length() + 1)));
            }
        }
        return Optional.empty();
    }

    private Visit route(List<String> parts, @Nullable String taskId) {
        String session = parts.get(1);
        if (parts.getFirst().equals("index")) {
            return shown(new Page.Start(), session, goal(session));
        }
        Goal goal = known(session);
        if (parts.getFirst().equals("done")) {
            return buy(session, product(parts.get(2)), AddressLiterals.dict(parts.get(3)), taskId, goal);
        }
        boolean results = parts.getFirst().equals("search_results");
        Optional<Integer> number = integer(parts.get(results ? 3 : 4));
        if (number.isEmpty()) {
            return Visit.failed(422);
        }
        List<String> keywords = keywords(parts.get(results ? 2 : 3));
        if (results) {
            return shown(results(keywords, number.get()), session, goal);
        }
        Page.Item item =
                new Page.Item(product(parts.get(2)), keywords, number.get(), AddressLiterals.dict(parts.getLast()));
        if (parts.getFirst().equals("item_page")) {
            return shown(item, session, goal);
        }
        for (Tab tab : Tab.values()) {
            if (tab.label().equals(parts.get(5))) {
                if (strict && tab == Tab.ATTRIBUTES) {
                    return Visit.failed(500);
                }
                return shown(new Page.Side(item, tab), session, goal);
            }
        }
        return shown(item, session, goal);
    }

    private static Visit shown(Page page, String session, Goal goal) {
        return new Visit(200, page, session, goal, null, "");
    }

    private Visit buy(
            String session, Product product, Map<String, String> options, @Nullable String taskId, Goal sessionGoal) {
        Goal goal = sessionGoal;
        if (taskId != null) {
            goal = shop.goals()
                    .goal(integer(taskId).orElseThrow(() -> new WebshopException("task_id is not a number")));
        }
        RewardBreakdown breakdown = shop.score(product, options.values(), goal);
        return new Visit(200, new Page.Done(product, options, breakdown.reward()), session, goal, breakdown, "");
    }

    private static List<String> keywords(String text) {
        List<String> keywords = text.startsWith("[") ? AddressLiterals.list(text) : List.of(text);
        if (keywords.isEmpty()) {
            throw new WebshopException("there are no keywords");
        }
        return keywords;
    }

    private static Optional<Integer> integer(String text) {
        try {
            return Optional.of(Integer.parseInt(Strings.strip(text)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private Product product(String asin) {
        Catalogue catalogue = shop.storefront().catalogue();
        int number = catalogue.find(asin);
        if (number < 0) {
            throw new WebshopException("there is no product " + asin);
        }
        return catalogue.product(number);
    }

    private Page.Results results(List<String> keywords, int number) {
        if (keywords.getFirst().equals("<r>")) {
            synchronized (sessions) {
                return shop.storefront().results(keywords, number, this::random);
            }
        }
        return shop.storefront().results(keywords, number, () -> new PythonRandom(0));
    }

    private Goal known(String session) {
        synchronized (sessions) {
            Goal goal = sessions.get(session);
            if (goal == null) {
                throw new WebshopException("the shopper " + session + " is not known; begin at /index/" + session);
            }
            return goal;
        }
    }

    /** The shopper's goal: the one they have, the one their number names, or one that is drawn by their name. */
    private Goal goal(String session) {
        synchronized (sessions) {
            Goal goal = sessions.get(session);
            if (goal == null) {
                goal = shop.goals().goal(strict ? strictPlace(session) : place(session));
                sessions.put(session, goal);
                if (sessions.size() > MAX_SESSIONS) {
                    sessions.remove(sessions.keySet().iterator().next());
                }
            }
            return goal;
        }
    }

    private int place(String session) {
        SessionName name = SessionName.of(session);
        return name.isNumber() ? name.number(shop) : shop.goals().drawn(session, 0);
    }

    /** As the reference's server: digits are a number, and every other shopper moves the one sequence of draws on. */
    private int strictPlace(String session) {
        boolean digits = session.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits
                ? integer(session).orElse(Integer.MAX_VALUE)
                : shop.goals().shuffledDraw(random());
    }

    private PythonRandom random() {
        PythonRandom own = random;
        if (own == null) {
            own = shop.random();
            random = own;
        }
        return own;
    }

    Shop shop() {
        return shop;
    }
}
