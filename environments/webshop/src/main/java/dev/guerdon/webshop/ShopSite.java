package dev.guerdon.webshop;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.ShopPage.Tab;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import dev.guerdon.webshop.catalogue.ShopProduct;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Pattern PICTURE = Pattern.compile("/static/images/([A-Z0-9]{10})(-[0-9]{1,2})?\\.svg");

    private final ShopWorld shop;
    private final boolean strict;
    private final Map<String, ShopGoal> sessions = new LinkedHashMap<>();
    private @Nullable PythonRandom random;

    /**
     * Creates a site.
     *
     * @param shop the shop
     * @param strict whether slips of the reference's server are kept, such as no page for attributes
     */
    ShopSite(ShopWorld shop, boolean strict) {
        this.shop = shop;
        this.strict = strict;
    }

    /** Returns a site for people and agents. */
    @Internal
    public static ShopSite of(ShopWorld shop) {
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
        Optional<Answer> file = file(path);
        if (file.isPresent()) {
            return file.get();
        }
        Visit visit = visit(target);
        ShopPage page = visit.page();
        ShopGoal goal = visit.goal();
        if (page == null || goal == null) {
            return failed(visit);
        }
        String text = ShopHtml.of(visit, page, goal);
        if (page instanceof ShopPage.Done done && !html) {
            Map<String, @Nullable Object> bought = new LinkedHashMap<>();
            bought.put("observation", text);
            bought.put("reward", done.reward());
            bought.put("status_code", 200);
            return Answer.of(200, JSON, JsonCodec.write(bought));
        }
        return Answer.of(200, HTML, text);
    }

    /** Returns the files that pages refer to: style, script, and the pictures of the bundled products. */
    private static Optional<Answer> file(String path) {
        if (path.equals("/static/style.css")) {
            return Optional.of(Answer.of(200, "text/css", Utf8.resource(ShopSite.class, "site/style.css")));
        }
        if (path.equals("/static/options.js")) {
            return Optional.of(Answer.of(200, "text/javascript", Utf8.resource(ShopSite.class, "site/options.js")));
        }
        Matcher picture = PICTURE.matcher(path);
        return picture.matches()
                ? Optional.of(Answer.of(200, "image/svg+xml", drawing(picture.group(1), picture.group(2))))
                : Optional.empty();
    }

    /** Returns a plain picture whose colours depend on the product. */
    private static String drawing(String asin, String variant) {
        int hue = Math.floorMod(asin.hashCode() * 31 + (variant == null ? 0 : variant.hashCode() * 7), 360);
        return String.format(Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><rect width="160" height="160" fill="hsl(%d 40%% 92%%)"/>\
                <circle cx="80" cy="72" r="42" fill="hsl(%d 45%% 62%%)"/><text x="80" y="145" text-anchor="middle" font-size="14"\
                 font-family="sans-serif" fill="#444">%s</text></svg>
                """, hue, (hue + 40) % 360, asin);
    }

    /** Answers the search form: {@code session_id} and {@code search_query}. */
    public Answer search(Map<String, String> form) {
        String name = form.getOrDefault("session_id", "");
        String query = form.get("search_query");
        if (name.isEmpty()) {
            return Answer.redirect(303, "/index/" + newName());
        }
        if (query == null) {
            return Answer.redirect(307, "/index/" + PercentEncoding.part(name));
        }
        String list = PythonRepr.of(List.of(PythonStrings.lower(query).split(" ", -1)));
        return Answer.redirect(
                303, "/search_results/" + PercentEncoding.part(name) + "/" + PercentEncoding.part(list) + "/1");
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
        List<String> parts =
                Arrays.stream(raw).skip(1).map(PercentEncoding::decode).toList();
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
                return Optional.of(PercentEncoding.decode(pair.substring(name.length() + 1)));
            }
        }
        return Optional.empty();
    }

    private Visit route(List<String> parts, @Nullable String taskId) {
        String session = parts.get(1);
        if (parts.getFirst().equals("index")) {
            return shown(new ShopPage.Start(), session, goal(session));
        }
        ShopGoal goal = known(session);
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
        ShopPage.Item item =
                new ShopPage.Item(product(parts.get(2)), keywords, number.get(), AddressLiterals.dict(parts.getLast()));
        if (parts.getFirst().equals("item_page")) {
            return shown(item, session, goal);
        }
        for (Tab tab : Tab.values()) {
            if (tab.label().equals(parts.get(5))) {
                if (strict && tab == Tab.ATTRIBUTES) {
                    return Visit.failed(500);
                }
                return shown(new ShopPage.Side(item, tab), session, goal);
            }
        }
        return shown(item, session, goal);
    }

    private static Visit shown(ShopPage page, String session, ShopGoal goal) {
        return new Visit(200, page, session, goal, null, "");
    }

    private Visit buy(
            String session,
            ShopProduct product,
            Map<String, String> options,
            @Nullable String taskId,
            ShopGoal sessionGoal) {
        ShopGoal goal = sessionGoal;
        if (taskId != null) {
            goal = shop.goals()
                    .goal(integer(taskId).orElseThrow(() -> new WebshopException("task_id is not a number")));
        }
        Webshop.Parts breakdown = shop.score(product, options.values(), goal);
        return new Visit(200, new ShopPage.Done(product, options, breakdown.reward()), session, goal, breakdown, "");
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
            return Optional.of(Integer.parseInt(PythonStrings.strip(text)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private ShopProduct product(String asin) {
        ProductCatalogue catalogue = shop.catalogue();
        int number = catalogue.find(asin);
        if (number < 0) {
            throw new WebshopException("there is no product " + asin);
        }
        return catalogue.product(number);
    }

    private ShopPage.Results results(List<String> keywords, int number) {
        if (keywords.getFirst().equals("<r>")) {
            synchronized (sessions) {
                return shop.results(keywords, number, this::random);
            }
        }
        return shop.results(keywords, number, () -> new PythonRandom(0));
    }

    private ShopGoal known(String session) {
        synchronized (sessions) {
            ShopGoal goal = sessions.get(session);
            if (goal == null) {
                throw new WebshopException("the shopper " + session + " is not known; begin at /index/" + session);
            }
            return goal;
        }
    }

    /** Returns the shopper's goal: the one they have, the one their number names, or one that is drawn by their name. */
    private ShopGoal goal(String session) {
        synchronized (sessions) {
            ShopGoal goal = sessions.get(session);
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

    /** Does as the reference's server: digits are a number, and every other shopper moves the one sequence of draws on. */
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

    ShopWorld shop() {
        return shop;
    }

    /**
     * Result of a request.
     *
     * @param status the HTTP status
     * @param page the page, where the status is 200
     * @param session whose page it is
     * @param goal their goal
     * @param breakdown the reward's parts, after a purchase
     * @param why why there is no page, where somebody knows
     */
    record Visit(
            int status,
            @Nullable ShopPage page,
            String session,
            @Nullable ShopGoal goal,
            Webshop.@Nullable Parts breakdown,
            String why) {

        static Visit failed(int status) {
            return failed(status, "");
        }

        static Visit failed(int status, String why) {
            return new Visit(status, null, "", null, null, why);
        }
    }
}
