package dev.guerdon.lab.suite;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.CompositeReward;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.SettingsFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A recipe as its file has it.
 *
 * @param file the file's name for messages
 * @param members {@code name}, {@code parts} and, if it is given, {@code clip}
 */
@Internal
public record RecipeFile(String file, Map<String, @Nullable Object> members) {

    /** The recipes that come with Guerdon. */
    public static final List<String> SHIPPED = List.of("dapo", "r1", "search_r1", "toolrl");

    private static final int LONGEST = 8_000;

    /**
     * Returns the name of the reward that a recipe is.
     *
     * @param recipe the name of one that comes with Guerdon, or a file
     * @param folder where the file of a relative path is
     */
    public static String reward(Registry registry, String recipe, Path folder) {
        boolean shipped = SHIPPED.contains(recipe);
        if (!shipped && !isFile(folder, recipe)) {
            throw new LabException("there is no recipe '" + recipe + "': expected a file, or one of "
                    + String.join(", ", SHIPPED) + NameRules.didYouMean(recipe, SHIPPED));
        }
        RecipeFile read = shipped ? shipped(recipe) : read(folder.resolve(recipe));
        try {
            return registry.reward(CompositeReward.nameOf(read.members)).name();
        } catch (GuerdonException e) {
            throw new LabException(read.file + ": " + e.getMessage(), e);
        }
    }

    private static boolean isFile(Path folder, String recipe) {
        try {
            return Files.isRegularFile(folder.resolve(recipe));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static RecipeFile read(Path file) {
        String name = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        return of(YamlFile.read(file), name);
    }

    /** Returns one that comes with Guerdon. */
    private static RecipeFile shipped(String name) {
        String path = "/dev/guerdon/lab/recipe/" + name + ".yaml";
        try (InputStream in = RecipeFile.class.getResourceAsStream(path)) {
            String text = new String(Objects.requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8);
            return of(YamlFile.read(text, "the recipe " + name), name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RecipeFile of(SettingsFile root, String fallbackName) {
        root.allow("a recipe", "name", "description", "parts", "clip");
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("name", root.text("name", "a name", fallbackName));
        SettingsFile parts =
                root.find("parts").orElseThrow(() -> root.problem("a recipe needs 'parts', a list of rewards"));
        for (SettingsFile part : parts.list("the parts of a recipe")) {
            part.allow("a part of a recipe", "reward", "weight", "gate", "clip", "map");
            if (part.find("reward").isEmpty()) {
                throw part.problem("a part of a recipe needs a 'reward'");
            }
        }
        members.put("parts", parts.plain());
        root.find("clip").ifPresent(clip -> members.put("clip", clip.plain()));
        if (members.toString().length() > LONGEST) {
            throw new LabException(root.file() + " is too long for a recipe: more than " + LONGEST + " characters");
        }
        return new RecipeFile(root.file(), members);
    }
}
