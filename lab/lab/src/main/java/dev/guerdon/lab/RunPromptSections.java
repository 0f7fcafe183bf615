package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.compare.RunDifferences;
import dev.guerdon.lab.run.RunPrompts;
import dev.guerdon.lab.spi.Comparison.ConfigChange;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.store.RunFile;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.lab.text.UnifiedDiff;
import java.util.List;

/** The sections of the prompts that runs have, and what differs between them. */
@Experimental
public final class RunPromptSections {

    private RunPromptSections() {}

    /**
     * Returns the prompt that a stored run had.
     *
     * @param run as for {@link RunStore#open}
     * @throws LabException if there is no such run, or it has no prompt that can be used again
     */
    public static PromptSections of(RunStore store, String run) {
        RunInfo info = RunFile.read(store.find(run));
        return RunPrompts.in(info)
                .orElseThrow(() -> new LabException(
                        "the run " + info.name() + " did not keep its prompt: it is of an" + " earlier version"))
                .only(info.name());
    }

    /**
     * Returns the prompt that a run of a suite has.
     *
     * @param suite the suite as it is run: see {@link RunJob#suite}
     * @throws LabException where its agent has none, or its parts have different ones
     */
    public static PromptSections of(Registry registry, Suite suite) {
        RunPrompts prompts = RunPrompts.of(registry, suite.parts());
        if (prompts.kept().isEmpty()) {
            throw new LabException("the agent of the suite '" + suite.name()
                    + "' has no prompt of its own yet; write sections such as 10-task.md into a folder, and name it"
                    + " with --prompt");
        }
        return prompts.only("of " + suite.name());
    }

    /** Returns the prompts of a run in a few words each: how many sections, and the digest. */
    public static List<String> inWords(RunInfo info) {
        return RunPrompts.in(info).stream()
                .flatMap(prompts -> prompts.kept().values().stream().distinct())
                .map(kept -> DisplayFormat.times(kept.sections().size(), "section") + ", " + kept.digest())
                .toList();
    }

    /** Returns whether something that differs between two runs is a section of the prompt, with the whole text as its values. */
    public static boolean isSection(ConfigChange change) {
        return change.name().startsWith(RunDifferences.SECTION);
    }

    /** Returns how a section changed, in the lines of a unified diff. */
    public static List<String> difference(ConfigChange change) {
        return UnifiedDiff.of(
                change.name().substring(RunDifferences.SECTION.length()), change.base(), change.candidate());
    }

    /**
     * Returns how a text changed, in the lines of a unified diff; none where it did not.
     *
     * @param name what the text is called in the first two lines
     */
    public static List<String> difference(String name, String before, String after) {
        return UnifiedDiff.of(name, before, after);
    }
}
