package dev.guerdon.lab.diagnose;

import dev.guerdon.api.agent.AgentProvider.Domain;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Patch.Kind;
import dev.guerdon.lab.spi.Patch.Space;
import dev.guerdon.lab.spi.Patch.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The remedies of rules, made for whatever agent is at hand: a rule names what could help, and what the plan does not let change is left out.
 */
final class RuleRemedies {

    private static final String SECTION = "section.";

    private final Space space;
    private final String cause;
    private final List<Patch> patches = new ArrayList<>();

    private RuleRemedies(Space space, String cause) {
        this.space = space;
        this.cause = cause;
    }

    public static RuleRemedies of(Space space, String cause) {
        return new RuleRemedies(space, cause);
    }

    /** Returns everything that helps and may be changed, in the order in which it was named. */
    public List<Patch> list() {
        return List.copyOf(patches);
    }

    /** Multiplies a number: the first of these settings that may change. */
    public RuleRemedies times(double factor, String reason, String... settings) {
        return scaled(Kind.SETTING, factor, reason, settings);
    }

    /** Multiplies several settings at once, where the first of them may change: one without the others would gain nothing. */
    public RuleRemedies timesAll(double factor, String reason, String... settings) {
        Map<String, String> changes = new LinkedHashMap<>();
        for (String setting : settings) {
            Optional<Target> target =
                    space.any(Kind.SETTING, setting).filter(one -> one.domain().isNumber());
            target.ifPresent(one -> changes.put(one.id(), scaled(one, factor)));
        }
        Optional<Target> first = space.any(Kind.SETTING, settings[0]);
        if (first.isPresent() && !changes.isEmpty()) {
            Patch patch = new Patch(
                    settings[0] + " " + changes.getOrDefault(first.get().id(), ""), cause, reason, changes);
            if (space.changes(patch)) {
                patches.add(patch);
            }
        }
        return this;
    }

    private String scaled(Target target, double factor) {
        Domain domain = target.domain();
        double now = space.number(target).orElse(domain.least());
        return target.written(Math.clamp(Math.rint(now * factor), domain.least(), domain.most()));
    }

    /** Multiplies an option of the model. */
    public RuleRemedies option(double factor, String reason, String name) {
        return scaled(Kind.OPTION, factor, reason, name);
    }

    private RuleRemedies scaled(Kind kind, double factor, String reason, String... names) {
        space.any(kind, names).filter(target -> target.domain().isNumber()).ifPresent(target -> {
            String value = scaled(target, factor);
            add(target.name() + " " + value, reason, target, value);
        });
        return this;
    }

    /** Sets one of these settings. */
    public RuleRemedies set(String value, String reason, String... settings) {
        space.any(Kind.SETTING, settings).ifPresent(target -> add(target.name() + " " + value, reason, target, value));
        return this;
    }

    /** Adds an item to a setting that is a list with commas. */
    public RuleRemedies item(String item, String reason, String... settings) {
        space.any(Kind.SETTING, settings).ifPresent(target -> {
            String now = space.value(target.id());
            if (!List.of(now.split(",", -1)).contains(item)) {
                add(target.name() + " also " + item, reason, target, now.isBlank() ? item : now + "," + item);
            }
        });
        return this;
    }

    /**
     * Tells the agent something: switches a section of that name on, where the agent has one, else writes the text into the prompt.
     *
     * @param text what is said if there is no such section
     */
    public RuleRemedies say(String section, String text) {
        told(section, text).ifPresent(patches::add);
        return this;
    }

    /** Tells the agent several things at once, by sections that it has. */
    public RuleRemedies sayAll(String title, String... sections) {
        Map<String, String> changes = new LinkedHashMap<>();
        for (String section : sections) {
            told(section, "").ifPresent(patch -> changes.putAll(patch.changes()));
        }
        if (changes.size() > 1) {
            patches.add(new Patch(title, cause, "One does not help without the other.", changes));
        }
        return this;
    }

    private Optional<Patch> told(String section, String text) {
        String title = "the section " + section;
        Optional<Target> flag = space.any(Kind.SETTING, SECTION + section);
        if (flag.isPresent()) {
            return space.value(flag.get().id()).equals("on")
                    ? Optional.empty()
                    : Optional.of(Patch.of(
                            title,
                            cause,
                            "The agent is not told so far.",
                            flag.get().id(),
                            "on"));
        }
        if (text.isEmpty()) {
            return Optional.empty();
        }
        return place(section)
                .filter(target -> !space.value(target.id()).contains(text))
                .map(target -> {
                    String now = space.value(target.id());
                    return Patch.of(
                            title,
                            cause,
                            "The agent is not told so far.",
                            target.id(),
                            now.isBlank() ? text : now.stripTrailing() + "\n\n" + text);
                });
    }

    /** Returns where a text can be put: a section of that name, a system prompt, or a section that is empty so far. */
    private Optional<Target> place(String section) {
        List<Target> sections = space.targets().values().stream()
                .filter(target -> target.kind() == Kind.SECTION)
                .toList();
        return sections.stream()
                .filter(target -> target.name()
                        .replaceFirst("^\\d+[._-]?", "")
                        .replaceFirst("\\.\\w+$", "")
                        .equals(section))
                .findFirst()
                .or(() -> sections.stream()
                        .filter(target -> space.value(target.id()).isBlank())
                        .findFirst())
                .or(() -> space.any(Kind.SETTING, "own_section", "system"))
                .or(() -> sections.isEmpty() ? Optional.empty() : Optional.of(sections.getLast()));
    }

    /** Returns every section that is off: all of them, then each. */
    public RuleRemedies anySection() {
        Map<String, String> all = new LinkedHashMap<>();
        space.targets().values().stream()
                .filter(target -> target.kind() == Kind.SETTING && target.name().startsWith(SECTION))
                .filter(target -> !space.value(target.id()).equals("on"))
                .forEach(target -> all.put(target.id(), "on"));
        if (all.size() > 1) {
            patches.add(new Patch("all sections", cause, "The agent may know too little of the work.", all));
        }
        all.forEach((target, on) -> patches.add(Patch.of(
                "the " + target.substring(Kind.SETTING.target("").length()),
                cause,
                "The agent may know too little of the work.",
                target,
                on)));
        return this;
    }

    private void add(String title, String reason, Target target, String value) {
        if (!space.value(target.id()).equals(value)) {
            patches.add(Patch.of(title, cause, reason, target.id(), value));
        }
    }
}
