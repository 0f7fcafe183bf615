package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import dev.guerdon.api.GuerdonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Factory of agents of one kind, found by its name as in {@code --agent NAME}; a {@link dev.guerdon.api.Plugin} adds it.
 *
 * <p>{@snippet :
 * registration.add(AgentProvider.builder("polite")
 *         .setting("greeting", "Hello.", "what it says first")
 *         .agentFactory(settings -> new PoliteAgent(settings.text("greeting")))
 *         .build());
 * }
 */
@Extension.Kind("agent")
@Experimental
public interface AgentProvider extends Extension {

    /** Returns the name after {@code --agent}. */
    @Override
    String name();

    /** Returns a line on how it works. */
    String description();

    /** Returns the settings that {@code --set} may change. */
    List<Setting> settings();

    /** Returns whether its agents ask a model; one that does not needs none to be named. */
    default boolean usesModel() {
        return true;
    }

    /**
     * Creates an agent.
     *
     * @param settings values by setting name, all of {@link #settings} and no others, with defaults for those that the user did not set; see
     *     {@link AgentSettings}
     */
    Agent create(Map<String, String> settings);

    /**
     * Returns the sections of the system prompt that an agent of these settings has, before placeholders are filled in. Runs keep
     * them, and comparisons show where they differ. A kind that lets users bring their own has the setting {@link PromptSections#SETTING}.
     *
     * @param settings as for {@link #create}
     * @return none if the agent has no system prompt of its own
     */
    default PromptSections prompt(Map<String, String> settings) {
        return PromptSections.NONE;
    }

    /** Returns a builder of a provider with that name, whose agents ask a model and have no settings unless it is told so. */
    static Builder builder(String name) {
        return new Builder(name);
    }

    /** Builder of a provider. */
    final class Builder {

        private record Built(
                String name,
                String description,
                List<Setting> settings,
                boolean usesModel,
                Function<AgentSettings, Agent> factory,
                Function<AgentSettings, PromptSections> sections,
                Object code)
                implements AgentProvider, Agents.UserCode {

            @Override
            public Agent create(Map<String, String> settings) {
                return factory.apply(new AgentSettings(settings));
            }

            @Override
            public PromptSections prompt(Map<String, String> settings) {
                return sections.apply(new AgentSettings(settings));
            }
        }

        private final String name;
        private final List<Setting> settings = new ArrayList<>();
        private String description = "";
        private boolean usesModel = true;
        private @Nullable Function<AgentSettings, Agent> factory;
        private Function<AgentSettings, PromptSections> sections = settings -> PromptSections.NONE;
        private @Nullable Object code;

        private Builder(String name) {
            this.name = name;
        }

        /** Sets the line on how the agent works. */
        public Builder description(String text) {
            description = text;
            return this;
        }

        /** Declares a setting that {@code --set} may change. */
        public Builder setting(String key, String fallback, String about) {
            settings.add(new Setting(key, fallback, about));
            return this;
        }

        /** Declares settings that {@code --set} may change. */
        public Builder settings(List<Setting> declared) {
            settings.addAll(declared);
            return this;
        }

        /** Sets a function that returns the system prompt of an agent with these settings; see {@link AgentProvider#prompt}. */
        public Builder prompt(Function<AgentSettings, PromptSections> create) {
            sections = create;
            return this;
        }

        /** Declares that the agent asks no model, so that none needs to be named. */
        public Builder withoutModel() {
            usesModel = false;
            return this;
        }

        /** Sets the agent. One instance serves all rollouts. */
        public Builder agent(Agent agent) {
            factory = settings -> agent;
            code = agent;
            return this;
        }

        /** Sets a function that creates the agent from its settings. */
        public Builder agentFactory(Function<AgentSettings, Agent> create) {
            factory = create;
            code = create;
            return this;
        }

        /**
         * Returns the provider.
         *
         * @throws GuerdonException if it has no agent
         */
        public AgentProvider build() {
            if (factory == null || code == null) {
                throw new GuerdonException("the agent '" + name + "' is missing; set it with agent or agentFactory");
            }
            return new Built(name, description, List.copyOf(settings), usesModel, factory, sections, code);
        }
    }

    /**
     * A setting of an agent.
     *
     * @param name the name before the equals sign
     * @param fallback the default value
     * @param description one line on what it does, with the values it may have
     * @param domain which values make sense, for a search for better ones
     */
    record Setting(String name, String fallback, String description, Domain domain) {

        /** Creates a setting with any text as its value. */
        public Setting(String name, String fallback, String description) {
            this(name, fallback, description, Domain.TEXT);
        }

        /** Returns the same setting, restricted to these values. */
        public Setting within(Domain values) {
            return new Setting(name, fallback, description, values);
        }
    }

    /**
     * Values of a setting that make sense. An agent may take others; {@code guerdon improve} tries none beyond these.
     *
     * @param type what a value is
     * @param least the lowest number, for numbers
     * @param most the highest number, for numbers
     * @param choices the possible values, for choices
     * @param costs what a higher value costs, in a word such as {@code tokens}, or empty
     */
    record Domain(Type type, double least, double most, List<String> choices, String costs) {

        /** Any text. */
        public static final Domain TEXT = new Domain(Type.TEXT, Double.NaN, Double.NaN, List.of(), "");

        /** {@code on} or {@code off}. */
        public static final Domain FLAG = new Domain(Type.CHOICE, Double.NaN, Double.NaN, List.of("on", "off"), "");

        /** Type of a value. */
        public enum Type {
            TEXT,
            WHOLE,
            NUMBER,
            CHOICE
        }

        public Domain {
            choices = List.copyOf(choices);
        }

        /** Returns the whole numbers in a range. */
        public static Domain whole(long least, long most, String costs) {
            return new Domain(Type.WHOLE, least, most, List.of(), costs);
        }

        /** Returns the numbers in a range. */
        public static Domain number(double least, double most, String costs) {
            return new Domain(Type.NUMBER, least, most, List.of(), costs);
        }

        /** Returns a choice of values. */
        public static Domain choice(List<String> values) {
            return new Domain(Type.CHOICE, Double.NaN, Double.NaN, values, "");
        }

        /** Returns whether it is a number. */
        public boolean isNumber() {
            return type == Type.WHOLE || type == Type.NUMBER;
        }
    }
}
