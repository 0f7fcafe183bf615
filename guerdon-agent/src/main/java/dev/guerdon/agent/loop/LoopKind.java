package dev.guerdon.agent.loop;

import dev.guerdon.agent.spi.Agent;
import dev.guerdon.agent.spi.AgentKind;
import dev.guerdon.agent.spi.PromptSections;
import dev.guerdon.agent.spi.Settings;
import dev.guerdon.api.GuerdonException;
import java.util.List;
import java.util.Map;

/** What the kinds of agent that are a {@link ToolLoop} have in common. */
abstract sealed class LoopKind implements AgentKind permits ToolsKind, ReactKind, TagsKind, LinesKind {

    private static final String SYSTEM_FILE = "10-system.md";

    private static final Setting SYSTEM =
            new Setting("system", "", "text that goes before the task as the system prompt; empty for none");
    private static final Setting PROMPT = new Setting(
            PromptSections.SETTING, "", "sections that stand in the place of 'system'; --prompt DIR reads them");
    private static final Setting FOLD_TOKENS = new Setting(
                    "fold_tokens", "0", "fold the conversation once it has about so many tokens; 0 to never fold it")
            .within(Domain.whole(0, 1_000_000, "tokens"));
    private static final Setting FOLD_KEEP = new Setting(
                    "fold_keep", "2", "how many of the last turns stay as they are when it is folded")
            .within(Domain.whole(0, 100, "tokens"));
    private static final Setting REMINDERS = new Setting(
                    "format_reminders",
                    "3",
                    "how often in a row a reply that cannot be read is answered with a reminder of the form; the next one ends"
                            + " the episode")
            .within(Domain.whole(0, 20, "tokens"));

    abstract ActionFormat format();

    @Override
    public final List<Setting> settings() {
        return List.of(SYSTEM, PROMPT, FOLD_TOKENS, FOLD_KEEP, REMINDERS);
    }

    @Override
    public final Agent create(Map<String, String> settings) {
        Settings read = new Settings(settings);
        return new ToolLoop(
                format(),
                read.prompt().isEmpty()
                        ? read.text(SYSTEM.name())
                        : read.prompt().text(),
                read.whole(FOLD_TOKENS.name(), 0),
                read.whole(FOLD_KEEP.name(), 0),
                read.whole(REMINDERS.name(), 0));
    }

    /** The sections that were given, else the system prompt as the only one. */
    @Override
    public final PromptSections prompt(Map<String, String> settings) {
        Settings read = new Settings(settings);
        PromptSections given = read.prompt();
        String system = read.text(SYSTEM.name());
        if (!given.isEmpty() || system.isBlank()) {
            return given;
        }
        try {
            return PromptSections.ofTexts(Map.of(SYSTEM_FILE, system));
        } catch (GuerdonException e) {
            return PromptSections.NONE; // longer than a section may be; the setting itself is kept all the same
        }
    }
}
