package dev.guerdon.agent.spi;

import dev.guerdon.agent.spi.AgentKind.Domain;
import dev.guerdon.agent.spi.AgentKind.Setting;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.Utf8;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of an agent, read as what they mean; a value that makes no sense is refused by name.
 *
 * @param values every setting of the kind, by name
 */
@Experimental
public record AgentSettings(Map<String, String> values) {

    private static final int LARGEST_FILE = 1_000_000;
    private static final Pattern RANGE = Pattern.compile("(\\d+)\\.\\.(\\d+) ?(\\w*)");

    public AgentSettings {
        values = Map.copyOf(values);
    }

    /**
     * Settings as a user wrote them, with the text of a file for each value that is {@code @FILE}.
     *
     * <p>So a run keeps what was in the file, not if it was.
     *
     * @param folder what relative paths are relative to
     */
    public static Map<String, String> withFiles(Map<String, String> written, Path folder) {
        Map<String, String> read = new LinkedHashMap<>();
        written.forEach((name, value) ->
                read.put(name, value.startsWith("@") ? file(name, folder.resolve(value.substring(1))) : value));
        return read;
    }

    private static String file(String name, Path file) {
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= LARGEST_FILE) {
                return Utf8.read(file).strip();
            }
        } catch (IOException e) {
            throw new GuerdonException(
                    "the file " + file + " of the setting '" + name + "' cannot be read as text: " + e.getMessage(), e);
        }
        throw new GuerdonException("the setting '" + name + "' names the file " + file
                + (Files.exists(file) ? ", which is no text file of at most 1 MB" : ", which is not there"));
    }

    /**
     * The settings of a kind, out of a file beside a class: in each line the name, the value where nothing is said, the domain and the
     * description. A domain is {@code text}, {@code flag}, or a range such as {@code 0..5000 steps} with what more of it costs.
     */
    public static List<Setting> declared(Class<?> beside, String file) {
        return Utf8.resource(beside, file).lines().map(AgentSettings::setting).toList();
    }

    private static Setting setting(String line) {
        String[] parts = line.split(" *\\| *", 4);
        Matcher range = RANGE.matcher(parts[2]);
        Domain numbers = range.matches()
                ? Domain.whole(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)), range.group(3))
                : Domain.TEXT;
        return new Setting(parts[0], parts[1], parts[3], parts[2].equals("flag") ? Domain.FLAG : numbers);
    }

    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new GuerdonException("the setting '" + name + "' is missing; make the agent with Agents.create");
        }
        return value;
    }

    /** A whole number from {@code least} on. */
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

    /** A number from {@code least} on. */
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

    /** {@code true} or {@code on}, {@code false} or {@code off}. */
    public boolean flag(String name) {
        return switch (text(name).strip()) {
            case "true", "on", "yes", "1" -> true;
            case "false", "off", "no", "0" -> false;
            default -> throw wrong(name, "true or false");
        };
    }

    /** The sections of a prompt that were given in the setting of that name, none if it is empty. */
    public PromptSections prompt() {
        return PromptSections.ofSetting(text(PromptSections.SETTING));
    }

    private GuerdonException wrong(String name, String expected) {
        return new GuerdonException(
                "expected " + expected + " for the setting '" + name + "', found '" + text(name) + "'");
    }
}
