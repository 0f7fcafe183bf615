package dev.guerdon.webresearch;

import dev.guerdon.agent.spi.Agent;
import dev.guerdon.agent.spi.AgentKind;
import dev.guerdon.agent.spi.PromptSections;
import dev.guerdon.agent.spi.Settings;
import dev.guerdon.api.Experimental;
import java.util.List;
import java.util.Map;

/** The agent {@code web-research}: answers questions in the browser environment. */
@Experimental
public final class ResearchKind implements AgentKind {

    @Override
    public String name() {
        return "web-research";
    }

    @Override
    public String description() {
        return "researches in the browser with six actions (ACTION and PARAMS lines) and submits an answer";
    }

    @Override
    public List<Setting> settings() {
        return ResearchSettings.all();
    }

    @Override
    public Agent create(Map<String, String> settings) {
        return new ResearchAgent(ResearchSettings.of(new Settings(settings)));
    }

    @Override
    public PromptSections prompt(Map<String, String> settings) {
        return Instructions.of(new Settings(settings));
    }
}
