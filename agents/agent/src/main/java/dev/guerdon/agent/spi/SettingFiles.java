package dev.guerdon.agent.spi;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.AgentProvider.Domain;
import dev.guerdon.api.agent.AgentProvider.Setting;
import dev.guerdon.core.base.Utf8;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of settings of agents that are in files: values that a user wrote, and the declarations of Guerdon's own agents. */
@Internal
public final class SettingFiles {

    private static final int MAX_BYTES = 1_000_000;
    private static final Pattern RANGE = Pattern.compile("(\\d+)\\.\\.(\\d+) ?(\\w*)");

    private SettingFiles() {}

    /**
     * Returns settings as a user wrote them, with the text of a file for each value that is {@code @FILE}.
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
            if (Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES) {
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
     * Returns the settings of a kind, out of a file beside a class: in each line the name, the value where nothing is said, the domain and the
     * description. A domain is {@code text}, {@code flag}, or a range such as {@code 0..5000 steps} with what more of it costs.
     */
    public static List<Setting> declared(Class<?> beside, String file) {
        return Utf8.resource(beside, file).lines().map(SettingFiles::setting).toList();
    }

    private static Setting setting(String line) {
        String[] parts = line.split(" *\\| *", 4);
        Matcher range = RANGE.matcher(parts[2]);
        Domain numbers = range.matches()
                ? Domain.whole(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)), range.group(3))
                : Domain.TEXT;
        return new Setting(parts[0], parts[1], parts[3], parts[2].equals("flag") ? Domain.FLAG : numbers);
    }
}
