package dev.guerdon.webshop;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.webshop.catalogue.ShopOptions;
import dev.guerdon.webshop.catalogue.WebshopException;
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

    /** All options in the order in which help shows them. */
    private static final List<Option> OPTIONS = Stream.concat(
                    Utf8.resource(WebshopProvider.class, "options.txt")
                            .lines()
                            .map(line -> line.split(" ", 3))
                            .map(parts -> new Option(parts[0], parts[1], parts[2])),
                    Stream.of(COMPAT))
            .toList();

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
        return OPTIONS;
    }

    @Override
    public WebshopEnvironment open(Map<String, String> options) {
        OptionReader reader = new OptionReader(options);
        WebshopSettings settings = new WebshopSettings(
                WebshopSettings.ObservationMode.of(reader.text("mode", "text")),
                reader.choice("attributes", "false", "true"),
                reader.text("session-prefix", ""),
                reader.number("previous-observations"),
                reader.number("previous-actions"),
                EnvironmentProvider.compat(options));
        return new WebshopEnvironment(ShopWorld.shared(shop(options, "")), settings);
    }

    /** Returns options that continue after the purchase if the data files are WebShop's, as its recordings do. */
    @Override
    public Map<String, String> asRecorded(Map<String, String> options) {
        Map<String, String> recorded = new LinkedHashMap<>(options);
        if (options.containsKey("data")) {
            recorded.putIfAbsent(COMPAT.name(), "true");
        }
        return recorded;
    }

    /** Returns the shop as a web site; goals are in AgentFly's order unless the options say otherwise. */
    public static ShopSite site(Map<String, String> options) {
        Map<String, String> inOrder = new LinkedHashMap<>(options);
        inOrder.putIfAbsent("order", "product");
        return ShopSite.of(ShopWorld.shared(shop(inOrder, "")));
    }

    /** Returns the shop that options and a split ask for. */
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
                reader.path("nouns").orElse(null));
    }

    static Optional<Path> officialData() {
        return Optional.ofNullable(System.getProperty("webshop.data", System.getenv("WEBSHOP_DATA")))
                .filter(text -> !text.isBlank())
                .map(Path::of);
    }

    /**
     * Returns the task that names the session of the options; without one the goal is drawn, in a vector of environments another
     * in each.
     */
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

    /** Returns all goals of a shop in AgentFly's order, so that {@code task_id} means what it means there. */
    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        Map<String, String> inOrder = new LinkedHashMap<>(options);
        inOrder.putIfAbsent("order", "product");
        ShopWorld shop = ShopWorld.shared(shop(inOrder, split));
        return IntStream.range(0, shop.goalCount()).mapToObj(number -> suiteTask(shop, number, split, inOrder));
    }

    private static Task suiteTask(ShopWorld shop, int number, String split, Map<String, String> options) {
        String instruction = shop.instruction(number);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("task_id", number);
        fields.put("split", split);
        fields.put("instruction", instruction);
        for (String shared : WebshopTools.SHOP_OPTIONS) {
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

    /** Reads options by name, with messages that say what was expected. */
    static final class OptionReader {

        private final Map<String, String> options;

        OptionReader(Map<String, String> options) {
            this.options = options;
        }

        String text(String name, String otherwise) {
            return options.getOrDefault(name, otherwise);
        }

        Optional<Path> path(String name) {
            return Optional.ofNullable(options.get(name)).map(Path::of);
        }

        /** Returns whether the second of two words was chosen; the first is the default. */
        boolean choice(String name, String first, String second) {
            String word = options.getOrDefault(name, first);
            if (!word.equals(first) && !word.equals(second)) {
                throw new WebshopException(
                        "expected --" + name + " " + first + " or " + second + ", found '" + word + "'");
            }
            return word.equals(second);
        }

        int number(String name) {
            long wide = wide(name);
            if (wide < 0 || wide > Integer.MAX_VALUE) {
                throw new WebshopException("expected --" + name + " to be 0 or more, found " + wide);
            }
            return (int) wide;
        }

        long wide(String name) {
            String text = options.getOrDefault(name, "0");
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new WebshopException("expected a whole number for --" + name + ", found '" + text + "'");
            }
        }
    }
}
