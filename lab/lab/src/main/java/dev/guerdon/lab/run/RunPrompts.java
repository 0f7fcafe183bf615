package dev.guerdon.lab.run;

import dev.guerdon.agent.AgentCatalogue;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.Suite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sections of the system prompts in a run, by the name of the part of the suite.
 *
 * <p>{@code run.json} has them in its provenance: the full texts, and a digest of each prompt. Secrets in them are hidden as everywhere;
 * the digest is that of the prompt as it was.
 *
 * @param kept the prompts; a part whose agent has no system prompt of its own is not among them
 */
@Internal
public record RunPrompts(Map<String, Kept> kept) {

    /** Key of the provenance for them. */
    public static final String KEY = "prompts";

    private static final int MOST_NAMED = 5;

    /**
     * A prompt as it was kept.
     *
     * @param digest of the prompt as it was
     * @param sections its texts by file, with secrets hidden
     */
    public record Kept(String digest, Map<String, String> sections) {}

    /** Returns the prompts that the agents of these parts have. */
    public static RunPrompts of(Registry registry, List<Suite.Part> parts) {
        Map<String, Kept> kept = new LinkedHashMap<>();
        for (Suite.Part part : parts) {
            PromptSections prompt = AgentCatalogue.prompt(registry, part.agent(), part.settings());
            if (!prompt.isEmpty()) {
                Map<String, String> texts = new LinkedHashMap<>(prompt.texts());
                // By what it says: a section may well be about tokens, which would hide all of it by its name.
                texts.replaceAll((file, text) -> SecretFilter.known().redact(text));
                kept.put(part.name(), new Kept(prompt.digest(), texts));
            }
        }
        return new RunPrompts(kept);
    }

    /** Returns those that a run has kept; empty if it is of a version that kept none. */
    public static Optional<RunPrompts> in(RunInfo info) {
        if (!(info.provenance().get(KEY) instanceof List<?> stored)) {
            return Optional.empty();
        }
        Map<String, Kept> kept = new LinkedHashMap<>();
        try {
            for (Json each : new Json(stored).asList()) {
                Map<String, String> sections = new LinkedHashMap<>();
                each.get("sections").asMap().forEach((file, text) -> sections.put(file, String.valueOf(text)));
                Kept one = new Kept(each.get("digest").asString(), sections);
                each.get("parts").asList().forEach(part -> kept.put(part.asString(), one));
            }
        } catch (GuerdonException e) {
            return Optional.empty(); // written by hand or by a later version; the run itself is good
        }
        return Optional.of(new RunPrompts(kept));
    }

    /** Returns what the provenance has: parts with the same prompt share an entry. */
    public List<Map<String, @Nullable Object>> provenance() {
        Map<Kept, List<String>> parts = new LinkedHashMap<>();
        kept.forEach((part, prompt) ->
                parts.computeIfAbsent(prompt, none -> new ArrayList<>()).add(part));
        List<Map<String, @Nullable Object>> out = new ArrayList<>();
        parts.forEach((prompt, names) -> {
            Map<String, @Nullable Object> entry = new LinkedHashMap<>();
            entry.put("parts", names);
            entry.put("digest", prompt.digest());
            entry.put("sections", prompt.sections());
            out.add(entry);
        });
        return out;
    }

    /**
     * Returns the one prompt of all parts, to be used again.
     *
     * @throws LabException if there is none, or parts have different ones, or a secret in it was not stored
     */
    public PromptSections only(String run) {
        List<Kept> distinct = kept.values().stream().distinct().toList();
        if (distinct.size() != 1) {
            throw new LabException(
                    distinct.isEmpty()
                            ? "the run " + run + " has no prompt: its agent has no sections of its own"
                            : "the parts of the run " + run + " have " + distinct.size()
                                    + " different prompts, so it is not clear which one is meant");
        }
        PromptSections prompt = PromptSections.ofTexts(distinct.getFirst().sections());
        if (!prompt.digest().equals(distinct.getFirst().digest())) {
            throw new LabException(
                    "the prompt of the run " + run
                            + " had something in it that looks like a secret, which was not stored; use the folder it came from");
        }
        return prompt;
    }

    /**
     * Refuses to go on with other prompts than a run began with.
     *
     * @param run the run's name
     * @param began those that it began with
     * @param given whether the user gave some
     */
    public void requireSameAs(RunPrompts began, String run, boolean given) {
        List<PromptChange.OfSection> changes = PromptChange.between(began, this);
        if (!changes.isEmpty()) {
            String words = changes.stream()
                    .limit(MOST_NAMED)
                    .map(PromptChange.OfSection::words)
                    .collect(Collectors.joining(", "));
            throw new LabException("the prompt is not the one that the run " + run + " began with: " + words
                    + (changes.size() > MOST_NAMED ? ", ..." : "") + ". A run continues with the prompt it began with; "
                    + (given ? "leave --prompt out" : "give --prompt " + run) + " for that one, or start a new run");
        }
        for (Map.Entry<String, Kept> part : kept.entrySet()) {
            Kept before = began.kept.get(part.getKey());
            if (before == null || !before.digest().equals(part.getValue().digest())) {
                throw new LabException("the prompt of the run " + run + " cannot be used again, because something in it"
                        + " looks like a secret and was not stored; give the folder it came from with --prompt DIR");
            }
        }
    }

    /** Settings with the digest of a prompt in the place of its text, for what only names a prompt. */
    public static Map<String, String> named(Map<String, String> settings) {
        Map<String, String> out = new LinkedHashMap<>(settings);
        out.computeIfPresent(PromptSections.SETTING, (name, value) -> {
            try {
                return value.isBlank() ? value : PromptSections.ofSetting(value).digest();
            } catch (GuerdonException e) {
                return value; // a setting of that name with another meaning
            }
        });
        return out;
    }

    /** Difference between the prompts of two runs, section by section. */
    public static final class PromptChange {

        private PromptChange() {}

        /**
         * A section that is not the same.
         *
         * @param part the part of the suite, empty where all parts changed alike
         * @param file the section's file
         * @param before its text, empty if it is new
         * @param after its text, empty if it is gone
         */
        public record OfSection(String part, String file, String before, String after) {

            /** Its name where several things are listed: the file, after the part if there is one. */
            public String name() {
                return part.isEmpty() ? file : part + "/" + file;
            }

            String words() {
                return name() + (before.isEmpty() ? " is new" : after.isEmpty() ? " is gone" : " is different");
            }
        }

        /** Returns what changed from one run to another; nothing where one of them did not keep its prompts. */
        public static List<OfSection> between(RunInfo base, RunInfo candidate) {
            return RunPrompts.in(base)
                    .flatMap(before -> RunPrompts.in(candidate).map(after -> between(before, after)))
                    .orElse(List.of());
        }

        static List<OfSection> between(RunPrompts base, RunPrompts candidate) {
            Set<String> parts = new LinkedHashSet<>(base.kept().keySet());
            parts.addAll(candidate.kept().keySet());
            List<List<OfSection>> each = new ArrayList<>();
            for (String part : parts) {
                each.add(sections(part, texts(base, part), texts(candidate, part)));
            }
            List<List<OfSection>> alike =
                    each.stream().map(PromptChange::withoutPart).distinct().toList();
            return alike.size() == 1
                    ? alike.getFirst()
                    : each.stream().flatMap(List::stream).toList();
        }

        private static List<OfSection> withoutPart(List<OfSection> changes) {
            return changes.stream()
                    .map(change -> new OfSection("", change.file(), change.before(), change.after()))
                    .toList();
        }

        private static Map<String, String> texts(RunPrompts prompts, String part) {
            RunPrompts.Kept kept = prompts.kept().get(part);
            return kept == null ? Map.of() : kept.sections();
        }

        private static List<OfSection> sections(String part, Map<String, String> before, Map<String, String> after) {
            Set<String> files = new TreeSet<>(before.keySet());
            files.addAll(after.keySet());
            return files.stream()
                    .map(file -> new OfSection(part, file, before.getOrDefault(file, ""), after.getOrDefault(file, "")))
                    .filter(change -> !change.before().equals(change.after()))
                    .toList();
        }
    }
}
