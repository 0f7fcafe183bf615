package dev.guerdon.lab.prompt;

import dev.guerdon.agent.Agents;
import dev.guerdon.agent.spi.PromptSections;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.Secrets;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.Suite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** Where the provenance has them. */
    public static final String KEY = "prompts";

    private static final int MOST_NAMED = 5;

    /**
     * A prompt as it was kept.
     *
     * @param digest of the prompt as it was
     * @param sections its texts by file, with secrets hidden
     */
    public record Kept(String digest, Map<String, String> sections) {}

    /** The prompts that the agents of these parts have. */
    public static RunPrompts of(Registry registry, List<Suite.Part> parts) {
        Map<String, Kept> kept = new LinkedHashMap<>();
        for (Suite.Part part : parts) {
            PromptSections prompt = Agents.prompt(registry, part.agent(), part.settings());
            if (!prompt.isEmpty()) {
                Map<String, String> texts = new LinkedHashMap<>(prompt.texts());
                // By what it says: a section may well be about tokens, which would hide all of it by its name.
                texts.replaceAll((file, text) -> Secrets.known().redact(text));
                kept.put(part.name(), new Kept(prompt.digest(), texts));
            }
        }
        return new RunPrompts(kept);
    }

    /** Those that a run has kept; empty where it is of a version that kept none. */
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

    /** What the provenance has: parts with the same prompt share an entry. */
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
     * The one prompt of all parts, to be used again.
     *
     * @throws LabException where there is none, or parts have different ones, or a secret in it was not stored
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
}
