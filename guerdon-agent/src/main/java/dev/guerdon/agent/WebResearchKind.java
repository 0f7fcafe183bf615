package dev.guerdon.agent;

import java.util.List;
import java.util.Map;

/** The agent {@code web-research}: answers questions in the browser environment. */
public final class WebResearchKind implements AgentKind {

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
        return WebSettings.all();
    }

    @Override
    public Agent create(Map<String, String> settings) {
        return new WebResearchAgent(WebSettings.of(new Settings(settings)));
    }
}
