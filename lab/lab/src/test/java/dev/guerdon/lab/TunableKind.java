package dev.guerdon.lab;

import dev.guerdon.api.Message;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.api.agent.AgentResult;
import dev.guerdon.api.agent.AgentSettings;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.api.agent.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An agent for tests of improvement. It answers in a sentence, which earns nothing, unless it is told not to; it knows tasks up to its
 * limit; and it is spoilt by the setting {@code harmful}.
 */
public final class TunableKind implements AgentProvider {

    @Override
    public String name() {
        return "tunable";
    }

    @Override
    public String description() {
        return "gets better by its settings";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                new Setting("section.answer_format", "", "bare answers").within(Domain.FLAG),
                new Setting("harmful", "off", "answers nothing").within(Domain.FLAG),
                new Setting("limit", "10", "the tasks it knows").within(Domain.whole(1, 1000, "tokens")),
                new Setting("folder", "", "where the file 'skill.txt' is"),
                new Setting(PromptSections.SETTING, "", "sections"));
    }

    @Override
    public PromptSections prompt(Map<String, String> settings) {
        PromptSections given = new AgentSettings(settings).prompt();
        return given.isEmpty() ? PromptSections.ofTexts(Map.of("10-task.md", "Answer the question.")) : given;
    }

    @Override
    public Agent create(Map<String, String> settings) {
        AgentSettings read = new AgentSettings(settings);
        boolean bare = "on".equals(settings.get("section.answer_format"))
                || prompt(settings).text().contains("bare value")
                || skilled(settings.getOrDefault("folder", ""));
        boolean harmful = read.flag("harmful");
        int limit = read.whole("limit", 1);
        return rollout -> {
            String gold = rollout.task().field("answer").orElseThrow().asString();
            int number = Integer.parseInt(rollout.task().id().substring(1));
            String answer =
                    harmful || number >= 4 * limit ? "no idea" : bare ? gold : "The weight is " + gold + " pounds.";
            rollout.addMessage(Message.assistant(answer));
            rollout.recordTurn(Turn.builder().prompt("?").reply(answer).build());
            return new AgentResult(FinishReason.TERMINAL, answer);
        };
    }

    private static boolean skilled(String folder) {
        try {
            return !folder.isEmpty()
                    && Files.readString(Path.of(folder, "skill.txt")).contains("bare value");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
