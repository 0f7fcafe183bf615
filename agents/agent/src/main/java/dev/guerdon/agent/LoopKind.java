package dev.guerdon.agent;

import dev.guerdon.agent.spi.SettingFiles;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.api.agent.AgentSettings;
import dev.guerdon.api.agent.PromptSections;
import java.util.List;
import java.util.Map;

/**
 * A kind of agent that is a {@link ToolLoop}.
 *
 * @param format how its model asks for tools
 */
record LoopKind(String name, String description, ActionFormat format) implements AgentProvider {

    private static final String BY_TEXT = ", for models without tool calling of their own";

    public static final LoopKind TOOLS = new LoopKind(
            "tools",
            "calls tools through the model's own tool calling; what it writes without a call is the answer",
            new ActionFormat.NativeFormat());
    public static final LoopKind REACT = new LoopKind(
            "react", "calls tools through text: Thought/Action/Action Input" + BY_TEXT, new ActionFormat.ReactFormat());
    public static final LoopKind TAGS = new LoopKind(
            "tags", "calls tools through text: actions between <action> tags" + BY_TEXT, new ActionFormat.TagsFormat());
    public static final LoopKind LINES = new LoopKind(
            "lines", "calls tools through text: ACTION: and PARAMS: lines" + BY_TEXT, new ActionFormat.LinesFormat());

    private static final String SYSTEM_FILE = "10-system.md";

    private static final List<Setting> SETTINGS = SettingFiles.declared(LoopKind.class, "loop-settings.txt");

    @Override
    public List<Setting> settings() {
        return SETTINGS;
    }

    @Override
    public Agent create(Map<String, String> settings) {
        AgentSettings read = new AgentSettings(settings);
        return new ToolLoop(
                format,
                read.prompt().isEmpty() ? read.text("system") : read.prompt().text(),
                read.whole("fold_tokens", 0),
                read.whole("fold_keep", 0),
                read.whole("format_reminders", 0));
    }

    /** Returns the sections that were given, else the system prompt as the only one. */
    @Override
    public PromptSections prompt(Map<String, String> settings) {
        AgentSettings read = new AgentSettings(settings);
        PromptSections given = read.prompt();
        String system = read.text("system");
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
