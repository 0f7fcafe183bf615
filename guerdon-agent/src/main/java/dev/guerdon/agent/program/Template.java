package dev.guerdon.agent.program;

import dev.guerdon.api.GuerdonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command line of a program that is a model.
 *
 * <p>Words are separated by spaces and may stand in quotes; no shell is involved. {@code {system}}, {@code {session}} and
 * {@code {model}} are filled in; what stands in brackets is left out where a value in it is empty.
 */
final class Template {

    /** Claude Code without tools of its own, which would act on this machine instead of in the rollout. */
    static final String CLAUDE = "claude -p --output-format json --tools \"\" [--model {model}]"
            + " [--system-prompt {system}] [--resume {session}]";

    private static final Pattern WORD = Pattern.compile("\\s*(\\[|\\]|\"[^\"]*\"|'[^']*'|[^\\s\\[\\]\"']+)");
    private static final Pattern PLACE = Pattern.compile("\\{(system|session|model)\\}");

    private final List<String> words;

    private Template(List<String> words) {
        this.words = words;
    }

    /** The template of a name: from the environment, else the one that is known here. */
    static Template of(String name, Map<String, String> environment) {
        String variable = "GUERDON_CLI_" + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
        String text = environment.getOrDefault(variable, name.equals("claude") ? CLAUDE : "");
        if (text.isBlank()) {
            throw new GuerdonException("there is no command line for the model cli:" + name
                    + "; the one that is known is cli:claude. For another program set " + variable
                    + ", for example to: " + name + " --print [--system {system}] [--resume {session}]");
        }
        return parse(text, variable);
    }

    static Template parse(String text, String where) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text.strip());
        int at = 0;
        int depth = 0;
        while (word.find() && word.start() == at) {
            words.add(word.group(1));
            depth += word.group(1).equals("[") ? 1 : word.group(1).equals("]") ? -1 : 0;
            if (depth < 0 || depth > 1) {
                break;
            }
            at = word.end();
        }
        if (at < text.strip().length() || depth != 0) {
            throw new GuerdonException(where + ": expected words, quotes and [optional parts] in the command line,"
                    + " found something else at character " + (at + 1) + " of: " + text);
        }
        return new Template(words);
    }

    List<String> command(Map<String, String> values) {
        List<String> command = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (!words.get(i).equals("[")) {
                command.add(fill(unquoted(words.get(i)), values));
                continue;
            }
            int end = words.subList(i, words.size()).indexOf("]") + i;
            List<String> optional = words.subList(i + 1, end);
            if (optional.stream().allMatch(word -> filled(word, values))) {
                optional.forEach(word -> command.add(fill(unquoted(word), values)));
            }
            i = end;
        }
        return command;
    }

    private static boolean filled(String word, Map<String, String> values) {
        return PLACE.matcher(word)
                .results()
                .noneMatch(place -> values.getOrDefault(place.group(1), "").isEmpty());
    }

    private static String fill(String word, Map<String, String> values) {
        return PLACE.matcher(word)
                .replaceAll(place -> Matcher.quoteReplacement(values.getOrDefault(place.group(1), "")))
                .replace("\u0000", "");
    }

    private static String unquoted(String word) {
        return word.length() >= 2 && (word.startsWith("\"") || word.startsWith("'"))
                ? word.substring(1, word.length() - 1)
                : word;
    }
}
