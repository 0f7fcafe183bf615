package dev.guerdon.webshop;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Resource;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.ShopSite.Visit;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A shopper in AgentFly's dialect: the texts of its client, without HTTP between client and shop.
 *
 * <p>The strict form keeps the client's slips (a reward that outlives a reset, searches with {@code / ? #} that do nothing,
 * {@code search[buy now]} that buys, no way back from a product); the other does what the page promises.
 */
@Experimental
final class ShopBrowser implements Resource {

    static final String THANKS = "Thank you for shopping with us!";

    private final boolean strict;
    private final List<String> requests = new ArrayList<>();
    private @Nullable ShopSite site;
    private @Nullable ShopPage page;
    private @Nullable ShopGoal goal;
    private @Nullable PageView view;
    private Webshop.@Nullable Parts breakdown;
    private String session = "";
    private String url = "";
    private String refusal = "";
    private @Nullable Home home;
    private OptionalDouble reward = OptionalDouble.empty();
    private boolean closed;

    private record Home(
            String session,
            String url,
            @Nullable ShopPage page,
            @Nullable PageView view,
            @Nullable ShopGoal goal) {}

    /**
     * Answer to an action.
     *
     * @param text what the shopper reads
     * @param reward the reward, once something was bought
     */
    record Reply(String text, OptionalDouble reward) {
        static Reply of(String text) {
            return new Reply(text, OptionalDouble.empty());
        }
    }

    ShopBrowser(boolean strict) {
        this.strict = strict;
    }

    /** Comes to a site as a new, unnamed shopper. */
    void open(ShopSite shopSite, String name) {
        site = shopSite;
        session = name;
        go("/index/" + name, "/index/" + name);
        home = new Home(name, url, page, view, goal);
    }

    /** Goes to the start page of a task, or back to where this shopper came in. */
    void restart(@Nullable String taskId) {
        if (!strict) {
            reward = OptionalDouble.empty();
            breakdown = null;
        }
        if (taskId == null) {
            Home entry = home;
            if (entry != null) {
                session = entry.session;
                url = entry.url;
                page = entry.page;
                view = entry.view;
                goal = entry.goal;
            }
            return;
        }
        session = taskId;
        page = null;
        view = null;
        goal = null;
        url = "/index/" + taskId;
        go("/index/" + taskId, url);
    }

    /** Performs an action such as {@code search[...]} or {@code click[...]}. */
    Reply step(String action, @Nullable String taskId) {
        if (!strict && action.length() > Environment.LONGEST_ACTION) {
            return Reply.of(String.format(
                    Locale.ROOT,
                    "Invalid action, it has %,d characters, and at most %,d are read.",
                    action.length(),
                    Environment.LONGEST_ACTION));
        }
        TextAction parsed = TextAction.parse(action).orElse(null);
        if (parsed == null || !(parsed.isSearch() || parsed.isClick())) {
            return Reply.of("Invalid action, action name should be 'click' or 'search'.");
        }
        String argument = parsed.argument();
        if (parsed.isClick() && !clickables().contains(argument)) {
            return Reply.of(
                    "Invalid action, action argument should be one of the clickables: " + PythonRepr.of(clickables()));
        }
        boolean clicks = parsed.isClick() || strict;
        refusal = "";
        switch (page) {
            case null -> search(parsed);
            case ShopPage.Start start -> search(parsed);
            case ShopPage.Results results when clicks -> onResults(results, argument);
            case ShopPage.Item item when clicks -> onItem(item, argument, taskId);
            case ShopPage.Side side -> {
                if (!onSide(side, argument, taskId, clicks)) {
                    return Reply.of("You are not in the search page, you cannot search.");
                }
            }
            case ShopPage.Results results -> {}
            case ShopPage.Item item -> {}
            case ShopPage.Done done -> {}
        }
        if (!strict && !refusal.isEmpty()) {
            return Reply.of("Invalid action, nothing was done: " + refusal);
        }
        return new Reply(observation() + "\nClickables: " + PythonRepr.of(clickables()), reward);
    }

    private void search(TextAction action) {
        if (action.isSearch()) {
            String text = action.argument();
            String target = "/search_results/" + session + "/" + (strict ? text : PercentEncoding.part(text)) + "/1";
            go(target, "/search_results/" + session + "/" + PythonRepr.of(PythonStrings.split(text)) + "/1");
            if (page instanceof ShopPage.Results found
                    && !PythonStrings.split(text).isEmpty()) {
                page = new ShopPage.Results(PythonStrings.split(text), 1, found.total(), found.products());
            }
        }
    }

    private void onResults(ShopPage.Results results, String argument) {
        switch (argument) {
            case "next >" -> results(results.keywords(), results.number() + 1);
            case "< prev" -> {
                if (results.number() > 1) {
                    results(results.keywords(), results.number() - 1);
                }
            }
            case "back to search" -> go("/index/" + session, "/index/" + session);
            default -> {
                if (argument.length() == 10 && argument.chars().allMatch(Character::isLetterOrDigit)) {
                    String asin = argument.toUpperCase(Locale.ROOT);
                    follow("/item_page/" + session + "/" + asin, results.keywords(), results.number(), "{}");
                }
            }
        }
    }

    private void onItem(ShopPage.Item item, String argument, @Nullable String taskId) {
        Map<String, String> names = item.product().optionNames();
        if (argument.equals("< prev")) {
            if (strict) {
                throw new WebshopException("'NoneType' object has no attribute 'get'");
            }
            results(item.keywords(), item.number());
        } else if (!common(item, argument, taskId) && names.containsKey(argument)) {
            Map<String, String> options = new LinkedHashMap<>(item.options());
            options.put(names.getOrDefault(argument, ""), argument);
            item(item, options);
        }
    }

    private boolean onSide(ShopPage.Side side, String argument, @Nullable String taskId, boolean clicks) {
        if (clicks && argument.equals("< prev")) {
            item(side.item(), side.item().options());
            return true;
        }
        return clicks && common(side.item(), argument, taskId);
    }

    /** Returns what item pages and their sides have in common. */
    private boolean common(ShopPage.Item item, String argument, @Nullable String taskId) {
        if (argument.equals("back to search")) {
            go("/index/" + session, "/index/" + session);
            return true;
        }
        if (argument.equals("buy now")) {
            buy(item, taskId);
            return true;
        }
        ShopPage.Tab tab = ShopPage.Tab.ofButton(argument).orElse(null);
        if (tab == null || item.product().optionNames().containsKey(argument)) {
            return false;
        }
        String address = "/item_sub_page/" + session + "/" + item.product().asin();
        follow(address, item.keywords(), item.number(), tab.label() + "/" + PythonRepr.of(item.options()));
        return true;
    }

    private void buy(ShopPage.Item item, @Nullable String taskId) {
        String address = "/done/" + session + "/" + item.product().asin() + "/";
        String options = PythonRepr.of(item.options());
        boolean named = taskId != null && !taskId.isEmpty() && !taskId.equals("0");
        go(address + encoded(options) + (named ? "?task_id=" + taskId : ""), address + options);
        if (page instanceof ShopPage.Done done) {
            reward = OptionalDouble.of(done.reward());
        }
    }

    private void results(List<String> keywords, int number) {
        String address = "/search_results/" + session + "/";
        String list = PythonRepr.of(keywords);
        go(address + encoded(list) + "/" + number, address + list + "/" + number);
    }

    private void item(ShopPage.Item item, Map<String, String> options) {
        String address = "/item_page/" + session + "/" + item.product().asin();
        follow(address, item.keywords(), item.number(), PythonRepr.of(options));
    }

    private void follow(String address, List<String> keywords, int number, String rest) {
        String list = PythonRepr.of(keywords);
        int slash = rest.startsWith("{") ? -1 : rest.indexOf('/');
        String encodedRest = rest.substring(0, slash + 1) + encoded(rest.substring(slash + 1));
        go(
                address + "/" + encoded(list) + "/" + number + "/" + encodedRest,
                address + "/" + list + "/" + number + "/" + rest);
    }

    private String encoded(String text) {
        return strict ? text : PercentEncoding.part(text);
    }

    /** Follows an address; where the site has no page there, this page stays. */
    private void go(String target, String shown) {
        int hash = target.indexOf('#');
        String sent = hash < 0 ? target : target.substring(0, hash);
        int question = sent.indexOf('?');
        String request = question < 0
                ? PercentEncoding.path(sent)
                : PercentEncoding.path(sent.substring(0, question)) + sent.substring(question);
        Visit visit = site().visit(request);
        note(request, visit);
        refusal = visit.why();
        ShopGoal wanted = visit.goal();
        ShopPage next = visit.page();
        if (visit.status() == 200 && next != null && wanted != null) {
            page = next;
            goal = wanted;
            view = PageView.of(next, wanted.instruction(), PageView.Dialect.AGENTFLY, false);
            url = shown;
            breakdown = visit.breakdown();
        }
    }

    /** Notes a request of the strict form, which is compared with recorded ones; a long episode would keep them all. */
    private void note(String request, Visit visit) {
        if (strict) {
            requests.add(request + " " + visit.status());
        }
    }

    /** Returns the reward of what was bought, judged by a task's goal; 0 where nothing was bought. */
    Reply purchaseReward(@Nullable String taskId) {
        boolean done = strict ? url.contains("done") : page instanceof ShopPage.Done;
        if (!done) {
            return new Reply(observation(), OptionalDouble.of(0));
        }
        String[] parts = url.split("/", 5);
        String target = "/done/" + parts[2] + "/" + encoded(parts[3]) + "/" + encoded(parts[4]);
        String request = PercentEncoding.path(target) + (taskId == null ? "" : "?task_id=" + taskId);
        Visit visit = site().visit(request);
        note(request, visit);
        if (!(visit.page() instanceof ShopPage.Done bought)) {
            throw new WebshopException("the shop answered " + visit.status() + " for the purchase at " + url
                    + (taskId == null ? "" : " with task_id " + taskId));
        }
        breakdown = visit.breakdown();
        return new Reply(THANKS, OptionalDouble.of(bought.reward()));
    }

    String observation() {
        PageView shown = view;
        return shown == null ? "" : shown.plainText();
    }

    List<String> clickables() {
        PageView shown = view;
        return shown == null ? List.of() : shown.clickables();
    }

    boolean searchBar() {
        PageView shown = view;
        return shown != null && shown.searchBar();
    }

    ShopperState shopper() {
        return new ShopperState(site().shop(), goal, page, view, url);
    }

    String url() {
        return url;
    }

    boolean bought() {
        return page instanceof ShopPage.Done;
    }

    /** Returns the parts of the last reward. */
    Webshop.@Nullable Parts breakdown() {
        return breakdown;
    }

    /** Returns the requests made since the last call, each with its status. */
    List<String> takeRequests() {
        List<String> taken = List.copyOf(requests);
        requests.clear();
        return taken;
    }

    private ShopSite site() {
        ShopSite open = site;
        if (open == null) {
            throw new WebshopException("the shopper has not come to a shop yet");
        }
        return open;
    }

    @Override
    public void reset() {
        site = null;
        page = null;
        view = null;
        goal = null;
        home = null;
        breakdown = null;
        reward = OptionalDouble.empty();
        requests.clear();
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
