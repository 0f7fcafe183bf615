package dev.guerdon.lab.prompt;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.RunInfo;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What is different between the prompts of two runs, section by section. */
@Internal
public final class PromptChange {

    private PromptChange() {}

    /**
     * A section that is not the same.
     *
     * @param part the part of the suite, empty where all parts changed alike
     * @param file the section's file
     * @param before its text, empty where it is new
     * @param after its text, empty where it is gone
     */
    public record OfSection(String part, String file, String before, String after) {

        /** Its name where several things are listed: the file, after the part where there is one. */
        public String name() {
            return part.isEmpty() ? file : part + "/" + file;
        }

        String words() {
            return name() + (before.isEmpty() ? " is new" : after.isEmpty() ? " is gone" : " is different");
        }
    }

    /** What changed from one run to another; nothing where one of them did not keep its prompts. */
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
