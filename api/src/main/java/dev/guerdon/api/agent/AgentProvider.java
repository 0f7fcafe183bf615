package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import java.util.List;
import java.util.Map;

/** Makes agents of one kind by name, as {@code --agent NAME} does; a {@link dev.guerdon.api.Plugin} adds it. */
@Extension.Kind("agent")
@Experimental
public interface AgentProvider extends Extension {

    /** The name after {@code --agent}. */
    @Override
    String name();

    /** One line on how it works. */
    String description();

    /** The settings that {@code --set} may change. */
    List<Setting> settings();

    /** Returns whether its agents ask a model; one that does not needs none to be named. */
    default boolean usesModel() {
        return true;
    }

    /**
     * Makes an agent.
     *
     * @param settings values by setting name, all of {@link #settings} and no others: what nobody said has its default; see
     *     {@link AgentSettings}
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
     * @param domain which values make sense, for whoever searches better ones
     */
    record Setting(String name, String fallback, String description, Domain domain) {

        /** A setting with any text as its value. */
        public Setting(String name, String fallback, String description) {
            this(name, fallback, description, Domain.TEXT);
        }

        /** The same setting, which takes these values alone. */
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
     * @param choices the values there are, for choices
     * @param costs what more of it costs, in a word such as {@code tokens}; empty for nothing
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

        /** Whole numbers in a range. */
        public static Domain whole(long least, long most, String costs) {
            return new Domain(Type.WHOLE, least, most, List.of(), costs);
        }

        /** Numbers in a range. */
        public static Domain number(double least, double most, String costs) {
            return new Domain(Type.NUMBER, least, most, List.of(), costs);
        }

        /** Some values. */
        public static Domain choice(List<String> values) {
            return new Domain(Type.CHOICE, Double.NaN, Double.NaN, values, "");
        }

        /** Returns whether it is a number. */
        public boolean isNumber() {
            return type == Type.WHOLE || type == Type.NUMBER;
        }
    }
}
