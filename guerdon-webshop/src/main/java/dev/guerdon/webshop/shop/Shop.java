package dev.guerdon.webshop.shop;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.webshop.catalogue.Catalogue;
import dev.guerdon.webshop.catalogue.Loaded;
import dev.guerdon.webshop.catalogue.Product;
import dev.guerdon.webshop.catalogue.Progress;
import dev.guerdon.webshop.goal.Goal;
import dev.guerdon.webshop.goal.Goals;
import dev.guerdon.webshop.goal.RewardBreakdown;
import dev.guerdon.webshop.goal.Scorer;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What all shoppers share: products, search, goals and scoring. Safe for many threads.
 *
 * <p>Small sets are read into memory. Files beyond {@value #IN_MEMORY_LIMIT} bytes are streamed once into an index on disk, which
 * later starts reuse.
 */
@Internal
public final class Shop {

    static final long IN_MEMORY_LIMIT = 64L << 20;

    /** Lucene warns at its first use that it could be faster with an incubating module; held here so that the level stays. */
    private static final Logger LUCENE = Logger.getLogger("org.apache.lucene.internal.vectorization");

    static {
        if (LUCENE.getLevel() == null) {
            LUCENE.setLevel(Level.SEVERE);
        }
    }

    private final ShopOptions options;
    private final Loaded loaded;
    private final Storefront storefront;
    private final Goals goals;
    private final Scorer scorer;
    private final PythonRandom random;
    private final AtomicLong draws = new AtomicLong();

    private Shop(
            ShopOptions options, Loaded loaded, Catalogue catalogue, Goals goals, Scorer scorer, PythonRandom random) {
        this.options = options;
        this.loaded = loaded;
        this.storefront = new Storefront(catalogue);
        this.goals = goals;
        this.scorer = scorer;
        this.random = random;
    }

    /** Opens a shop. */
    public static Shop open(ShopOptions options) {
        return open(options, Progress.SILENT);
    }

    /** Opens a shop, and tells how building a large index goes. */
    public static Shop open(ShopOptions options, Progress progress) {
        Sources source = Sources.of(options, progress);
        PythonRandom random = new PythonRandom(options.loadSeed());
        Catalogue catalogue = source.catalogue(random);
        Goals goals = options.humanGoals()
                ? Goals.human(catalogue, source.humanInstructions(), random)
                : Goals.synthetic(catalogue, random);
        if (options.shuffled()) {
            goals.shuffle(random);
        }
        if (options.goalLimit() > 0) {
            goals.limit(options.goalLimit(), random);
        }
        return new Shop(options, source.loaded(), catalogue, goals, new Scorer(Nouns.of(options)), random);
    }

    /** How reading the products went. */
    public Loaded loaded() {
        return loaded;
    }

    /** How many goals there are. */
    public int goalCount() {
        return goals.size();
    }

    /** The instruction of a goal, as pages show it. */
    public String instruction(int goal) {
        return goals.goal(goal).instruction();
    }

    ShopOptions options() {
        return options;
    }

    public Storefront storefront() {
        return storefront;
    }

    public Goals goals() {
        return goals;
    }

    /** Random numbers from where the reference has them once it is loaded; each shopper draws on their own. */
    public PythonRandom random() {
        return random.copy();
    }

    /** A seed for an episode that has none: the next of this shop's own sequence, which begins anew in each process. */
    public long nextDraw() {
        return draws.getAndIncrement();
    }

    public RewardBreakdown score(Product bought, Collection<String> chosen, Goal goal) {
        Catalogue catalogue = storefront.catalogue();
        return scorer.score(bought, catalogue.price(catalogue.find(bought.asin())), chosen, goal);
    }
}
