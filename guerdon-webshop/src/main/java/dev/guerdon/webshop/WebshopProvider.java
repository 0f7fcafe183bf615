package dev.guerdon.webshop;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import dev.guerdon.webshop.catalogue.WebshopException;
import dev.guerdon.webshop.shop.Shop;
import dev.guerdon.webshop.shop.ShopOptions;
import dev.guerdon.webshop.shop.Shops;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Opens WebShop for the command line, servers and suites. */
@Experimental
public final class WebshopProvider implements EnvironmentProvider {

    /** The split whose products are the official ones. */
    static final String OFFICIAL = "official";

    @Override
    public String name() {
        return "webshop";
    }

    @Override
    public String description() {
        return "A shop with search, product pages and options: buy what the instruction asks for.";
    }

    @Override
    public List<Option> options() {
        return List.of(
                new Option("data", "DIR", "Read the official files from this folder. Default: bundled products."),
                new Option("products", "1000|all", "Choose the official set if the folder has both. Default: 1000."),
                new Option("index", "DIR", "Keep the index of a large set in this folder."),
                new Option(
                        "goals",
                        "human|synthetic",
                        "Use instructions that people wrote, or generated ones. Default: human."),
                new Option(
                        "order",
                        "shuffled|product",
                        "Order the goals as WebShop or as AgentFly does. Default: shuffled."),
                new Option("load-seed", "N", "Set the seed of prices and price limits. Default: 0."),
                new Option("goal-limit", "N", "Keep N goals, drawn by weight. Default: all."),
                new Option(
                        "session", "N", "Choose the goal by its number, or draw one by any word. Default: draw one."),
                new Option("seed", "N", "Draw the goal from this seed, where no number names it. Default: 0."),
                new Option("mode", "text|text_rich|html|url", "Choose the form of observations. Default: text."),
                new Option("nouns", "FILE", "Read recorded nouns by product title from this file, for exact rewards."),
                new Option("spacy", "DIR", "Find nouns with the spaCy model in this folder."),
                new Option("attributes", "true|false", "Show the attributes button. Default: false."),
                new Option("previous-observations", "N", "Repeat N earlier observations. Default: 0."),
                new Option("previous-actions", "N", "Repeat N earlier actions. Default: 0."),
                new Option("session-prefix", "TEXT", "Put this text before the id of each session."),
                COMPAT);
    }

    @Override
    public WebshopEnvironment open(Map<String, String> options) {
        OptionReader reader = new OptionReader(options);
        WebshopSettings settings = new WebshopSettings(
                ObservationMode.of(reader.text("mode", "text")),
                reader.choice("attributes", "false", "true"),
                reader.text("session-prefix", ""),
                reader.number("previous-observations"),
                reader.number("previous-actions"),
                EnvironmentProvider.compat(options));
        return new WebshopEnvironment(Shops.shared(shop(options, "")), settings);
    }

    /** WebShop's recordings are of its data files, and go on after the purchase. */
    @Override
    public Map<String, String> asRecorded(Map<String, String> options) {
        Map<String, String> recorded = new LinkedHashMap<>(options);
        if (options.containsKey("data")) {
            recorded.putIfAbsent(COMPAT.name(), "true");
        }
        return recorded;
    }

    /** The shop as a web site; goals are in AgentFly's order unless the options say otherwise. */
    public static ShopSite site(Map<String, String> options) {
        Map<String, String> inOrder = new LinkedHashMap<>(options);
        inOrder.putIfAbsent("order", "product");
        return ShopSite.of(Shops.shared(shop(inOrder, "")));
    }

    /** The shop that options and a split ask for. */
    static ShopOptions shop(Map<String, String> options, String split) {
        OptionReader reader = new OptionReader(options);
        Optional<Path> data = reader.path("data");
        if (data.isEmpty() && split.equals(OFFICIAL)) {
            data = Optional.of(officialData()
                    .orElseThrow(
                            () -> new WebshopException("webshop:official needs WebShop's data files; point --data or"
                                    + " WEBSHOP_DATA at the folder with items_shuffle_1000.json")));
        } else if (!split.isEmpty() && !split.equals(OFFICIAL)) {
            throw new WebshopException("there is no split '" + split
                    + "' of webshop; there are: official, and the bundled" + " one without a name");
        }
        return new ShopOptions(
                data.orElse(null),
                reader.choice("products", "1000", "all"),
                reader.path("index").orElse(null),
                !reader.choice("goals", "human", "synthetic"),
                !reader.choice("order", "shuffled", "product"),
                reader.wide("load-seed"),
                reader.number("goal-limit"),
                reader.path("nouns").orElse(null),
                reader.path("spacy").orElse(null));
    }

    static Optional<Path> officialData() {
        return Optional.ofNullable(System.getProperty("webshop.data", System.getenv("WEBSHOP_DATA")))
                .filter(text -> !text.isBlank())
                .map(Path::of);
    }

    /** The task that names the session of the options; without one the goal is drawn, in a vector of environments another in each. */
    @Override
    public Task task(Map<String, String> options) {
        long seed = new OptionReader(options).wide("seed");
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("seed", seed);
        String session = options.getOrDefault("session", EnvironmentProvider.compat(options) ? "0" : "");
        if (!session.isEmpty()) {
            fields.put("session", session);
        }
        return Task.of(
                "webshop-" + (session.isEmpty() ? "seed-" + seed : session),
                "Buy what the shop's instruction asks for.",
                fields);
    }

    /** All goals of a shop in AgentFly's order, so that {@code task_id} means what it means there. */
    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        Map<String, String> inOrder = new LinkedHashMap<>(options);
        inOrder.putIfAbsent("order", "product");
        Shop shop = Shops.shared(shop(inOrder, split));
        return IntStream.range(0, shop.goalCount()).mapToObj(number -> suiteTask(shop, number, split, inOrder));
    }

    private static Task suiteTask(Shop shop, int number, String split, Map<String, String> options) {
        String instruction = shop.instruction(number);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("task_id", number);
        fields.put("split", split);
        fields.put("instruction", instruction);
        for (String shared : ShopResource.SHOP_OPTIONS) {
            String value = options.get(shared);
            if (value != null) {
                fields.put(shared.replace('-', '_'), value);
            }
        }
        String prompt =
                "You are shopping on the web. Use webshop_browser to search, open products, choose options and buy"
                        + " what is asked for; the purchase ends the episode.\nInstruction: " + instruction;
        String id = (split.isEmpty() ? "webshop-" : "webshop-" + split + "-") + number;
        return Task.of(id, prompt, fields);
    }

    @Override
    public List<Check> checks() {
        Optional<Path> data = officialData();
        Check official = data.map(folder -> {
                    boolean there = Files.isRegularFile(folder.resolve("items_shuffle_1000.json"))
                            || Files.isRegularFile(folder.resolve("items_shuffle.json"));
                    return new Check(
                            "webshop official data",
                            there,
                            there
                                    ? "found in " + folder
                                    : "WEBSHOP_DATA is " + folder + ", but has no items_shuffle file");
                })
                .orElseGet(() -> new Check(
                        "webshop official data",
                        false,
                        "not set up; set WEBSHOP_DATA to the folder with items_shuffle_1000.json (the bundled products"
                                + " work without)"));
        return List.of(new Check("webshop", true, "bundled products"), official);
    }
}
