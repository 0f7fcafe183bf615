package dev.guerdon.webshop;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Internal;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import dev.guerdon.webshop.catalogue.ProductSources;
import dev.guerdon.webshop.catalogue.ProductSources.Loaded;
import dev.guerdon.webshop.catalogue.ProductSources.Progress;
import dev.guerdon.webshop.catalogue.ShopOptions;
import dev.guerdon.webshop.catalogue.ShopProduct;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Parts of a shop that all shoppers share: products, search, goals and scoring. Safe for many threads.
 *
 * <p>Small sets are read into memory. Files beyond {@value ProductSources#IN_MEMORY_LIMIT} bytes are streamed once into an index on disk, which
 * later starts reuse.
 */
@Internal
public final class ShopWorld {

    /** Lucene warns at its first use that it could be faster with an incubating module; held here so that the level stays. */
    private static final Logger LUCENE = Logger.getLogger("org.apache.lucene.internal.vectorization");

    static {
        if (LUCENE.getLevel() == null) {
            LUCENE.setLevel(Level.SEVERE);
        }
    }

    private static final System.Logger LOG = System.getLogger(ShopWorld.class.getName());
    private static final ConcurrentMap<ShopOptions, ShopWorld> OPEN = new ConcurrentHashMap<>();

    /** Number of results that a page shows. */
    private static final int PAGE_SIZE = 10;

    private final ShopOptions options;
    private final Loaded loaded;
    private final ProductCatalogue catalogue;
    private final ShopGoals goals;
    private final PurchaseScorer scorer;
    private final PythonRandom random;
    private final AtomicLong draws = new AtomicLong();

    private ShopWorld(
            ShopOptions options,
            Loaded loaded,
            ProductCatalogue catalogue,
            ShopGoals goals,
            PurchaseScorer scorer,
            PythonRandom random) {
        this.options = options;
        this.loaded = loaded;
        this.catalogue = catalogue;
        this.goals = goals;
        this.scorer = scorer;
        this.random = random;
    }

    /** Opens a shop. */
    public static ShopWorld open(ShopOptions options) {
        return open(options, Progress.SILENT);
    }

    /** Opens a shop, and tells how building a large index goes. */
    public static ShopWorld open(ShopOptions options, Progress progress) {
        ProductSources source = ProductSources.of(options, progress);
        PythonRandom random = new PythonRandom(options.loadSeed());
        ProductCatalogue catalogue = source.catalogue(random);
        ShopGoals goals = options.humanGoals()
                ? ShopGoals.human(catalogue, source.humanInstructions(), random)
                : ShopGoals.synthetic(catalogue, random);
        if (options.shuffled()) {
            goals.shuffle(random);
        }
        if (options.goalLimit() > 0) {
            goals.limit(options.goalLimit(), random);
        }
        return new ShopWorld(options, source.loaded(), catalogue, goals, new PurchaseScorer(nouns(options)), random);
    }

    /** Returns the shop for these options, opened on first use and kept. Building a large index is logged at every tenth of the way. */
    public static ShopWorld shared(ShopOptions options) {
        ShopWorld open = OPEN.get(options);
        return open != null ? open : OPEN.computeIfAbsent(options, wanted -> open(wanted, logging()));
    }

    private static Progress logging() {
        AtomicLong told = new AtomicLong();
        return (products, bytes, total) -> {
            long tenths = bytes * 10 / Math.max(1, total);
            if (tenths > told.getAndSet(tenths)) {
                LOG.log(System.Logger.Level.INFO, "indexed {0} products, {1} % of the file", products, tenths * 10);
            }
        };
    }

    private static NounExtractor nouns(ShopOptions options) {
        NounExtractor heuristic = NounExtractor.heuristic();
        return options.nouns() == null ? heuristic : NounExtractor.recorded(options.nouns(), heuristic);
    }

    /** Returns how reading the products went. */
    public Loaded loaded() {
        return loaded;
    }

    /** Returns how many goals there are. */
    public int goalCount() {
        return goals.size();
    }

    /** Returns the instruction of a goal, as pages show it. */
    public String instruction(int goal) {
        return goals.goal(goal).instruction();
    }

    ShopOptions options() {
        return options;
    }

    public ProductCatalogue catalogue() {
        return catalogue;
    }

    /**
     * Returns a page of results.
     *
     * @param keywords the words; a first word such as {@code <c>} lists a category instead of searching
     * @param number the page, from 1; beyond the end it is empty
     * @param random draws for {@code <r>}
     */
    ShopPage.Results results(List<String> keywords, int number, Supplier<PythonRandom> random) {
        long length = keywords.stream().mapToLong(word -> word.length() + 1L).sum();
        if (length > Environment.LONGEST_ACTION) {
            throw new WebshopException(String.format(
                    Locale.ROOT,
                    "the search has %,d characters, and at most %,d are read; search for fewer words",
                    length,
                    Environment.LONGEST_ACTION));
        }
        int[] found = catalogue.find(keywords, random);
        List<ShopProduct> shown = new ArrayList<>(PAGE_SIZE);
        long from = (number - 1L) * PAGE_SIZE;
        for (long i = Math.max(from, 0); i < Math.min(from + PAGE_SIZE, found.length) && from >= 0; i++) {
            shown.add(catalogue.brief(found[(int) i]));
        }
        return new ShopPage.Results(keywords, number, found.length, shown);
    }

    public ShopGoals goals() {
        return goals;
    }

    /** Random numbers from where the reference has them once it is loaded; each shopper draws on their own. */
    public PythonRandom random() {
        return random.copy();
    }

    /** Returns a seed for an episode that has none: the next of this shop's own sequence, which begins anew in each process. */
    public long nextDraw() {
        return draws.getAndIncrement();
    }

    public Webshop.Parts score(ShopProduct bought, Collection<String> chosen, ShopGoal goal) {
        return scorer.score(bought, catalogue.price(catalogue.find(bought.asin())), chosen, goal);
    }
}
