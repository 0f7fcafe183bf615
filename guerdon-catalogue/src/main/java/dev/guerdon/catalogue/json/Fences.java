package dev.guerdon.catalogue.json;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Strings;
import java.util.List;

/** Takes JSON out of the Markdown fence in which models like to put it. */
@Internal
public final class Fences {

    private Fences() {}

    /** The content of the last fenced block, or the whole text where no line opens one; a block that is not closed ends with the text. */
    public static String lastBlock(String text) {
        String found = text;
        int open = -1;
        int start = 0;
        while (start <= text.length()) {
            int end = text.indexOf('\n', start);
            int stop = end < 0 ? text.length() : end;
            String line = text.substring(start, stop).strip();
            if (line.startsWith("```")) {
                if (open < 0) {
                    open = Math.min(stop + 1, text.length());
                } else if (line.equals("```")) {
                    found = text.substring(open, start);
                    open = -1;
                }
            }
            start = stop + 1;
        }
        return open < 0 ? found : text.substring(open);
    }

    /** What IFEval reads: the text without one opening fence in the spellings that it knows, and without one closing fence. */
    public static String ifeval(String text) {
        String rest = Strings.strip(text);
        for (String fence : List.of("```json", "```Json", "```JSON", "```")) {
            rest = rest.startsWith(fence) ? rest.substring(fence.length()) : rest;
        }
        rest = rest.endsWith("```") ? rest.substring(0, rest.length() - 3) : rest;
        return Strings.strip(rest);
    }
}
