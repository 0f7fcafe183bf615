package dev.guerdon.offlineweb.researcher;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page's accessibility tree, read back from its text.
 *
 * @param role what the element is
 * @param name its name
 * @param bid its id, empty where it has none
 * @param children what is within it
 */
record Tree(String role, String name, String bid, List<Tree> children) {

    private static final Pattern LINE = Pattern.compile("(\\t*)(?:\\[([A-Za-z0-9]+)] )?(\\w+)(?: (.*))?");

    /** Reads the text of a tree; lines that are none are skipped. */
    static Tree of(String text) {
        Tree root = new Tree("page", "", "", new ArrayList<>());
        List<Tree> path = new ArrayList<>(List.of(root));
        for (String line : text.split("\n", -1)) {
            Matcher parts = LINE.matcher(line);
            if (parts.matches()) {
                int depth = parts.group(1).length();
                String bid = parts.group(2) == null ? "" : parts.group(2);
                String rest = parts.group(4) == null ? "" : parts.group(4);
                Tree node = new Tree(parts.group(3), unquoted(rest), bid, new ArrayList<>());
                while (path.size() > depth + 1) {
                    path.removeLast();
                }
                path.getLast().children.add(node);
                path.add(node);
            }
        }
        return root;
    }

    /** The string at the beginning, as Python writes it. */
    private static String unquoted(String text) {
        if (text.isEmpty() || (text.charAt(0) != '\'' && text.charAt(0) != '"')) {
            return "";
        }
        char quote = text.charAt(0);
        StringBuilder out = new StringBuilder();
        for (int i = 1; i < text.length() && text.charAt(i) != quote; i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                char escaped = text.charAt(++i);
                out.append(escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped);
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** Everything within that fits, in the order of the page. */
    List<Tree> all(Predicate<Tree> fits) {
        List<Tree> found = new ArrayList<>();
        collect(fits, found);
        return found;
    }

    private void collect(Predicate<Tree> fits, List<Tree> found) {
        for (Tree child : children) {
            if (fits.test(child)) {
                found.add(child);
            }
            child.collect(fits, found);
        }
    }

    List<Tree> role(String role) {
        return all(node -> node.role.equals(role));
    }

    /** All texts within. */
    List<String> texts() {
        return all(node -> node.role.equals("StaticText")).stream()
                .map(Tree::name)
                .toList();
    }

    /** Links and buttons. */
    List<Tree> clickables() {
        return all(node -> !node.bid.isEmpty() && (node.role.equals("link") || node.role.equals("button")));
    }
}
