package dev.guerdon.viewer.episode;

import dev.guerdon.lab.RunPromptSections;
import dev.guerdon.lab.spi.Comparison.ConfigChange;
import org.jspecify.annotations.Nullable;

/**
 * Something that is different between two runs.
 *
 * @param difference how a section of the prompt changed; null for what is no section, which has a value before and after
 */
record ChangedSetting(
        String name, String before, String after, @Nullable TextDifference difference) {

    private static final int LONGEST = 400;

    static ChangedSetting of(ConfigChange change) {
        if (!RunPromptSections.isSection(change)) {
            return new ChangedSetting(
                    change.name(),
                    TextPassage.line(change.base(), LONGEST),
                    TextPassage.line(change.candidate(), LONGEST),
                    null);
        }
        TextDifference difference = new TextDifference(
                TextDifference.lines(
                        RunPromptSections.difference(change).stream().skip(2).toList()),
                "");
        return new ChangedSetting(change.name(), "", "", difference);
    }
}
