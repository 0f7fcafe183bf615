package dev.guerdon.lab;

import dev.guerdon.api.Task;
import dev.guerdon.core.Names;
import dev.guerdon.core.Registry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The suites there are: those that come with Guerdon, those that plugins bring, and files. */
public final class Suites {

    /** Those that come with Guerdon, in the order in which they are listed. */
    private static final List<String> BUNDLED =
            List.of("starter", "alfworld", "webshop", "scienceworld", "minilab", "qa", "math");

    private static final String FOLDER = "suites/";

    private Suites() {}

    /**
     * A suite that can be run by name.
     *
     * @param name the name
     * @param description one line
     */
    public record Entry(String name, String description) {}

    /** Every suite that has a name. */
    public static List<Entry> list() {
        List<Entry> entries = new ArrayList<>();
        for (String name : BUNDLED) {
            YamlNode root = YamlFile.read(resource(name + ".yaml"), name);
            entries.add(new Entry(
                    name,
                    root.find("description").map(YamlNode::text).orElse("").strip()));
        }
        providers().forEach(provider -> entries.add(new Entry(provider.name(), provider.description())));
        return entries;
    }

    /**
     * Makes a suite.
     *
     * @param reference a name, a name and a split such as {@code webshop:official}, or the path of a YAML file
     * @throws LabException where there is none, with the nearest name
     */
    public static Suite load(Registry registry, String reference) {
        int colon = reference.indexOf(':');
        String name = colon < 0 ? reference : reference.substring(0, colon);
        Optional<String> split = colon < 0 ? Optional.empty() : Optional.of(reference.substring(colon + 1));
        Optional<String> bundled =
                BUNDLED.stream().filter(name::equalsIgnoreCase).findFirst();
        if (bundled.isPresent()) {
            return bundled(registry, bundled.get(), split);
        }
        Optional<SuiteProvider> provider = providers().stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst();
        if (provider.isPresent()) {
            return provider.get().load(registry, split.orElse(""));
        }
        Path file = Path.of(reference);
        if (Files.isRegularFile(file)) {
            return file(registry, file);
        }
        throw unknown(reference, name);
    }

    private static Suite bundled(Registry registry, String name, Optional<String> split) {
        Suite suite = new SuiteFile(registry, Suites::bundledData, split)
                .read(YamlFile.read(resource(name + ".yaml"), name + ".yaml"), name);
        return split.isEmpty()
                ? suite
                : new Suite(suite.name() + ":" + split.get(), suite.description(), suite.parts());
    }

    /**
     * Makes a suite from a file {@code NAME.yaml} that lies beside a class, for a {@link SuiteProvider}.
     *
     * @param split what stands behind the colon after the name, empty for nothing
     */
    public static Suite beside(Class<?> owner, Registry registry, String name, String split) {
        Suite suite = new SuiteFile(
                        registry, data -> data(owner, data), split.isEmpty() ? Optional.empty() : Optional.of(split))
                .read(YamlFile.read(resource(owner, name + ".yaml"), name + ".yaml"), name);
        return split.isEmpty() ? suite : new Suite(suite.name() + ":" + split, suite.description(), suite.parts());
    }

    /** The description in such a file. */
    public static String description(Class<?> owner, String name) {
        return YamlFile.read(resource(owner, name + ".yaml"), name + ".yaml")
                .find("description")
                .map(YamlNode::text)
                .orElse("")
                .strip();
    }

    private static List<Task> data(Class<?> owner, String name) {
        try (InputStream in = open(owner, name)) {
            return Dataset.read(in, name, name.replaceFirst("^.*/", "").replaceFirst("\\..*", ""));
        } catch (IOException e) {
            throw new LabException("the bundled file " + name + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String resource(Class<?> owner, String name) {
        try (InputStream in = open(owner, name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new LabException("the bundled file " + name + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static InputStream open(Class<?> owner, String name) {
        return Objects.requireNonNull(owner.getResourceAsStream(name), name);
    }

    private static Suite file(Registry registry, Path file) {
        String fileName = String.valueOf(file.getFileName());
        return new SuiteFile(registry, data -> Dataset.read(file.resolveSibling(data)), Optional.empty())
                .read(YamlFile.read(file), fileName.replaceFirst("\\.(ya?ml|json)$", ""));
    }

    private static LabException unknown(String reference, String name) {
        if (reference.endsWith(".yaml") || reference.endsWith(".yml") || reference.contains("/")) {
            return new LabException("there is no suite file " + reference);
        }
        List<String> known = new ArrayList<>(BUNDLED);
        providers().forEach(provider -> known.add(provider.name()));
        String hint = Names.didYouMean(name.toLowerCase(Locale.ROOT), known);
        return new LabException("there is no suite '" + reference + "'"
                + (hint.isEmpty() ? "; there are: " + String.join(", ", known) + ", and YAML files by path" : hint));
    }

    private static List<SuiteProvider> providers() {
        try {
            return ServiceLoader.load(SuiteProvider.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
        } catch (ServiceConfigurationError e) {
            throw new LabException("a suite could not be loaded: " + e.getMessage(), e);
        }
    }

    private static List<Task> bundledData(String name) {
        return data(Suites.class, FOLDER + name);
    }

    private static String resource(String name) {
        return resource(Suites.class, FOLDER + name);
    }
}
