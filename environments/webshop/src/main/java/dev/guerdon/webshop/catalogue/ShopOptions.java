package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Options of a shop.
 *
 * @param data the folder with the official files; null for the bundled catalogue
 * @param full whether the full set is wanted where the folder also has the small one
 * @param index where the index of a large set is kept; null for beside the data
 * @param humanGoals goals that people wrote, else machine-written ones
 * @param shuffled whether goals are in the order of WebShop itself, else in product order as AgentFly has them
 * @param loadSeed decides the random prices and price limits
 * @param goalLimit how many goals to keep; 0 for all
 * @param nouns a recorded table of nouns, or null
 */
@Internal
public record ShopOptions(
        @Nullable Path data,
        boolean full,
        @Nullable Path index,
        boolean humanGoals,
        boolean shuffled,
        long loadSeed,
        int goalLimit,
        @Nullable Path nouns) {

    /** Returns the bundled catalogue with goals that people would write, in WebShop's order. */
    public static ShopOptions bundled() {
        return new ShopOptions(null, false, null, true, true, 0, 0, null);
    }

    /** Returns the same with official data. */
    public ShopOptions withData(Path folder) {
        return new ShopOptions(folder, full, index, humanGoals, shuffled, loadSeed, goalLimit, nouns);
    }

    /** Returns the same with the full set where the folder also has the small one. */
    public ShopOptions withFullSet() {
        return new ShopOptions(data, true, index, humanGoals, shuffled, loadSeed, goalLimit, nouns);
    }

    /** Returns the same with an index that is kept in this folder. */
    public ShopOptions withIndex(Path folder) {
        return new ShopOptions(data, full, folder, humanGoals, shuffled, loadSeed, goalLimit, nouns);
    }

    /** Returns the same with other goals. */
    public ShopOptions withGoals(boolean human, boolean shuffledOrder) {
        return new ShopOptions(data, full, index, human, shuffledOrder, loadSeed, goalLimit, nouns);
    }

    /** Returns the same with at most that many goals. */
    public ShopOptions withGoalLimit(int limit) {
        return new ShopOptions(data, full, index, humanGoals, shuffled, loadSeed, limit, nouns);
    }

    /** Returns the same with a recorded table of nouns. */
    public ShopOptions withNouns(Path table) {
        return new ShopOptions(data, full, index, humanGoals, shuffled, loadSeed, goalLimit, table);
    }
}
