package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;

/**
 * Text that a model thinks to itself, between {@code <think>} and {@code </think>}.
 *
 * <p>What a model considers there it has not answered: a reward that looks for an answer looks at the rest.
 */
@Experimental
public final class ThinkBlocks {

    private static final String[] NAMES = {"think", "thinking"};

    private ThinkBlocks() {}

    /**
     * Returns a response without its think blocks. A block that is not closed reaches to the end; text that a closing tag alone follows is
     * a thought from the beginning. Takes time in proportion to the length.
     */
    public static String removed(String response) {
        int next = nextTag(response, 0);
        if (next < 0) {
            return response;
        }
        StringBuilder said = new StringBuilder(response.length());
        int depth = 0;
        int from = 0;
        while (next >= 0) {
            boolean closes = response.charAt(next + 1) == '/';
            if (depth == 0) {
                said.append(response, from, next);
            }
            if (!closes) {
                depth++;
            } else if (depth == 0) {
                said.setLength(0);
            } else {
                depth = 0;
            }
            from = response.indexOf('>', next) + 1;
            next = nextTag(response, from);
        }
        return depth > 0
                ? said.toString()
                : said.append(response, from, response.length()).toString();
    }

    private static int nextTag(String text, int from) {
        for (int at = text.indexOf('<', from); at >= 0; at = text.indexOf('<', at + 1)) {
            int name = at + 1 < text.length() && text.charAt(at + 1) == '/' ? at + 2 : at + 1;
            for (String each : NAMES) {
                int end = name + each.length();
                if (text.regionMatches(true, name, each, 0, each.length())
                        && end < text.length()
                        && text.charAt(end) == '>') {
                    return at;
                }
            }
        }
        return -1;
    }
}
