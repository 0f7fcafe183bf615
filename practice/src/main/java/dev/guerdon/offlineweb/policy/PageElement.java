package dev.guerdon.offlineweb.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An element of a page, read back from the text of its accessibility tree.
 *
 * @param role what it is
 * @param name its name
 * @param bid its id, empty if it has none
 * @param value what it holds, empty where it holds nothing
 * @param properties the rest of its line, such as {@code clickable, checked='false'}
 * @param children what is within it
 */
record PageElement(String role, String name, String bid, String value, String properties, List<PageElement> children) {

    private static final Pattern LINE = Pattern.compile("(\\t*)(?:\\[([A-Za-z0-9]+)] )?([\\w-]+)(.*)");
    private static final Pattern CENTER = Pattern.compile("center=\"\\((-?\\d+),(-?\\d+)\\)\"");
    private static final String VALUE = " value=";

    /** A place on the screenshot. */
    public record Point(int x, int y) {}

    /** Reads the text of a tree; lines that are none are skipped. */
    public static PageElement read(String text) {
        PageElement root = new PageElement("page", "", "", "", "", new ArrayList<>());
        List<PageElement> path = new ArrayList<>(List.of(root));
        for (String line : text.split("\n", -1)) {
            Matcher parts = LINE.matcher(line);
            if (parts.matches()) {
                int depth = parts.group(1).length();
                while (path.size() > depth + 1) {
                    path.removeLast();
                }
                PageElement element = of(parts.group(3), parts.group(2), parts.group(4));
                path.getLast().children.add(element);
                path.add(element);
            }
        }
        return root;
    }

    private static PageElement of(String role, @Nullable String bid, String rest) {
        String name = "";
        String value = "";
        int at = 0;
        if (rest.startsWith(" '") || rest.startsWith(" \"")) {
            at = end(rest, 1);
            name = plain(rest.substring(1, at));
        }
        if (rest.startsWith(VALUE, at)) {
            int from = at + VALUE.length();
            boolean quoted = from < rest.length() && (rest.charAt(from) == '\'' || rest.charAt(from) == '"');
            int comma = rest.indexOf(',', from);
            at = quoted ? end(rest, from) : comma < 0 ? rest.length() : comma;
            value = quoted ? plain(rest.substring(from, at)) : rest.substring(from, at);
        }
        return new PageElement(role, name, bid == null ? "" : bid, value, rest.substring(at), new ArrayList<>());
    }

    /** Returns where the string that begins at a quote is over. */
    private static int end(String text, int from) {
        for (int i = from + 1; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == text.charAt(from)) {
                return i + 1;
            }
        }
        return text.length();
    }

    /** Returns a string as Python writes it, without its quotes; the last one may be missing, where a text was cut. */
    private static String plain(String quoted) {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i < quoted.length() && quoted.charAt(i) != quoted.charAt(0); i++) {
            char c = quoted.charAt(i);
            if (c == '\\' && i + 1 < quoted.length()) {
                char escaped = quoted.charAt(++i);
                out.append(escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped);
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** Returns everything within that fits, in the order of the page. */
    public List<PageElement> all(Predicate<PageElement> fits) {
        List<PageElement> found = new ArrayList<>();
        for (PageElement child : children) {
            if (fits.test(child)) {
                found.add(child);
            }
            found.addAll(child.all(fits));
        }
        return found;
    }

    public List<PageElement> roles(String wanted) {
        return all(element -> element.role.equals(wanted));
    }

    /** Returns all texts within. */
    public List<String> texts() {
        return roles("StaticText").stream().map(PageElement::name).toList();
    }

    /** Links and buttons. */
    public List<PageElement> clickables() {
        return all(element -> !element.bid.isEmpty() && (element.role.equals("link") || element.role.equals("button")));
    }

    public Optional<PageElement> first(Predicate<PageElement> fits) {
        return all(fits).stream().findFirst();
    }

    /** Elements of a role whose name is of a form. */
    List<PageElement> all(String wanted, String form) {
        return all(element -> element.role.equals(wanted) && Pattern.matches("(?s)" + form, element.name));
    }

    Optional<PageElement> first(String wanted, String form) {
        return all(wanted, form).stream().findFirst();
    }

    /** Returns the first element of a role with a name. */
    Optional<PageElement> named(String wanted, String called) {
        return first(wanted, Pattern.quote(called));
    }

    /** Returns its name, or what is written in it. */
    public String text() {
        if (!name.isEmpty()) {
            return name;
        }
        StringBuilder text = new StringBuilder();
        for (PageElement child : children) {
            String part = child.text();
            text.append(text.isEmpty() || part.isEmpty() ? "" : " ").append(part);
        }
        return text.toString().strip();
    }

    public boolean is(String property) {
        return properties.contains(", " + property);
    }

    /** Something that can be clicked on and named by its id. */
    public boolean isClickable() {
        return !bid.isEmpty() && is("clickable");
    }

    /** Returns the middle of it on the screenshot; the corner if it is not shown. */
    public Point center() {
        Matcher center = CENTER.matcher(properties);
        return center.find()
                ? new Point(Integer.parseInt(center.group(1)), Integer.parseInt(center.group(2)))
                : new Point(0, 0);
    }
}
