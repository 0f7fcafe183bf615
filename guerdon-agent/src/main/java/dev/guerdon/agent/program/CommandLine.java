package dev.guerdon.agent.program;

import dev.guerdon.api.GuerdonException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a command line into words at spaces, which may stand in quotes. No shell is involved. */
final class CommandLine {

    private static final Pattern WORD = Pattern.compile("\\s*((?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+)\\s*");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

    private CommandLine() {}

    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        int at = 0;
        while (at < text.length() && word.find(at) && word.start() == at) {
            words.add(QUOTED.matcher(word.group(1))
                    .replaceAll(quoted ->
                            Matcher.quoteReplacement(quoted.group(1) == null ? quoted.group(2) : quoted.group(1))));
            at = word.end();
        }
        if (at < text.length()) {
            throw new GuerdonException(
                    "expected words and quotes in the command line, found a quote without its end in: " + text);
        }
        if (words.isEmpty()) {
            throw new GuerdonException(
                    "the agent 'command' needs the setting 'command', such as" + " --set command=\"python3 agent.py\"");
        }
        return words;
    }
}
