package dev.guerdon.agent;

import dev.guerdon.agent.spi.SettingFiles;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.api.agent.AgentSettings;
import dev.guerdon.api.agent.PromptSections;
import java.util.Map;

/** Agents that are a {@link ToolLoop}, which differ in how their models ask for tools. */
final class LoopKind {

    private static final String BY_TEXT = ", for models without tool calling of their own";
    private static final String SYSTEM_FILE = "10-system.md";

    static final AgentProvider TOOLS = provider(
            "tools",
            "calls tools through the model's own tool calling; what it writes without a call is the answer",
            new ActionFormat.NativeFormat());
    static final AgentProvider REACT = provider(
            "react", "calls tools through text: Thought/Action/Action Input" + BY_TEXT, new ActionFormat.ReactFormat());
    static final AgentProvider TAGS = provider(
            "tags", "calls tools through text: actions between <action> tags" + BY_TEXT, new ActionFormat.TagsFormat());
    static final AgentProvider LINES = provider(
            "lines", "calls tools through text: ACTION: and PARAMS: lines" + BY_TEXT, new ActionFormat.LinesFormat());

    private LoopKind() {}

    private static AgentProvider provider(String name, String description, ActionFormat format) {
        return AgentProvider.builder(name)
                .description(description)
                .settings(SettingFiles.declared(LoopKind.class, "loop-settings.txt"))
                .agentFactory(settings -> new ToolLoop(
                        format,
                        settings.prompt().isEmpty()
                                ? settings.text("system")
                                : settings.prompt().text(),
                        settings.whole("fold_tokens", 0),
                        settings.whole("fold_keep", 0),
                        settings.whole("format_reminders", 0)))
                .prompt(LoopKind::prompt)
                .build();
    }

    /** Returns the sections that were given, else the system prompt as the only one. */
    private static PromptSections prompt(AgentSettings settings) {
        PromptSections given = settings.prompt();
        String system = settings.text("system");
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
