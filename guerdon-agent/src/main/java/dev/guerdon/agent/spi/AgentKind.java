package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import java.util.List;
import java.util.Map;

/** Makes agents of one kind by name, as {@code --agent NAME} does; a {@link dev.guerdon.api.Plugin} adds it. */
@Extension.Kind("agent")
@Experimental
public interface AgentKind extends Extension {

    /** The name after {@code --agent}. */
    @Override
    String name();

    /** One line on how it works. */
    String description();

    /** The settings that {@code --set} may change. */
    List<Setting> settings();

    /**
     * Makes an agent.
     *
     * @param settings values by setting name, all of {@link #settings} and no others: what nobody said has its default; see
     *     {@link Settings}
     */
    Agent create(Map<String, String> settings);

    /**
     * The sections of the system prompt that an agent of these settings has, before placeholders are filled in. Runs keep them, and
     * comparisons tell where they differ. A kind that lets users bring their own has the setting {@link PromptSections#SETTING}.
     *
     * @param settings as for {@link #create}
     * @return none where the agent has no system prompt of its own
     */
    default PromptSections prompt(Map<String, String> settings) {
        return PromptSections.NONE;
    }

    /**
     * A setting of an agent.
     *
     * @param name the name before the equals sign
     * @param fallback the value where nothing is said
     * @param description one line on what it does, with the values it may have
     */
    record Setting(String name, String fallback, String description) {}
}
