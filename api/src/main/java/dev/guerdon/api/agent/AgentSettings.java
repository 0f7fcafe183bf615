package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Settings of an agent, read as what they mean. A value that makes no sense is refused by name.
 *
 * @param values every setting of the kind, by name
 */
@Experimental
public record AgentSettings(Map<String, String> values) {

    public AgentSettings {
        values = Map.copyOf(values);
    }

    /** Returns the text of a setting. */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new GuerdonException("the setting '" + name + "' is missing; declare it in AgentProvider.settings");
        }
        return value;
    }

    /** Returns a whole number from {@code least} on. */
    public int whole(String name, int least) {
        String value = text(name).strip().replace("_", "").replace(",", "");
        try {
            int number = Integer.parseInt(value);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number that is too small.
        }
        throw wrong(name, "a whole number from " + least + " on");
    }

    /** Returns a number from {@code least} on. */
    public double number(String name, double least) {
        try {
            double number = Double.parseDouble(text(name).strip());
            if (number >= least && Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number that is too small.
        }
        throw wrong(name, "a number from " + least + " on");
    }

    /** Returns the parts of a setting between its commas, without space around them and without empty ones. */
    public List<String> list(String name) {
        return Arrays.stream(text(name).split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    /** Returns whether a setting is {@code true} or {@code on}, and not {@code false} or {@code off}. */
    public boolean flag(String name) {
        return switch (text(name).strip()) {
            case "true", "on", "yes", "1" -> true;
            case "false", "off", "no", "0" -> false;
            default -> throw wrong(name, "true or false");
        };
    }

    /** Returns the sections of a prompt that were given in the setting of that name, none if it is empty. */
    public PromptSections prompt() {
        return PromptSections.ofSetting(text(PromptSections.SETTING));
    }

    private GuerdonException wrong(String name, String expected) {
        return new GuerdonException(
                "expected " + expected + " for the setting '" + name + "', found '" + text(name) + "'");
    }
}
