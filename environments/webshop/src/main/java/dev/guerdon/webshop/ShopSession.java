package dev.guerdon.webshop;

import dev.guerdon.cpython.JsonWriter;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.ShopPage.Tab;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import dev.guerdon.webshop.catalogue.ShopProduct;
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
final class ShopSession {

    static final String BASE = "http://127.0.0.1:3000";

    private final ShopWorld shop;
    private final String id;
    private final ShopGoal goal;
    private final boolean attributesTab;
    private final Supplier<PythonRandom> source;
    private @Nullable PythonRandom random;
    private final Map<String, Integer> counters = new LinkedHashMap<>();
    private final Set<String> visited = new LinkedHashSet<>();
    private ShopPage page = new ShopPage.Start();
    private PageView view;
    private String url;
    private Webshop.@Nullable Parts breakdown;

    ShopSession(ShopWorld shop, String id, ShopGoal goal, boolean attributesTab, Supplier<PythonRandom> source) {
        this.shop = shop;
        this.id = id;
        this.goal = goal;
        this.attributesTab = attributesTab;
        this.source = source;
        this.url = BASE + "/" + id;
        this.view = view();
    }

    /** Goes back to the start page and forgets everything but the goal. */
    void restart() {
        counters.clear();
        visited.clear();
        show(new ShopPage.Start(), "/" + id);
    }

    /** Returns whether the action means anything here: a search always does, a click only on what the page has. */
    boolean accepts(TextAction action) {
        return action.isSearch()
                || (action.isClick()
                        && !action.argument().equals("search")
                        && view.clickables().contains(action.argument()));
    }

    /** Does an accepted action and returns a purchase's reward, else 0. */
    double act(TextAction action) {
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
            case ShopPage.Results results -> {
                switch (argument) {
                    case "next >" -> results(results.keywords(), results.number() + 1);
                    case "< prev" -> results(results.keywords(), results.number() - 1);
                    default -> open(results, argument);
                }
                yield 0;
            }
            case ShopPage.Item item -> clickOnItem(item, argument);
            case ShopPage.Side side -> {
                item(side.item());
                yield 0;
            }
            case ShopPage.Start start -> 0;
            case ShopPage.Done done -> 0;
        };
    }

    private double clickOnItem(ShopPage.Item item, String argument) {
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
                item(new ShopPage.Item(item.product(), item.keywords(), item.number(), options));
            }
        }
        return 0;
    }

    private void results(List<String> keywords, int number) {
        count("search");
        ShopPage.Results results = shop.results(keywords, number, this::random);
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

    private void open(ShopPage.Results results, String argument) {
        for (ShopProduct product : results.products()) {
            if (PythonStrings.lower(product.asin()).equals(argument)) {
                count("asin");
                visited.add(product.asin());
                ProductCatalogue catalogue = shop.catalogue();
                ShopProduct whole = catalogue.product(catalogue.find(product.asin()));
                item(new ShopPage.Item(whole, results.keywords(), results.number(), Map.of()));
                return;
            }
        }
    }

    private void item(ShopPage.Item item) {
        show(item, "/item_page/" + address(item) + "/" + JsonWriter.line(item.options()));
    }

    private void side(ShopPage.Item item, Tab tab) {
        count(tab.label());
        show(
                new ShopPage.Side(item, tab),
                "/item_sub_page/" + address(item) + "/" + tab.label() + "/" + PythonRepr.of(item.options()));
    }

    private String address(ShopPage.Item item) {
        return id + "/" + item.product().asin() + "/" + String.join("+", item.keywords()) + "/" + item.number();
    }

    private double buy(ShopPage.Item item) {
        Webshop.Parts scored = shop.score(item.product(), item.options().values(), goal);
        breakdown = scored;
        count("purchase");
        show(
                new ShopPage.Done(item.product(), item.options(), scored.reward()),
                "/done/" + id + "/" + item.product().asin() + "/" + PythonRepr.of(item.options()));
        return scored.reward();
    }

    private void show(ShopPage next, String path) {
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

    String id() {
        return id;
    }

    ShopGoal goal() {
        return goal;
    }

    ShopPage page() {
        return page;
    }

    PageView shown() {
        return view;
    }

    String url() {
        return url;
    }

    boolean visited(String asin) {
        return visited.contains(asin);
    }

    /** Returns how often each kind of action was done since the last start page. */
    Map<String, Integer> counters() {
        return counters;
    }

    /** Returns the parts of the reward, once something was bought. */
    Webshop.@Nullable Parts breakdown() {
        return breakdown;
    }
}
