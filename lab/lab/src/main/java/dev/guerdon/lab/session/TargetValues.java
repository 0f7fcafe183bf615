package dev.guerdon.lab.session;

import dev.guerdon.agent.AgentCatalogue;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.api.agent.AgentProvider.Domain;
import dev.guerdon.api.agent.AgentProvider.Setting;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Patch.Kind;
import dev.guerdon.lab.spi.Patch.Target;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what a plan lets change, with the values that it has in the start. */
final class TargetValues {

    /** The setting in which an agent gets the folder that it works in. */
    static final String FOLDER = "folder";

    private static final int LARGEST_FILE = 200_000;

    private final ImprovePlan plan;
    private final AgentProvider kind;
    private final Suite.Part part;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, Target> targets = new LinkedHashMap<>();
    private final Map<String, String> values = new LinkedHashMap<>();

    private TargetValues(ImprovePlan plan, AgentProvider kind, Suite.Part part) {
        this.plan = plan;
        this.kind = kind;
        this.part = part;
        kind.settings().forEach(setting -> settings.put(setting.name(), setting.fallback()));
        settings.putAll(part.settings());
        settings.putAll(plan.champion().settings());
    }

    /** Returns what may change of the agent of a suite. */
    public static Patch.Space of(ImprovePlan plan, Registry registry, Suite suite) {
        Suite.Part part = suite.parts().getFirst();
        String agent = plan.champion().agent().isEmpty()
                ? part.agent()
                : plan.champion().agent();
        if (plan.champion().agent().isEmpty()
                && suite.parts().stream().anyMatch(other -> !other.agent().equals(agent))) {
            throw new LabException("the suite '" + suite.name() + "' has several agents; name one in 'champion'");
        }
        TargetValues found = new TargetValues(plan, registry.find(AgentProvider.class, agent), part);
        found.settings();
        found.listed();
        found.sections(registry);
        found.tools(suite);
        found.options();
        found.files();
        return new Patch.Space(found.targets, found.values);
    }

    private void add(Target target, String value) {
        targets.put(target.id(), target);
        values.put(target.id(), value);
    }

    private void settings() {
        plan.change().settings().forEach((name, range) -> {
            if (name.equals(ImprovePlanFile.ALL)) {
                kind.settings().stream()
                        .filter(setting -> setting.domain().type() != Domain.Type.TEXT)
                        .forEach(setting -> add(target(setting, range), settings.getOrDefault(setting.name(), "")));
                return;
            }
            Setting setting = kind.settings().stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new LabException(range.where() + ": the agent '" + kind.name()
                            + "' has no setting '" + name + "'"
                            + NameRules.didYouMean(
                                    name,
                                    kind.settings().stream().map(Setting::name).toList())));
            add(target(setting, range), settings.getOrDefault(name, ""));
        });
    }

    /** The settings that listed changes set; these may be of any length. */
    private void listed() {
        plan.base().candidates().stream()
                .flatMap(one -> one.settings().keySet().stream())
                .distinct()
                .filter(name -> !targets.containsKey(Kind.SETTING.target(name)))
                .forEach(name -> {
                    Domain domain = kind.settings().stream()
                            .filter(one -> one.name().equals(name))
                            .findFirst()
                            .map(Setting::domain)
                            .orElseThrow(() ->
                                    new LabException("the agent '" + kind.name() + "' has no setting '" + name
                                            + "', which a candidate sets"
                                            + NameRules.didYouMean(
                                                    name,
                                                    kind.settings().stream()
                                                            .map(Setting::name)
                                                            .toList())));
                    add(new Target(Kind.SETTING, name, domain, LARGEST_FILE), settings.getOrDefault(name, ""));
                });
    }

    private Target target(Setting setting, ImprovePlan.Range range) {
        return new Target(
                Kind.SETTING,
                setting.name(),
                domain(setting.domain(), range),
                plan.change().longest());
    }

    /** Returns what the kind says, narrowed or replaced by what the plan says. */
    private static Domain domain(Domain known, ImprovePlan.Range range) {
        if (!range.choices().isEmpty()) {
            return Domain.choice(range.choices());
        }
        if (Double.isNaN(range.least()) && Double.isNaN(range.most())) {
            return known;
        }
        double least = Double.isNaN(range.least()) ? known.least() : range.least();
        double most = Double.isNaN(range.most()) ? known.most() : range.most();
        if (Double.isNaN(least) || Double.isNaN(most)) {
            throw new LabException(
                    range.where() + ": the agent does not say how far this goes; give both 'from' and 'to'");
        }
        boolean whole = known.type() == Domain.Type.WHOLE
                || (known.type() != Domain.Type.NUMBER && least == Math.rint(least) && most == Math.rint(most));
        return new Domain(whole ? Domain.Type.WHOLE : Domain.Type.NUMBER, least, most, List.of(), known.costs());
    }

    private void sections(Registry registry) {
        List<String> wanted = plan.change().sections();
        if (wanted.isEmpty()) {
            return;
        }
        if (kind.settings().stream().noneMatch(setting -> setting.name().equals(PromptSections.SETTING))) {
            throw new LabException(
                    "the agent '" + kind.name() + "' takes no sections of a prompt; leave 'prompt' out of 'change'");
        }
        Map<String, String> texts = all(registry).texts();
        Set<String> files = new LinkedHashSet<>();
        for (String name : wanted) {
            if (name.equals(ImprovePlanFile.ALL)) {
                files.addAll(texts.keySet());
            } else {
                files.add(texts.keySet().stream()
                        .filter(file ->
                                new PromptSections.Section(file, "x").name().equals(name))
                        .findFirst()
                        // A section that is not there yet may be written; its name must be that of a file.
                        .orElseGet(() -> new PromptSections.Section(name, "x").file()));
            }
        }
        texts.keySet().forEach(file -> values.put(Kind.SECTION.target(file), texts.get(file)));
        files.forEach(file -> add(
                new Target(Kind.SECTION, file, Domain.TEXT, plan.change().longest()), texts.getOrDefault(file, "")));
    }

    /** Returns all sections that the agent has, on or off, so that settings can go on to switch them. */
    private PromptSections all(Registry registry) {
        Map<String, String> every = new LinkedHashMap<>(settings);
        kind.settings().forEach(setting -> {
            if (setting.name().equals("sections")) {
                every.put(setting.name(), "all");
            } else if (setting.name().startsWith("section.")) {
                every.put(setting.name(), "");
            } else if (setting.name().equals("own_section")) {
                every.put(setting.name(), "");
            }
        });
        return AgentCatalogue.prompt(registry, kind.name(), every);
    }

    private void tools(Suite suite) {
        List<String> wanted = plan.change().tools();
        if (wanted.isEmpty()) {
            return;
        }
        Set<String> offered = new LinkedHashSet<>();
        suite.parts().forEach(each -> offered.addAll(each.tools()));
        List<String> chosen = wanted.contains(ImprovePlanFile.ALL) ? List.copyOf(offered) : wanted;
        for (String tool : chosen) {
            if (!offered.contains(tool)) {
                throw new LabException("the suite '" + suite.name() + "' offers no tool '" + tool + "'"
                        + NameRules.didYouMean(tool, offered));
            }
        }
        if (chosen.isEmpty()) {
            throw new LabException("the suite '" + suite.name() + "' offers no tools; leave 'tools' out of 'change'");
        }
        Domain domain = new Domain(Domain.Type.TEXT, Double.NaN, Double.NaN, chosen, "");
        add(new Target(Kind.TOOLS, "", domain, 10_000), String.join(",", chosen));
    }

    private void options() {
        String spec = plan.champion().model().isEmpty()
                ? part.model()
                : plan.champion().model();
        Map<String, String> now = ModelOptions.in(spec);
        plan.change().options().forEach((name, range) -> {
            Domain known = name.equals("max_tokens")
                    ? Domain.whole(64, 200_000, "tokens")
                    : name.equals("temperature") ? Domain.number(0, 2, "") : Domain.TEXT;
            Domain domain = domain(known, range);
            if (domain.type() == Domain.Type.TEXT) {
                throw new LabException(range.where() + ": give the values of the model's option '" + name
                        + "', as {from: 0, to: 1} or as a list");
            }
            add(new Target(Kind.OPTION, name, domain, 200), now.getOrDefault(name, ""));
        });
    }

    private void files() {
        if (plan.change().files().isEmpty()) {
            return;
        }
        if (kind.settings().stream().noneMatch(setting -> setting.name().equals(FOLDER))) {
            throw new LabException("the agent '" + kind.name() + "' has no setting '" + FOLDER
                    + "', so it cannot be told where the changed files are; 'files' is for agents such as 'command'");
        }
        Path work = plan.change().work().orElseThrow();
        for (String pattern : plan.change().files()) {
            if (pattern.contains("..") || pattern.startsWith("/")) {
                throw new LabException("expected files within the work folder, found '" + pattern + "'");
            }
            boolean glob = pattern.matches(".*[*?\\[{].*");
            List<Path> found = glob ? matching(work, pattern) : List.of(work.resolve(pattern));
            if (found.isEmpty()) {
                throw new LabException("no file in " + work + " is meant by '" + pattern + "'");
            }
            for (Path file : found) {
                String name = work.relativize(file).toString().replace('\\', '/');
                add(new Target(Kind.FILE, name, Domain.TEXT, plan.change().longest()), text(file));
            }
        }
    }

    private static List<Path> matching(Path work, String pattern) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        try (Stream<Path> all = Files.walk(work)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> matcher.matches(work.relativize(file)))
                    .filter(file -> !work.relativize(file).startsWith(".git"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new LabException("the folder " + work + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String text(Path file) {
        try {
            if (!Files.exists(file)) {
                return "";
            }
            if (Files.size(file) > LARGEST_FILE) {
                throw new LabException("the file " + file + " is larger than " + LARGEST_FILE
                        + " bytes; name smaller ones in 'files'");
            }
            return Utf8.read(file);
        } catch (IOException e) {
            throw new LabException("the file " + file + " cannot be read as text: " + e.getMessage(), e);
        }
    }

    /** The options in a model's spec, {@code KIND:NAME?option=value&option=value}. */
    static final class ModelOptions {

        private ModelOptions() {}

        /** Returns the options of a spec, by name. */
        static Map<String, String> in(String spec) {
            Map<String, String> options = new LinkedHashMap<>();
            int question = question(spec);
            if (question >= 0) {
                for (String option : spec.substring(question + 1).split("&", -1)) {
                    int equals = option.indexOf('=');
                    if (equals > 0) {
                        String value = option.substring(equals + 1).replace("+", "%2B");
                        options.put(option.substring(0, equals), URLDecoder.decode(value, StandardCharsets.UTF_8));
                    }
                }
            }
            return options;
        }

        /** Returns a spec with other options; an empty value takes one away. */
        static String with(String spec, Map<String, String> changes) {
            Map<String, String> options = in(spec);
            options.putAll(changes);
            options.values().removeIf(String::isEmpty);
            int question = question(spec);
            String bare = question < 0 ? spec : spec.substring(0, question);
            return options.isEmpty()
                    ? bare
                    : bare + "?"
                            + options.entrySet().stream()
                                    .map(option -> option.getKey() + "="
                                            + URLEncoder.encode(option.getValue(), StandardCharsets.UTF_8)
                                                    .replace("+", "%20"))
                                    .collect(Collectors.joining("&"));
        }

        /** Returns where the options begin; an address may have a question mark before its hash, and a folder anywhere. */
        private static int question(String spec) {
            return spec.startsWith("replay:") ? -1 : spec.indexOf('?', Math.max(0, spec.indexOf('#')));
        }
    }
}
