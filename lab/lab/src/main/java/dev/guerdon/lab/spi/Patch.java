package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.agent.AgentProvider.Domain;
import dev.guerdon.core.base.Sha256;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A change to an agent, proposed to be tried: new values for some of the targets that a plan declares.
 *
 * @param title the change in a few words
 * @param cause the class of loss that it is to cure, as {@link DiagnosisRule#kind} names it; empty if it is none in particular
 * @param reason why it should help, in a sentence
 * @param changes the new value of each target that it changes; an empty text takes a section or file away
 */
@Experimental
public record Patch(String title, String cause, String reason, Map<String, String> changes) {

    public Patch {
        changes = Collections.unmodifiableMap(new LinkedHashMap<>(changes));
    }

    /** Returns a change of one target. */
    public static Patch of(String title, String cause, String reason, String target, String value) {
        return new Patch(title, cause, reason, Map.of(target, value));
    }

    /** Both changes as one; where they disagree, the other one holds. */
    public Patch and(Patch other, String both) {
        Map<String, String> all = new LinkedHashMap<>(changes);
        all.putAll(other.changes);
        return new Patch(both, cause, reason + " " + other.reason, all);
    }

    /** Kind of a target. */
    public enum Kind {
        /** A setting of the agent; its target is {@code set.NAME}. */
        SETTING("set."),
        /** A section of the prompt, by its file; {@code prompt.FILE}. */
        SECTION("prompt."),
        /** The tools that are offered, separated by commas; {@code tools}. */
        TOOLS("tools"),
        /** An option of the model; {@code model.NAME}. */
        OPTION("model."),
        /** A file of the work folder; {@code file.PATH}. */
        FILE("file.");

        private final String prefix;

        Kind(String prefix) {
            this.prefix = prefix;
        }

        /** Returns the target of that name. */
        public String target(String name) {
            return this == TOOLS ? prefix : prefix + name;
        }
    }

    /**
     * Something that may be changed.
     *
     * @param kind what it is
     * @param name its name within its kind
     * @param domain which values it may have
     * @param longest how many characters a text may have
     */
    public record Target(Kind kind, String name, Domain domain, int longest) {

        /** Its name among all targets. */
        public String id() {
            return kind.target(name);
        }

        /** Returns whether it is text that a model reads. */
        public boolean isText() {
            return domain.type() == Domain.Type.TEXT && kind != Kind.TOOLS;
        }

        /** Returns what is wrong with a value, in words that follow "found"; empty where nothing is. */
        public Optional<String> refusal(String value) {
            return switch (domain.type()) {
                case WHOLE, NUMBER -> number(value);
                case CHOICE ->
                    domain.choices().contains(value)
                            ? Optional.empty()
                            : Optional.of("expected one of " + String.join(", ", domain.choices()) + " for " + id());
                case TEXT -> kind == Kind.TOOLS ? tools(value) : text(value);
            };
        }

        private Optional<String> number(String value) {
            String range = "expected a " + (domain.type() == Domain.Type.WHOLE ? "whole " : "") + "number from "
                    + written(domain.least()) + " to " + written(domain.most()) + " for " + id();
            try {
                double number = Double.parseDouble(value.strip());
                boolean whole =
                        domain.type() != Domain.Type.WHOLE || value.strip().matches("-?\\d{1,15}");
                return number >= domain.least() && number <= domain.most() && whole
                        ? Optional.empty()
                        : Optional.of(range);
            } catch (NumberFormatException e) {
                return Optional.of(range);
            }
        }

        private Optional<String> tools(String value) {
            List<String> chosen = List.of(value.split(",", -1));
            return !value.isBlank() && domain.choices().containsAll(chosen)
                    ? Optional.empty()
                    : Optional.of("expected some of the tools " + String.join(",", domain.choices()) + " for " + id());
        }

        private Optional<String> text(String value) {
            if (value.length() > longest) {
                return Optional.of("expected at most " + longest + " characters for " + id());
            }
            return value.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t' && c != '\r')
                    ? Optional.of("expected text without control characters for " + id())
                    : Optional.empty();
        }

        /** Returns a number of this target as its values are written. */
        public String written(double number) {
            if (domain.type() == Domain.Type.WHOLE || number == Math.rint(number)) {
                return String.format(Locale.ROOT, "%d", Math.round(number));
            }
            return String.format(Locale.ROOT, "%.4g", number);
        }
    }

    /**
     * Parts that may be changed, and their values now.
     *
     * @param targets what may be changed, by {@link Target#id}
     * @param values the value of each target
     */
    public record Space(Map<String, Target> targets, Map<String, String> values) {

        public Space {
            targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
            values = Collections.unmodifiableMap(new TreeMap<>(values));
        }

        /** Returns the same targets with other values. */
        public Space at(Map<String, String> others) {
            return new Space(targets, others);
        }

        /** Returns the value of a target, empty if there is none. */
        public String value(String target) {
            return values.getOrDefault(target, "");
        }

        public Optional<Target> find(String target) {
            return Optional.ofNullable(targets.get(target));
        }

        /** Returns the first of some targets that may be changed. */
        public Optional<Target> any(Kind kind, String... names) {
            for (String name : names) {
                Target target = targets.get(kind.target(name));
                if (target != null) {
                    return Optional.of(target);
                }
            }
            return Optional.empty();
        }

        /** Returns a target's value as a number; empty if it is none. */
        public Optional<Double> number(Target target) {
            try {
                return Optional.of(Double.parseDouble(value(target.id()).strip()));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        /** Returns the values after a patch. */
        public Map<String, String> after(Patch patch) {
            Map<String, String> changed = new TreeMap<>(values);
            changed.putAll(patch.changes());
            return changed;
        }

        /** Returns whether a patch changes anything here. */
        public boolean changes(Patch patch) {
            return patch.changes().entrySet().stream()
                    .anyMatch(change -> !value(change.getKey()).equals(change.getValue()));
        }

        /** Returns what is wrong with a patch; nothing where it may be tried. */
        public List<String> refusals(Patch patch) {
            List<String> wrong = new ArrayList<>();
            if (patch.changes().isEmpty()) {
                wrong.add("it changes nothing");
            }
            patch.changes().forEach((id, value) -> {
                Target target = targets.get(id);
                if (target == null) {
                    wrong.add("the plan does not let '" + id + "' change");
                } else {
                    target.refusal(value).ifPresent(expected -> wrong.add(expected + ", found " + shown(value)));
                }
            });
            return wrong;
        }

        private static String shown(String value) {
            return value.length() > 60 ? value.length() + " characters" : "'" + value + "'";
        }

        /** Tells states apart: a hash of all values. */
        public static String digest(Map<String, String> values) {
            StringBuilder all = new StringBuilder();
            new TreeMap<>(values)
                    .forEach((name, value) ->
                            all.append(name).append('\0').append(value).append('\0'));
            return Sha256.hex(all.toString(), 16);
        }
    }
}
