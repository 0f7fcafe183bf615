package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.SuiteProvider;
import dev.guerdon.api.SuiteText;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.SettingsFile;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.spi.SuiteFactory;
import dev.guerdon.lab.suite.RecipeFile;
import dev.guerdon.lab.suite.SuiteDefinition;
import dev.guerdon.lab.suite.SuiteDefinition.GivenOptions;
import dev.guerdon.lab.suite.TaskDataset;
import dev.guerdon.lab.suite.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The suites there are: those that plugins bring, Guerdon's own among them, and files; and recipes, which are composites of rewards. */
@Experimental
public final class Suites {

    private Suites() {}

    /**
     * A suite that can be run by name.
     *
     * @param name the name
     * @param description one line
     */
    public record Entry(String name, String description) {}

    /** Returns every suite that has a name, by name. */
    public static List<Entry> list(Registry registry) {
        return registry.all(SuiteProvider.class).stream()
                .map(provider -> new Entry(provider.name(), description(provider)))
                .toList();
    }

    private static String description(SuiteProvider provider) {
        return switch (provider) {
            case SuiteText text ->
                YamlFile.read(text.definition(), text.name())
                        .find("description")
                        .map(SettingsFile::text)
                        .orElse("")
                        .strip();
            case SuiteFactory factory -> factory.description();
            default -> "";
        };
    }

    /**
     * Makes a suite.
     *
     * @param reference a name, a name and a split such as {@code shop:test}, or the path of a YAML file
     * @throws LabException if there is none, with the nearest name
     */
    public static Suite load(Registry registry, String reference) {
        return load(registry, reference, Map.of());
    }

    /**
     * Makes a suite whose environments have other options.
     *
     * @param reference as in {@link #load(Registry, String)}
     * @param options options of environments by name, which go before the suite's own
     */
    public static Suite load(Registry registry, String reference, Map<String, String> options) {
        int colon = reference.indexOf(':');
        String name = colon < 0 ? reference : reference.substring(0, colon);
        @Nullable String split = colon < 0 ? null : reference.substring(colon + 1);
        if (registry.has(SuiteProvider.class, name)) {
            return switch (registry.find(SuiteProvider.class, name)) {
                case SuiteText text -> text(registry, text, split, options);
                case SuiteFactory factory ->
                    new GivenOptions(options).over(registry, factory.load(registry, split == null ? "" : split));
                case SuiteProvider other ->
                    throw new LabException("the suite '" + name + "' is a "
                            + other.getClass().getName() + "; expected a SuiteText or a SuiteFactory");
            };
        }
        Path file = Path.of(reference);
        if (Files.isRegularFile(file)) {
            return file(registry, file, options);
        }
        throw unknown(registry, reference, name);
    }

    private static Suite text(Registry registry, SuiteText text, @Nullable String split, Map<String, String> options) {
        Suite suite = new SuiteDefinition(registry, file -> data(text, file), split, options)
                .read(YamlFile.read(text.definition(), text.name() + ".yaml"), text.name());
        return split == null ? suite : new Suite(suite.name() + ":" + split, suite.description(), suite.parts());
    }

    private static Suite file(Registry registry, Path file, Map<String, String> options) {
        String fileName = String.valueOf(file.getFileName());
        return new SuiteDefinition(
                        registry, data -> TaskDataset.read(registry, file.resolveSibling(data)), null, options)
                .read(YamlFile.read(file), fileName.replaceFirst("\\.(ya?ml|json)$", ""));
    }

    /**
     * Returns the tasks of a data file: JSON lines, a JSON array, or rows of a format that the catalogue has.
     *
     * @throws LabException with file and line where it cannot be read
     */
    public static List<Task> tasks(Registry registry, Path file) {
        return TaskDataset.read(registry, file).stream()
                .map(TaskDataset.Row::task)
                .toList();
    }

    /** Reads a YAML file of settings. */
    public static SettingsFile settings(Path file) {
        return YamlFile.read(file);
    }

    private static LabException unknown(Registry registry, String reference, String name) {
        if (reference.endsWith(".yaml") || reference.endsWith(".yml") || reference.contains("/")) {
            return new LabException("there is no suite file " + reference);
        }
        List<String> known = registry.names(SuiteProvider.class);
        String hint = NameRules.didYouMean(name.toLowerCase(Locale.ROOT), known);
        return new LabException("there is no suite '" + reference + "'"
                + (hint.isEmpty() ? "; there are: " + String.join(", ", known) + ", and YAML files by path" : hint));
    }

    private static List<TaskDataset.Row> data(SuiteText text, String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        try (InputStream in = text.open(file)) {
            return TaskDataset.read(in, name, name.replaceFirst("\\..*", ""));
        } catch (IOException e) {
            throw new LabException(
                    "the file " + file + " of the suite '" + text.name() + "' cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the names of the recipes that come with Guerdon. */
    public static List<String> recipes() {
        return RecipeFile.SHIPPED;
    }

    /**
     * Returns the name of the reward that a recipe is, for {@link Registry#reward(String)}: it holds all of the recipe, so it can be used and stored
     * wherever the name of a reward can.
     *
     * @param recipe the name of one that comes with Guerdon, or a file
     */
    public static String recipe(Registry registry, String recipe) {
        return RecipeFile.reward(registry, recipe, Path.of(""));
    }
}
