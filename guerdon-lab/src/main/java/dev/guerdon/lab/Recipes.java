package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.suite.RecipeFile;
import java.nio.file.Path;
import java.util.List;

/**
 * Recipes: named composites of rewards with weights, gates, clipping and field mapping, as YAML.
 *
 * <p>A recipe becomes the name of a reward that holds all of it, so it can be used and stored wherever the name of a reward can.
 */
@Experimental
public final class Recipes {

    private Recipes() {}

    /** The names of the recipes that come with Guerdon. */
    public static List<String> names() {
        return RecipeFile.SHIPPED;
    }

    /**
     * The name of the reward that a recipe is, for {@link Registry#reward(String)}.
     *
     * @param recipe the name of one that comes with Guerdon, or a file
     */
    public static String reward(Registry registry, String recipe) {
        return RecipeFile.reward(registry, recipe, Path.of(""));
    }
}
