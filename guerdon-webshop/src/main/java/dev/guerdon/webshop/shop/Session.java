package dev.guerdon.webshop.shop;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.JsonWriter;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.cpython.Repr;
import dev.guerdon.cpython.Strings;
import dev.guerdon.webshop.catalogue.Product;
import dev.guerdon.webshop.goal.Goal;
import dev.guerdon.webshop.goal.RewardBreakdown;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One shopper in the dialect of WebShop's own text environment.
 *
 * <p>Nothing here stops after a purchase: buttons are gone, but a search still works, as in the reference. Whoever wants an end
 * refuses further actions.
 */
@Internal
public final class Session {

    static final String BASE = "http://127.0.0.1:3000";

    private final Shop shop;
    private final String id;
    private final Goal goal;
    private final boolean attributesTab;
    private final Supplier<PythonRandom> source;
    private @Nullable PythonRandom random;
    private final Map<String, Integer> counters = new LinkedHashMap<>();
    private final Set<String> visited = new LinkedHashSet<>();
    private Page page = new Page.Start();
    private PageView view;
    private String url;
    private @Nullable RewardBreakdown breakdown;

    public Session(Shop shop, String id, Goal goal, boolean attributesTab, Supplier<PythonRandom> source) {
        this.shop = shop;
        this.id = id;
        this.goal = goal;
        this.attributesTab = attributesTab;
        this.source = source;
        this.url = BASE + "/" + id;
        this.view = view();
    }

    /** Back to the start page with everything forgotten but the goal. */
    void restart() {
        counters.clear();
        visited.clear();
        show(new Page.Start(), "/" + id);
    }

    /** Whether the action means anything here: a search always does, a click only on what the page has. */
    public boolean accepts(TextAction action) {
        return action.isSearch()
                || (action.isClick()
                        && !action.argument().equals("search")
                        && view.clickables().contains(action.argument()));
    }

    /** Does an accepted action and returns a purchase's reward, else 0. */
    public double act(TextAction action) {
        if (action.isSearch()) {
            results(List.of(action.argument().split(" ", -1)), 1);
            return 0;
        }
        return click(action.argument());
    }

    private double click(String argument) {
        if (argument.equals("back to search")) {
            restart();
            return 0;
        }
        return switch (page) {
            case Page.Results results -> {
                switch (argument) {
                    case "next >" -> results(results.keywords(), results.number() + 1);
                    case "< prev" -> results(results.keywords(), results.number() - 1);
                    default -> open(results, argument);
                }
                yield 0;
            }
            case Page.Item item -> clickOnItem(item, argument);
            case Page.Side side -> {
                item(side.item());
                yield 0;
            }
            case Page.Start start -> 0;
            case Page.Done done -> 0;
        };
    }

    private double clickOnItem(Page.Item item, String argument) {
        if (argument.equals("< prev")) {
            results(item.keywords(), item.number());
        } else if (argument.equals("buy now")) {
            return buy(item);
        } else if (Tab.ofButton(argument).isPresent()
                && !item.product().optionNames().containsKey(argument)) {
            side(item, Tab.ofButton(argument).orElseThrow());
        } else {
            String name = item.product().optionNames().get(argument);
            if (name != null) {
                count("options");
                Map<String, String> options = new LinkedHashMap<>(item.options());
                options.put(name, argument);
                item(new Page.Item(item.product(), item.keywords(), item.number(), options));
            }
        }
        return 0;
    }

    private void results(List<String> keywords, int number) {
        count("search");
        Page.Results results = shop.storefront().results(keywords, number, this::random);
        show(results, "/search_results/" + id + "/" + String.join("+", keywords) + "/" + number);
    }

    /** Few sessions ever draw, and the state of the generator is larger than theirs. */
    private PythonRandom random() {
        PythonRandom own = random;
        if (own == null) {
            own = source.get();
            random = own;
        }
        return own;
    }

    private void open(Page.Results results, String argument) {
        for (Product product : results.products()) {
            if (Strings.lower(product.asin()).equals(argument)) {
                count("asin");
                visited.add(product.asin());
                item(new Page.Item(product, results.keywords(), results.number(), Map.of()));
                return;
            }
        }
    }

    private void item(Page.Item item) {
        show(item, "/item_page/" + address(item) + "/" + JsonWriter.line(item.options()));
    }

    private void side(Page.Item item, Tab tab) {
        count(tab.label());
        show(
                new Page.Side(item, tab),
                "/item_sub_page/" + address(item) + "/" + tab.label() + "/" + Repr.of(item.options()));
    }

    private String address(Page.Item item) {
        return id + "/" + item.product().asin() + "/" + String.join("+", item.keywords()) + "/" + item.number();
    }

    private double buy(Page.Item item) {
        RewardBreakdown scored = shop.score(item.product(), item.options().values(), goal);
        breakdown = scored;
        count("purchase");
        show(
                new Page.Done(item.product(), item.options(), scored.reward()),
                "/done/" + id + "/" + item.product().asin() + "/" + Repr.of(item.options()));
        return scored.reward();
    }

    private void show(Page next, String path) {
        page = next;
        url = BASE + path;
        view = view();
    }

    private PageView view() {
        return PageView.of(page, goal.instruction(), PageView.Dialect.UPSTREAM, attributesTab);
    }

    private void count(String what) {
        counters.merge(what, 1, Integer::sum);
    }

    public String id() {
        return id;
    }

    public Goal goal() {
        return goal;
    }

    public Page page() {
        return page;
    }

    public PageView shown() {
        return view;
    }

    public String url() {
        return url;
    }

    public boolean visited(String asin) {
        return visited.contains(asin);
    }

    /** How often each kind of action was done since the last start page. */
    public Map<String, Integer> counters() {
        return counters;
    }

    /** The parts of the reward, once something was bought. */
    public @Nullable RewardBreakdown breakdown() {
        return breakdown;
    }
}
